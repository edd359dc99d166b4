package dev.weft.provider.fabric.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.RecordedEvents;
import dev.weft.fabric.AtomicOperations;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MessageOperations;
import dev.weft.fabric.MessageReceiveOperations;
import dev.weft.fabric.RmaOperations;
import dev.weft.fabric.TaggedOperations;
import dev.weft.fabric.TaggedReceiveOperations;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each error that a call of an endpoint returns is one event {@code dev.weft.PostRefused}. */
class PostRefusedTest {
  private static final List<Class<?>> POSTING =
      List.of(
          MessageOperations.class,
          MessageReceiveOperations.class,
          TaggedOperations.class,
          TaggedReceiveOperations.class,
          RmaOperations.class,
          AtomicOperations.class);

  private final Recording recording = new Recording();
  private final String fabric = Node.freshName();
  private final Node node = Node.open(fabric);
  private final ArgumentValues values = new ArgumentValues(node);

  /** What the calls have returned, in order. */
  private final List<Integer> refused = new ArrayList<>();

  private final Set<String> refusedCalls = new TreeSet<>();

  @AfterEach
  void close() {
    recording.close();
    node.close();
  }

  private void record() {
    recording.enable("dev.weft.PostRefused").with("throttle", "off");
    recording.start();
  }

  private static Stream<Method> posts() {
    return POSTING.stream()
        .flatMap(calls -> Arrays.stream(calls.getMethods()))
        .filter(method -> method.getReturnType() == int.class)
        .distinct();
  }

  private void call(Endpoint endpoint, Method method, Object... arguments) {
    try {
      if (method.invoke(endpoint, arguments) instanceof Integer result && result != 0) {
        refused.add(-result);
        refusedCalls.add(method.getName());
      }
    } catch (InvocationTargetException misuseIsThrown) {
      assertTrue(misuseIsThrown.getCause() instanceof RuntimeException);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private void tryGoodArguments(Endpoint endpoint) {
    posts()
        .forEach(
            post -> {
              Class<?>[] types = post.getParameterTypes();
              call(endpoint, post, Arrays.stream(types).map(values::good).toArray());
            });
  }

  private void tryBadArguments(Endpoint endpoint, Method post) {
    Class<?>[] types = post.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      for (Object bad : values.bad(types[i])) {
        Object[] arguments = Arrays.stream(types).map(values::good).toArray();
        arguments[i] = bad;
        call(endpoint, post, arguments);
      }
    }
  }

  private void assertThatEachIsRecorded() {
    List<RecordedEvent> events = RecordedEvents.of(recording);
    assertEquals(refused, events.stream().map(event -> event.getInt("error")).toList());
    for (RecordedEvent event : events) {
      assertEquals(Errno.strerror(event.getInt("error")), event.getString("reason"));
      assertTrue(event.getString("operation").startsWith("FI_"), event::toString);
    }
  }

  @Test
  void shouldRecordEveryRefusalOfAnEndpointThatIsNotEnabled() {
    try (Endpoint closed = node.domain.openEndpoint(node.info)) {
      record();
      tryGoodArguments(closed);
    }
    assertEquals(
        posts().map(Method::getName).collect(Collectors.toCollection(TreeSet::new)), refusedCalls);
    assertThatEachIsRecorded();
  }

  @Test
  void shouldRecordEveryRefusalOfBadArguments() {
    record();
    posts().forEach(post -> tryBadArguments(node.endpoint, post));
    assertThatEachIsRecorded();
    assertTrue(refused.containsAll(List.of(Errno.EINVAL, Errno.EBADFLAGS)), refused::toString);
  }

  @Test
  void shouldRecordEveryRefusalForWantOfRoom() {
    record();
    MemorySegment buffer = node.memory(8);
    for (int i = 0; refused.isEmpty(); i++) {
      int result = node.endpoint.recv(buffer, 8, FabricAddress.UNSPEC, i);
      if (result != 0) {
        refused.add(-result);
      }
    }
    tryGoodArguments(node.endpoint);
    assertThatEachIsRecorded();
    assertTrue(
        refusedCalls.containsAll(Set.of("recv", "trecv", "send", "write")), refusedCalls::toString);
  }
}

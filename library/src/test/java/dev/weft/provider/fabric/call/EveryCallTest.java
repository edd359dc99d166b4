package dev.weft.provider.fabric.call;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.provider.fabric.Node;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every method of every public interface, with every argument in turn absent, out of range, closed
 * or of another domain: misuse has one of the documented kinds of error and changes nothing.
 */
class EveryCallTest {

  /** The documented kinds of error: a returned constant, or one of these. */
  private static final List<Class<?>> DOCUMENTED =
      List.of(
          IllegalArgumentException.class,
          IllegalStateException.class,
          IndexOutOfBoundsException.class,
          FabricException.class);

  /** Methods whose last number is a timeout. */
  private static final Set<String> WAITING = Set.of("sread", "sreadFrom", "await", "select");

  private final String fabric = Node.freshName();
  private final Node node = Node.open(fabric);
  private final Node foreign = Node.open(Node.freshName());
  private final ArgumentValues values = new ArgumentValues(node);
  private final Set<String> wrong = new TreeSet<>();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  @BeforeEach
  void addForeignAndClosed() throws Exception {
    for (Object object : opened(foreign).values()) {
      values.addUnusable(object);
      open.push((AutoCloseable) object);
    }
    for (Object object : opened(node).values()) {
      ((AutoCloseable) object).close();
      values.addUnusable(object);
    }
  }

  /** Closes everything; a busy object would refuse. */
  @AfterEach
  void close() throws Exception {
    for (AutoCloseable object : open) {
      object.close();
    }
    node.close();
    foreign.close();
  }

  /** Opens an object of each interface, all of one domain. */
  private static Map<Class<?>, Object> opened(Node at) {
    Map<Class<?>, Object> objects = new LinkedHashMap<>();
    Domain domain = at.domain;
    objects.put(CompletionQueue.class, domain.openCompletionQueue(null));
    objects.put(Counter.class, domain.openCounter(CounterAttributes.defaults()));
    objects.put(
        AddressVector.class, domain.openAddressVector(AddressVectorAttributes.builder().build()));
    objects.put(PollSet.class, domain.openPollSet(PollSetAttributes.defaults()));
    objects.put(WaitSet.class, at.fabric.openWaitSet(WaitSetAttributes.builder().build()));
    objects.put(EventQueue.class, at.fabric.openEventQueue(EventQueueAttributes.defaults()));
    objects.put(PassiveEndpoint.class, at.fabric.openPassiveEndpoint(connected(at)));
    objects.put(Endpoint.class, domain.openEndpoint(at.info));
    objects.put(ScalableEndpoint.class, domain.openScalableEndpoint(at.info));
    objects.put(
        SharedReceiveContext.class, domain.openSharedReceiveContext(ReceiveAttributes.defaults()));
    objects.put(
        SharedTransmitContext.class,
        domain.openSharedTransmitContext(TransmitAttributes.defaults()));
    objects.put(MemoryRegion.class, domain.register(at.memory(64), 0, 0x99));
    objects.put(CompletionSelector.class, at.fabric.openSelector());
    return objects;
  }

  private static FabricInfo connected(Node at) {
    return Node.named(
        Fabrics.getInfo(Node.hints().endpointType(EndpointType.MSG).build()).getFirst(),
        at.info.fabric().name());
  }

  /** Fabric and domain cannot be opened again and again; everything else is fresh. */
  private Stream<Map.Entry<Class<?>, Object>> subjects() {
    Map<Class<?>, Object> subjects = new LinkedHashMap<>();
    subjects.put(Fabric.class, node.fabric);
    subjects.put(Domain.class, node.domain);
    subjects.putAll(opened(node));
    subjects.values().stream().skip(2).forEach(object -> open.push((AutoCloseable) object));
    return subjects.entrySet().stream();
  }

  @Test
  void shouldRefuseBadArgumentsInADocumentedWay() {
    subjects().forEach(subject -> eachMethod(subject, this::tryBadArguments));
    eachMethod(Map.entry(Endpoint.class, node.endpoint), this::tryBadArguments);
    assertEquals(Set.of(), wrong);
    assertThatMessagesStillArrive();
  }

  @Test
  void shouldRefuseEveryCallOfClosedObjects() throws Exception {
    Map<Class<?>, Object> objects = opened(node);
    for (Map.Entry<Class<?>, Object> subject : objects.entrySet()) {
      ((AutoCloseable) subject.getValue()).close();
      eachMethod(subject, this::tryClosed);
    }
    assertEquals(Set.of(), wrong);
    assertThatMessagesStillArrive();
  }

  private void assertThatMessagesStillArrive() {
    try (Node one = Node.open(fabric);
        Node other = Node.open(fabric)) {
      long there = one.handleOf(other);
      assertEquals(0, other.endpoint.recv(other.memory(64), 64, -1, 2));
      assertEquals(0, one.endpoint.send(one.memory(64), 64, there, 1));
      one.expect(1);
      other.expect(2);
      one.expectNothing();
      other.expectNothing();
    }
  }

  /** A check of a method of a subject. */
  private interface Trial {
    void run(Object subject, Method method);
  }

  private static void eachMethod(Map.Entry<Class<?>, Object> subject, Trial trial) {
    for (Method method : subject.getKey().getMethods()) {
      if (!Modifier.isStatic(method.getModifiers()) && !method.getName().equals("close")) {
        trial.run(subject.getValue(), method);
      }
    }
  }

  private void tryBadArguments(Object subject, Method method) {
    Class<?>[] types = method.getParameterTypes();
    int tried = types.length - (WAITING.contains(method.getName()) ? 1 : 0);
    for (int i = 0; i < tried; i++) {
      for (Object bad : values.bad(types[i])) {
        Object[] arguments = Arrays.stream(types).map(values::good).toArray();
        arguments[i] = bad;
        tryCall(subject, method, arguments);
      }
    }
  }

  private void tryCall(Object subject, Method method, Object... arguments) {
    if (call(subject, method, arguments) instanceof Throwable thrown) {
      if (DOCUMENTED.stream().noneMatch(kind -> kind.isInstance(thrown))) {
        wrong.add(name(subject, method, arguments) + " threw " + thrown);
      } else if (thrown.getMessage() == null || thrown.getMessage().isBlank()) {
        wrong.add(name(subject, method, arguments) + " does not say why: " + thrown);
      }
    }
  }

  /** Tries closed objects with all methods but constant getters. */
  private void tryClosed(Object subject, Method method) {
    boolean tells = method.getParameterCount() == 0 && method.getReturnType() != void.class;
    Object[] arguments = Arrays.stream(method.getParameterTypes()).map(values::good).toArray();
    Object outcome = call(subject, method, arguments);
    boolean refused =
        outcome instanceof IllegalStateException || (outcome instanceof Integer errno && errno < 0);
    if (!refused && !tells && !method.getName().matches("strerror|describe|wakeup")) {
      wrong.add(name(subject, method, arguments) + " of a closed one: " + outcome);
    }
  }

  /** Returns what the call returns or throws; closes what it opens. */
  private static Object call(Object subject, Method method, Object... arguments) {
    try {
      Object result = method.invoke(subject, arguments);
      if (result instanceof AutoCloseable opened && !method.getName().equals("fabric")) {
        opened.close();
      }
      return result;
    } catch (InvocationTargetException e) {
      return e.getCause();
    } catch (Exception e) {
      return new AssertionError(e);
    }
  }

  private static String name(Object subject, Method method, Object... arguments) {
    List<String> texts = new ArrayList<>();
    for (Object argument : arguments) {
      String text = argument instanceof Object[] many ? Arrays.toString(many) : "" + argument;
      texts.add(text.length() > 40 ? text.substring(0, 40) : text);
    }
    return subject.getClass().getSimpleName() + "." + method.getName() + texts;
  }
}

package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Device;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ScatterGatherList;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Calls every method of the device's objects that takes an object with null instead. It must refuse
 * it as misuse, with the argument's name, or with an errno, or be in the list of methods that
 * accept null.
 */
@TestInstance(TestInstance.Lifecycle.PER_METHOD)
class NullArgumentsTest {

  /** Methods and arguments that accept null, as their Javadoc says. */
  private static final Set<String> NULL_IS_A_VALUE =
      Set.of(
          "ExtendedCompletionQueue.startPoll 0",
          "ProtectionDomain.createAhFromWc 3",
          "QueuePair.bindMw 0",
          "QueuePair.bindMw 3",
          "QueuePair.explainBindMw 0",
          "QueuePair.explainBindMw 2",
          "QueuePair.postRecv 0",
          "QueuePair.postRecv 1",
          "QueuePair.postSend 0",
          "QueuePair.postSend 1",
          "ReliableDatagramDomain.createEndToEndContext 0",
          "SharedReceiveQueue.postOps 0",
          "SharedReceiveQueue.postOps 1",
          "SharedReceiveQueue.postRecv 0",
          "SharedReceiveQueue.postRecv 1",
          "VerbsContext.completionEventHandler 0",
          "VerbsContext.createCq 1",
          "VerbsContext.createCq 2",
          "VerbsContext.initAhFromWc 3",
          "WorkBuilder.bindMw 0",
          "WorkBuilder.bindMw 2",
          "WorkBuilder.udAddress 0");

  private final Arena arena = Arena.ofShared();
  private final Device device = new LoopbackVerbsProvider().devices().getFirst();
  private final VerbsContext context = device.open();
  private final ProtectionDomain domain = context.allocPd();
  private final CompletionQueue queue = context.createCq(8, null, null, 0);
  private final ExtendedCompletionQueue extended =
      context.createCqEx(CompletionQueueInit.builder(8).wcFlags(WcFields.TM_INFO).build());
  private final CompletionChannel channel = context.createCompletionChannel();
  private final QueuePair pair =
      domain.createQp(QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build());
  private final SharedReceiveQueue shared = domain.createSrq(SharedReceiveQueueInit.basic(4, 1));
  private final MemoryRegion region = domain.regMr(arena.allocate(64), 0);
  private final MemoryWindow window = domain.allocMw(MemoryWindowType.TYPE_1);
  private final ReliableDatagramDomain reliable = context.allocReliableDatagramDomain();
  private final Map<Class<?>, Supplier<?>> values = new LinkedHashMap<>();

  NullArgumentsTest() {
    channel.blocking(false);
    context.asyncBlocking(false);
    values.put(String.class, () -> "fabric");
    values.put(MemorySegment.class, () -> arena.allocate(64, 8));
    values.put(WorkCompletionBatch.class, () -> WorkCompletionBatch.allocate(arena, 2));
    values.put(BadRequest.class, BadRequest::new);
    values.put(MemoryWindow.class, () -> window);
    values.put(MemoryWindowBind.class, MemoryWindowBind::new);
    values.put(MemoryWindowType.class, () -> MemoryWindowType.TYPE_1);
    values.put(ScatterGatherList.class, ScatterGatherList::new);
    values.put(QueuePairAttributes.class, () -> QueuePairAttributes.builder().build());
    values.put(AsyncEvent.class, AsyncEvent::new);
    values.put(CompletionEvent.class, CompletionEvent::new);
    values.put(CompletionQueueInit.class, () -> CompletionQueueInit.builder(1).build());
    values.put(ParentDomainInit.class, () -> ParentDomainInit.of(domain, null));
    values.put(AddressHandleAttributes.class, () -> AddressHandleAttributes.local(1));
  }

  @AfterEach
  void close() {
    List<AutoCloseable> all =
        List.of(pair, shared, window, region, reliable, queue, extended, channel, domain);
    for (AutoCloseable each : all) {
      try {
        each.close();
      } catch (Exception stillUsed) {
        // by an object that a call has created
      }
    }
  }

  private Map<Class<?>, Object> objects() {
    Map<Class<?>, Object> objects = new LinkedHashMap<>();
    objects.put(Device.class, device);
    objects.put(VerbsContext.class, context);
    objects.put(ProtectionDomain.class, domain);
    objects.put(CompletionQueue.class, queue);
    objects.put(ExtendedCompletionQueue.class, extended);
    objects.put(CompletionChannel.class, channel);
    objects.put(QueuePair.class, pair);
    objects.put(SharedReceiveQueue.class, shared);
    objects.put(ReliableDatagramDomain.class, reliable);
    objects.put(WorkBuilder.class, pair.startWork());
    return objects;
  }

  @Test
  void shouldRefuseNullOrKnowIt() {
    Set<String> wrong = new TreeSet<>();
    Set<String> taken = new TreeSet<>();
    objects()
        .forEach(
            (type, object) ->
                Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> !method.isSynthetic())
                    .sorted(Comparator.comparing(Method::toString))
                    .forEach(method -> callWithNulls(object, method, wrong, taken)));
    assertEquals(Set.of(), wrong, "neither misuse nor an errno");
    taken.removeAll(NULL_IS_A_VALUE);
    assertEquals(Set.of(), taken, "taken, but not known to be a value");
  }

  private void callWithNulls(Object object, Method method, Set<String> wrong, Set<String> taken) {
    Class<?>[] types = method.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      if (!types[i].isPrimitive()) {
        String name =
            "%s.%s %d".formatted(method.getDeclaringClass().getSimpleName(), method.getName(), i);
        judge(name, call(object, method, i), wrong, taken);
      }
    }
  }

  private static void judge(String name, Object outcome, Set<String> wrong, Set<String> taken) {
    switch (outcome) {
      case VerbsException refusal -> assertTrue(refusal.errno() > 0, name);
      case IllegalArgumentException misuse -> {
        if (!misuse.getMessage().contains("null")) {
          wrong.add(name + ": " + misuse);
        }
      }
      case Throwable other -> wrong.add(name + ": " + other);
      default -> taken.add(name);
    }
  }

  /** The exception of the call, else a text. */
  private Object call(Object object, Method method, int nullAt) {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = i == nullAt ? null : value(types[i]);
    }
    try {
      return String.valueOf(method.invoke(object, arguments));
    } catch (InvocationTargetException thrown) {
      return thrown.getCause();
    } catch (IllegalAccessException e) {
      throw new AssertionError(method.toString(), e);
    }
  }

  private Object value(Class<?> type) {
    if (type.equals(int.class)) {
      return 1;
    }
    if (type.equals(long.class)) {
      return 1L;
    }
    if (type.equals(boolean.class)) {
      return false;
    }
    return values.getOrDefault(type, () -> null).get();
  }
}

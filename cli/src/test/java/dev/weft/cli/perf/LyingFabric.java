package dev.weft.cli.perf;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.completion.CompletionBatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;

/** Wraps a real fabric and, after a while, tells one lie. */
final class LyingFabric {
  private static final int A_WHILE = 3;

  /** What is not true. */
  public enum Lie {
    /** One completion is not reported. */
    LOSES,
    /** One completion is reported a second time. */
    DUPLICATES,
    /** One bit of a message changes. */
    CORRUPTS,
    /** The second allocation finds no room. */
    RUNS_OUT
  }

  private final Lie lie;
  private int calls;
  private boolean lied;

  private LyingFabric(Lie lie) {
    this.lie = lie;
  }

  /** The fabric with one lie. */
  public static Fabric around(Fabric truth, Lie lie) {
    return new LyingFabric(lie).wrap(Fabric.class, truth);
  }

  private <T> T wrap(Class<T> type, T truth) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type, Wrapped.class},
            (proxy, method, arguments) -> answer(truth, method, arguments)));
  }

  /** What a wrapper wraps. */
  private interface Wrapped {
    Object truth();
  }

  private Object answer(Object truth, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("truth")) {
      return truth;
    }
    Object[] real = unwrapped(arguments);
    before(method, real);
    return after(method, real, invoke(truth, method, real));
  }

  private static Object[] unwrapped(Object[] arguments) {
    return arguments == null
        ? null
        : Arrays.stream(arguments).map(a -> a instanceof Wrapped w ? w.truth() : a).toArray();
  }

  private static Object invoke(Object truth, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(truth, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private synchronized void before(Method method, Object[] arguments) {
    if (lie == Lie.RUNS_OUT && method.getName().equals("allocate") && ++calls == 2) {
      throw new FabricException(Errno.ENOSPC, "allocate", "no room", "none");
    }
    boolean sends = method.getName().equals("send") || method.getName().equals("write");
    if (lie == Lie.CORRUPTS && sends && now()) {
      spoil(arguments[0]);
    }
  }

  private static void spoil(Object argument) {
    MemorySegment buffer = (MemorySegment) argument;
    long last = buffer.byteSize() - 1;
    byte right = buffer.get(ValueLayout.JAVA_BYTE, last);
    buffer.set(ValueLayout.JAVA_BYTE, last, (byte) (right ^ 4));
  }

  /** Which argument of a one-sided operation, which is done by now, brings something back. */
  private static int broughtBack(Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "read" -> arguments[0] instanceof MemorySegment ? 0 : -1;
      case "fetchAtomic" -> 1;
      case "compareAtomic" -> 2;
      default -> -1;
    };
  }

  private synchronized Object after(Method method, Object[] arguments, Object result) {
    int spoilt = lie == Lie.CORRUPTS ? broughtBack(method, arguments) : -1;
    if (spoilt >= 0 && result.equals(0) && now()) {
      spoil(arguments[spoilt]);
    }
    return switch (result) {
      case Domain domain -> wrap(Domain.class, domain);
      case Endpoint endpoint -> wrap(Endpoint.class, endpoint);
      case CompletionQueue queue -> wrap(CompletionQueue.class, queue);
      case Integer count when method.getName().matches("s?read") && count > 0 ->
          reported((CompletionBatch) arguments[0], count);
      case null, default -> result;
    };
  }

  private int reported(CompletionBatch batch, int count) {
    if (lie == Lie.LOSES && now()) {
      return count - 1;
    }
    if (lie == Lie.DUPLICATES && count < batch.capacity() && now()) {
      long stride = batch.format().stride();
      MemorySegment.copy(
          batch.segment(), (count - 1) * stride, batch.segment(), count * stride, stride);
      return count + 1;
    }
    return count;
  }

  private boolean now() {
    if (lied || ++calls < A_WHILE) {
      return false;
    }
    lied = true;
    return true;
  }
}

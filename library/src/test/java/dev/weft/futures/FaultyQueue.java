package dev.weft.futures;

import dev.weft.fabric.CompletionQueue;
import dev.weft.program.FaultyProxy;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;

/** A completion queue whose calls fail on demand. */
final class FaultyQueue {
  private final CompletionQueue real;
  private final AtomicLong reads = new AtomicLong();

  /** The result of each read; 0 for the real one. */
  volatile int readResult;

  /** The result of each {@link CompletionQueue#readErr}; 0 for the real one. */
  volatile int errorResult;

  /** Thrown once by {@link CompletionQueue#strerror}; null for none. */
  volatile Error textFailure;

  FaultyQueue(CompletionQueue real) {
    this.real = real;
  }

  long reads() {
    return reads.get();
  }

  CompletionQueue queue() {
    return (CompletionQueue)
        Proxy.newProxyInstance(
            CompletionQueue.class.getClassLoader(),
            new Class<?>[] {CompletionQueue.class},
            (_, method, arguments) -> call(method, arguments));
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "readFrom", "sreadFrom" -> {
        reads.incrementAndGet();
        yield readResult == 0 ? real(method, arguments) : (Object) readResult;
      }
      case "readErr" -> errorResult == 0 ? real(method, arguments) : (Object) errorResult;
      case "strerror" -> {
        Error failure = textFailure;
        textFailure = null;
        if (failure != null) {
          throw failure;
        }
        yield real(method, arguments);
      }
      default -> real(method, arguments);
    };
  }

  private Object real(Method method, Object[] arguments) throws Throwable {
    return FaultyProxy.call(real, method, arguments);
  }
}

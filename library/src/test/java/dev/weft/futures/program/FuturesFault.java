package dev.weft.futures.program;

import static dev.weft.program.FaultyProxy.call;

import dev.weft.futures.LeasedBuffer;
import dev.weft.futures.Operations;
import dev.weft.futures.Success;
import dev.weft.program.FaultyProxy;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;

/** A fault of the futures that random programs must find. */
enum FuturesFault {
  RECEIVES_ANY_TAG("trecv") {
    @Override
    Object apply(FutureCalls real, Method method, Object[] arguments) throws Throwable {
      return call(real, method, with(arguments, 4, -1L));
    }
  },
  SENDS_WITHOUT_THE_LAST_BYTE("send") {
    @Override
    Object apply(FutureCalls real, Method method, Object[] arguments) throws Throwable {
      long length = (long) arguments[2];
      return call(real, method, with(arguments, 2, Math.max(0, length - 1)));
    }
  },
  WRITES_ONE_BYTE_BEHIND("write") {
    @Override
    Object apply(FutureCalls real, Method method, Object[] arguments) throws Throwable {
      return call(real, method, with(arguments, 4, (long) arguments[4] + 1));
    }
  },
  TELLS_OF_NO_FAILURE("read") {
    @Override
    @SuppressWarnings("unchecked")
    Object apply(FutureCalls real, Method method, Object[] arguments) throws Throwable {
      var future = (CompletableFuture<Success>) call(real, method, arguments);
      Object silent = future.exceptionally(_ -> null);
      return silent;
    }
  },
  ENDS_BEFORE_THE_MESSAGE("recv") {
    @Override
    @SuppressWarnings("unchecked")
    Object apply(FutureCalls real, Method method, Object[] arguments) throws Throwable {
      var future = (CompletableFuture<Success>) call(real, method, arguments);
      Object early = CompletableFuture.anyOf(future, CompletableFuture.completedFuture(null));
      return early;
    }
  },
  FORGETS_WHAT_IS_CANCELLED("cancel") {
    @Override
    Object apply(FutureCalls real, Method method, Object[] arguments) {
      return !((CompletableFuture<?>) arguments[0]).isDone();
    }
  },
  KEEPS_WHAT_IS_GIVEN_BACK("give") {
    @Override
    Object apply(FutureCalls real, Method method, Object[] arguments) {
      return null;
    }
  },
  LENDS_A_LENT_BUFFER("recv") {
    @Override
    Object apply(FutureCalls real, Method method, Object[] arguments) throws Throwable {
      var buffer = (LeasedBuffer) arguments[1];
      return buffer.isLent()
          ? ((Operations) arguments[0]).submit(null, (_, _) -> -1)
          : call(real, method, arguments);
    }
  };

  private final String about;

  FuturesFault(String about) {
    this.about = about;
  }

  abstract Object apply(FutureCalls real, Method method, Object[] arguments) throws Throwable;

  private static Object[] with(Object[] arguments, int at, Object argument) {
    Object[] changed = arguments.clone();
    changed[at] = argument;
    return changed;
  }

  /** The calls with this fault. */
  FutureCalls calls() {
    return FaultyProxy.of(FutureCalls.class, FutureCalls.REAL, about, this::apply);
  }
}

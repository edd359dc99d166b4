package dev.weft.rdmacm.program;

import static dev.weft.program.FaultyProxy.call;

import dev.weft.program.FaultyProxy;
import dev.weft.rdmacm.ConnectionId;
import java.lang.reflect.Method;
import java.util.Arrays;

/** A fault of an id that random programs must find. */
enum ConnectionFault {
  ACCEPTS_WITHOUT_ITS_LAST_BYTE("accept") {
    @Override
    Object apply(ConnectionCalls real, Method method, Object[] arguments) throws Throwable {
      return call(real, method, withoutLastByte(arguments));
    }
  },
  STAYS_ON_ITS_CHANNEL("migrate") {
    @Override
    Object apply(ConnectionCalls real, Method method, Object[] arguments) {
      return null;
    }
  },
  TELLS_OF_ITS_OWN_CLOSE("close") {
    @Override
    Object apply(ConnectionCalls real, Method method, Object[] arguments) throws Throwable {
      var id = (ConnectionId) arguments[0];
      if (id.toString().contains("IDLE")) {
        return call(real, method, arguments);
      }
      id.disconnect();
      return null;
    }
  },
  ACCEPTS_IN_ANY_STATE("accept") {
    @Override
    Object apply(ConnectionCalls real, Method method, Object[] arguments) {
      try {
        return call(real, method, arguments);
      } catch (Throwable refusal) {
        return null;
      }
    }
  };

  private final String about;

  ConnectionFault(String about) {
    this.about = about;
  }

  abstract Object apply(ConnectionCalls real, Method method, Object[] arguments) throws Throwable;

  private static Object[] withoutLastByte(Object[] arguments) {
    Object[] changed = arguments.clone();
    if (changed[changed.length - 1] instanceof byte[] data) {
      changed[changed.length - 1] = Arrays.copyOf(data, data.length - 1);
    }
    return changed;
  }

  /** The calls with this fault. */
  ConnectionCalls calls() {
    return FaultyProxy.of(ConnectionCalls.class, ConnectionCalls.REAL, about, this::apply);
  }
}

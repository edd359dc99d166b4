package dev.weft.provider.fabric.program;

import static dev.weft.program.FaultyProxy.call;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.program.FaultyProxy;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;

/** A fault of an endpoint that random programs must find. */
enum EndpointFault {
  FORGETS_WHAT_IS_CANCELLED("cancel") {
    @Override
    Object apply(Endpoint endpoint, Method method, Object[] arguments) {
      return 0;
    }
  },
  LOSES_INJECTED_MESSAGES("inject") {
    @Override
    Object apply(Endpoint endpoint, Method method, Object[] arguments) {
      return 0;
    }
  },
  KNOWS_NO_TAGS("trecvMsg") {
    @Override
    Object apply(Endpoint endpoint, Method method, Object[] arguments) throws Throwable {
      ((TaggedMessage) arguments[0]).ignore(-1);
      return call(endpoint, method, arguments);
    }
  },
  LOSES_COMPLETION_DATA("sendMsg") {
    @Override
    Object apply(Endpoint endpoint, Method method, Object[] arguments) throws Throwable {
      arguments[1] = (long) arguments[1] & ~OperationFlags.REMOTE_CQ_DATA;
      return call(endpoint, method, arguments);
    }
  },
  SPOILS_THE_FIRST_BYTE("writeMsg") {
    @Override
    Object apply(Endpoint endpoint, Method method, Object[] arguments) throws Throwable {
      RmaMessage message = (RmaMessage) arguments[0];
      if (message.vector().totalLength() > 0) {
        var memory = message.vector().segment(message.vector().count() - 1);
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 0);
      }
      return call(endpoint, method, arguments);
    }
  },
  ADDS_WHERE_IT_SHOULD_MULTIPLY("fetchAtomicMsg") {
    @Override
    Object apply(Endpoint endpoint, Method method, Object[] arguments) throws Throwable {
      AtomicMessage message = (AtomicMessage) arguments[0];
      if (message.operation() == AtomicOperation.PROD) {
        message.operation(AtomicOperation.SUM);
      }
      return call(endpoint, method, arguments);
    }
  };

  private final String about;

  EndpointFault(String about) {
    this.about = about;
  }

  abstract Object apply(Endpoint endpoint, Method method, Object[] arguments) throws Throwable;

  /** An endpoint with this fault. */
  Endpoint wrap(Endpoint endpoint) {
    return FaultyProxy.of(Endpoint.class, endpoint, about, this::apply);
  }
}

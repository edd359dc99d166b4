package dev.weft.conformance.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Proxy handler of an object of the peer process: sends each call there. */
record RemoteObject(PeerProcess process, int number, Class<?> type) implements InvocationHandler {
  private static final Object[] NONE = {};

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    if (method.getDeclaringClass().equals(Object.class)) {
      return ofObject(method, arguments);
    }
    return process.call(number, method, arguments == null ? NONE : arguments);
  }

  private Object ofObject(Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> equals(handlerOf(arguments[0]));
      case "hashCode" -> number;
      default -> type.getSimpleName() + " " + number + " of the peer process";
    };
  }

  /** The handler of a proxy, which identifies the object of the peer process. */
  static InvocationHandler handlerOf(Object object) {
    return object != null && Proxy.isProxyClass(object.getClass())
        ? Proxy.getInvocationHandler(object)
        : null;
  }
}

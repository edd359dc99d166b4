package dev.weft.conformance.lying;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** One call of an object's method, which a fault may forward or change. */
public record Call(Object object, Method method, Object[] arguments) {

  /** Whether this calls the method of this name of an object of this type. */
  public boolean is(Class<?> type, String name) {
    return type.isInstance(object) && method.getName().equals(name);
  }

  /** Forwards the call; returns the real result. */
  public Object honestly() throws Throwable {
    return honestlyWith(arguments);
  }

  /** Forwards the call with other arguments. */
  public Object honestlyWith(Object... others) throws Throwable {
    try {
      return method.invoke(object, others);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}

package dev.weft.conformance.lying;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** One call of an object's method, and the way to its honest answer. */
public record Call(Object object, Method method, Object[] arguments) {

  /** Whether this calls the method of this name of such an object. */
  public boolean is(Class<?> type, String name) {
    return type.isInstance(object) && method.getName().equals(name);
  }

  /** The honest answer. */
  public Object honestly() throws Throwable {
    return honestlyWith(arguments);
  }

  /** The honest answer to other arguments. */
  public Object honestlyWith(Object... others) throws Throwable {
    try {
      return method.invoke(object, others);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}

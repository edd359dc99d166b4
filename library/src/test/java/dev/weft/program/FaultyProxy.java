package dev.weft.program;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** An object of which one method is replaced, such as by a fault that random programs must find. */
public final class FaultyProxy {
  private FaultyProxy() {}

  /** What is done instead. */
  @FunctionalInterface
  public interface Fault<T> {
    /** Called instead of the method. */
    Object apply(T object, Method method, Object[] arguments) throws Throwable;
  }

  /** The object with this instead of all methods of this name. */
  public static <T> T of(Class<? extends T> type, T object, String name, Fault<T> fault) {
    Object proxy =
        Proxy.newProxyInstance(
            FaultyProxy.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) ->
                method.getName().equals(name)
                    ? fault.apply(object, method, arguments)
                    : call(object, method, arguments));
    return type.cast(proxy);
  }

  /** Calls the method of the object itself. */
  public static Object call(Object object, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}

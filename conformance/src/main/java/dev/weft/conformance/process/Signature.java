package dev.weft.conformance.process;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Converts methods to names that both processes understand. */
final class Signature {
  private Signature() {}

  /** {@code interface name parameter,parameter}, all but the method's name as class names. */
  static String of(Method method) {
    String parameters =
        Arrays.stream(method.getParameterTypes())
            .map(Class::getName)
            .collect(Collectors.joining(","));
    return method.getDeclaringClass().getName() + " " + method.getName() + "(" + parameters;
  }

  /** The method of this name. */
  static Method method(String signature) {
    String owner = signature.substring(0, signature.indexOf(' '));
    return Form.found(
        () ->
            Arrays.stream(Class.forName(owner).getMethods())
                .filter(method -> of(method).equals(signature))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(signature)));
  }
}

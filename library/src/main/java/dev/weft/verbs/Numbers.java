package dev.weft.verbs;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Between the numbers of C and the words of this package. */
final class Numbers {

  private Numbers() {}

  /** The constant whose number is {@code value}; IllegalArgumentException if there is none. */
  static <E> E constant(E[] constants, ToIntFunction<E> number, int value) {
    for (E constant : constants) {
      if (number.applyAsInt(constant) == value) {
        return constant;
      }
    }
    String allowed =
        Arrays.stream(constants)
            .map(constant -> constant + " " + number.applyAsInt(constant))
            .collect(Collectors.joining(", "));
    throw new IllegalArgumentException("value=" + value + ", allowed " + allowed);
  }

  /** {@code names[number]}, or {@code unknown}. */
  static String name(String[] names, int number) {
    boolean known = number >= 0 && number < names.length && names[number] != null;
    return known ? names[number] : "unknown";
  }
}

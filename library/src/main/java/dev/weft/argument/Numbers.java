package dev.weft.argument;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Conversions from C numbers to constants and names. */
public final class Numbers {

  private Numbers() {}

  /** The constant with number {@code value}; throws IllegalArgumentException if there is none. */
  public static <E> E constant(E[] constants, ToIntFunction<E> number, int value) {
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
  public static String name(String[] names, int number) {
    boolean known = number >= 0 && number < names.length && names[number] != null;
    return known ? names[number] : "unknown";
  }
}

package dev.weft.fabric;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A constant that has a number in libfabric's headers. */
public interface Numbered {

  /** The number in C. */
  int value();

  /**
   * The constant of {@code type} with the given C number.
   *
   * @throws IllegalArgumentException if no constant has that number
   */
  static <E extends Enum<E> & Numbered> E of(Class<E> type, int value) {
    for (E constant : type.getEnumConstants()) {
      if (constant.value() == value) {
        return constant;
      }
    }
    String allowed =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant + " " + constant.value())
            .collect(Collectors.joining(", "));
    throw new IllegalArgumentException(type.getSimpleName() + "=" + value + ", allowed " + allowed);
  }
}

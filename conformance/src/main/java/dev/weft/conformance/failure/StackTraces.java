package dev.weft.conformance.failure;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Shortens a stack trace for the reason of a verdict. */
public final class StackTraces {

  private static final int FRAMES = 8;

  private StackTraces() {}

  /** The innermost frames, as {@code Class.method:line <- caller}. */
  public static String shortened(StackTraceElement[] frames) {
    return Arrays.stream(frames)
        .limit(FRAMES)
        .map(StackTraces::name)
        .collect(Collectors.joining(" <- "));
  }

  /** The exception and where it came from. */
  public static String describe(Throwable thrown) {
    return "threw " + thrown + " at " + shortened(thrown.getStackTrace());
  }

  private static String name(StackTraceElement frame) {
    String type = frame.getClassName();
    return "%s.%s:%d"
        .formatted(
            type.substring(type.lastIndexOf('.') + 1),
            frame.getMethodName(),
            frame.getLineNumber());
  }
}

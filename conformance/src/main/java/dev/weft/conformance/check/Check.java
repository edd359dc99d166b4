package dev.weft.conformance.check;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Assertions for the bodies of clauses. The message of each failure says what was expected and
 * seen.
 */
@SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
public final class Check {

  private Check() {}

  /** Fails with the sentence unless the condition holds. */
  public static void that(boolean condition, String sentence, Object... arguments) {
    if (!condition) {
      throw new ClauseFailure(sentence.formatted(arguments));
    }
  }

  /** Fails unless both are equal. */
  public static void equal(Object expected, Object seen, String what, Object... arguments) {
    if (!Objects.equals(expected, seen)) {
      throw new ClauseFailure(
          "%s: expected %s, seen %s".formatted(what.formatted(arguments), expected, seen));
    }
  }

  /** Fails unless a call returned this number; negative numbers are shown by errno name. */
  public static void returned(int expected, int seen, String call, Object... arguments) {
    if (expected != seen) {
      throw new ClauseFailure(
          "%s: expected %s, returned %s"
              .formatted(call.formatted(arguments), value(expected), value(seen)));
    }
  }

  /** Fails unless a call returned one of these numbers. */
  public static void returnedOneOf(Set<Integer> allowed, int seen, String call, Object... rest) {
    if (!allowed.contains(seen)) {
      String names =
          allowed.stream().sorted().map(Check::value).collect(Collectors.joining(" or "));
      throw new ClauseFailure(
          "%s: expected %s, returned %s".formatted(call.formatted(rest), names, value(seen)));
    }
  }

  /** Fails unless a number of milliseconds lies between two bounds, both included. */
  public static void lasted(long least, long most, long seen, String what, Object... arguments) {
    if (seen < least || seen > most) {
      throw new ClauseFailure(
          "%s: expected %d to %d ms, took %d ms"
              .formatted(what.formatted(arguments), least, most, seen));
    }
  }

  /** Fails unless the action throws a {@link FabricException} with this errno. */
  public static FabricException refused(int errno, String call, Runnable action) {
    FabricException refusal = refused(call, action);
    if (refusal.errno() != errno) {
      throw new ClauseFailure(
          "%s: expected %s, refused with %s"
              .formatted(call, value(-errno), value(-refusal.errno())));
    }
    return refusal;
  }

  /** Fails unless the action throws a {@link FabricException}. */
  public static FabricException refused(String call, Runnable action) {
    try {
      action.run();
    } catch (FabricException refusal) {
      return refusal;
    }
    throw new ClauseFailure(call + ": expected a FabricException, but it succeeded");
  }

  /** Fails unless the action throws this exception, which reports misuse. */
  public static <T extends RuntimeException> T rejected(
      Class<T> misuse, String call, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException thrown) {
      if (misuse.isInstance(thrown)) {
        return misuse.cast(thrown);
      }
      throw new ClauseFailure(
          "%s: expected %s, threw %s".formatted(call, misuse.getSimpleName(), thrown), thrown);
    }
    throw new ClauseFailure(
        "%s: expected %s, but it succeeded".formatted(call, misuse.getSimpleName()));
  }

  /** A return value by its errno name: {@code -FI_EAGAIN}, {@code 3}. */
  public static String value(int returned) {
    return returned < 0 ? "-" + Errno.name(-returned) + " (" + returned + ")" : "" + returned;
  }
}

package dev.weft.conformance.verbs.bench;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.util.Set;
import java.util.stream.Collectors;

/** The assertions of {@code Check} for calls that return 0 or a positive errno. */
@SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
public final class VerbsCheck {

  private VerbsCheck() {}

  /** Fails unless a call returned this errno, or 0. */
  public static void answered(int expected, int seen, String call, Object... arguments) {
    answeredOneOf(Set.of(expected), seen, call, arguments);
  }

  /** Fails unless a call returned one of these. */
  public static void answeredOneOf(
      Set<Integer> allowed, int seen, String call, Object... arguments) {
    if (!allowed.contains(seen)) {
      throw new ClauseFailure(
          "%s: expected %s, returned %s"
              .formatted(call.formatted(arguments), names(allowed), name(seen)));
    }
  }

  /** Fails if a call returned this. */
  public static void notAnswered(int unwanted, int seen, String call, Object... arguments) {
    if (unwanted == seen) {
      throw new ClauseFailure("%s returned %s".formatted(call.formatted(arguments), name(seen)));
    }
  }

  /** Fails unless the action throws a {@link VerbsException} with this errno. */
  public static VerbsException refused(int errno, String call, Runnable action) {
    return refusedWithOneOf(Set.of(errno), call, action);
  }

  /** Fails unless the action throws a {@link VerbsException} with one of these. */
  public static VerbsException refusedWithOneOf(
      Set<Integer> allowed, String call, Runnable action) {
    VerbsException refusal = refused(call, action);
    if (!allowed.contains(refusal.errno())) {
      throw new ClauseFailure(
          "%s: expected %s, refused with %s"
              .formatted(call, names(allowed), name(refusal.errno())));
    }
    return refusal;
  }

  /** Fails unless the action throws a {@link VerbsException}. */
  public static VerbsException refused(String call, Runnable action) {
    try {
      action.run();
    } catch (VerbsException refusal) {
      return refusal;
    }
    throw new ClauseFailure(call + ": expected a VerbsException, but it succeeded");
  }

  /** A return value by its errno name: {@code EAGAIN (11)}, {@code -EINVAL (-22)}, {@code 0}. */
  public static String name(int answer) {
    String sign = answer < 0 ? "-" : "";
    return answer == 0 ? "0" : "%s%s (%d)".formatted(sign, VerbsErrno.name(answer), answer);
  }

  private static String names(Set<Integer> allowed) {
    return allowed.stream().sorted().map(VerbsCheck::name).collect(Collectors.joining(" or "));
  }
}

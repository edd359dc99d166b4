package dev.weft.futures.program;

import java.util.Set;

/**
 * How an operation has to end.
 *
 * @param errors the allowed ones, 0 for a success; empty: any
 * @param message the send whose message a receive has got, or null
 * @param bytes the content that a read has found, or null
 */
record Outcome(Set<Integer> errors, Task message, byte[] bytes) {
  static final Outcome ANY = new Outcome(Set.of(), null, null);
  static final Outcome SUCCESS = of(0);

  static Outcome of(Integer... errors) {
    return new Outcome(Set.of(errors), null, null);
  }

  boolean allows(int error) {
    return errors.isEmpty() || errors.contains(error);
  }
}

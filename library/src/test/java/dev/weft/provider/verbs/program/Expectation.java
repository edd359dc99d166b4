package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import java.util.Set;

/**
 * A completion that must come, or may come.
 *
 * @param statuses those that the specification allows
 * @param bytes the length; {@link #ANY} if none is defined (VE-08)
 * @param flags {@code WITH_IMM}, {@code WITH_INV}, or 0
 * @param immediate the immediate data, or the invalidated key
 * @param sender number of the sender's queue pair; {@link #ANY} if none is defined (VE-11)
 */
record Expectation(
    long wrId,
    Set<Integer> statuses,
    int opcode,
    int bytes,
    int flags,
    int immediate,
    int pair,
    int sender,
    boolean optional) {
  static final int ANY = -1;

  /** The completion of a request that has failed: nothing else is defined (VP-11). */
  static Expectation failed(long wrId, Set<Integer> statuses, int pair, boolean optional) {
    return new Expectation(wrId, statuses, ANY, ANY, 0, 0, pair, ANY, optional);
  }

  static Expectation success(long wrId, int opcode, int bytes, int pair) {
    return new Expectation(
        wrId, Set.of(CompletionStatus.SUCCESS), opcode, bytes, 0, 0, pair, ANY, false);
  }

  Expectation withImmediate(int value) {
    return new Expectation(
        wrId, statuses, opcode, bytes, WcFlags.WITH_IMM, value, pair, sender, optional);
  }

  Expectation invalidated(int key) {
    return new Expectation(
        wrId, statuses, opcode, bytes, WcFlags.WITH_INV, key, pair, sender, optional);
  }

  Expectation from(int number) {
    return new Expectation(wrId, statuses, opcode, bytes, flags, immediate, pair, number, optional);
  }

  boolean isFailure() {
    return opcode == ANY;
  }

  /**
   * A completion, as one of the two ways to poll shows it.
   *
   * @param immediate the immediate data, or the invalidated key
   */
  record Seen(
      long wrId,
      int status,
      int opcode,
      int bytes,
      int flags,
      int immediate,
      int pair,
      int sender) {}

  void requireEqual(Seen seen) {
    String text = this + ", is " + seen;
    assertTrue(statuses.contains(seen.status()), () -> "status: " + text);
    assertEquals(pair, seen.pair(), () -> "qp_num: " + text);
    if (!isFailure()) {
      assertEquals(opcode, seen.opcode(), () -> "opcode: " + text);
      requireValid(seen, text);
    }
  }

  private void requireValid(Seen seen, String text) {
    assertTrue(bytes == ANY || bytes == seen.bytes(), () -> "byte_len: " + text);
    assertTrue(sender == ANY || sender == seen.sender(), () -> "src_qp: " + text);
    // VP-16 leaves the flag open for the sender's completion, VE-14 the header's for connections
    boolean receive = opcode >= 128;
    int defined = WcFlags.WITH_IMM | WcFlags.WITH_INV;
    assertTrue(!receive || flags == (seen.flags() & defined), () -> "wc_flags: " + text);
    assertTrue(flags == 0 || immediate == seen.immediate(), () -> "imm_data: " + text);
  }
}

package dev.weft.ffm.ibverbs.object;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;

/** What this module does not do with libibverbs. */
final class Refusal {
  private Refusal() {}

  /** The error of a call that is refused; {@code detail} may be empty. */
  static VerbsException of(String call, String detail) {
    return new VerbsException(
        VerbsErrno.EOPNOTSUPP,
        call,
        detail.isEmpty() ? "not available on devices of libibverbs" : detail,
        "The devices loopback0 and shm0 have it");
  }
}

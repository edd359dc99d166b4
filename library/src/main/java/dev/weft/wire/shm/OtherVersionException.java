package dev.weft.wire.shm;

import dev.weft.wire.LayoutVersion;
import java.io.IOException;

/** A peer uses another version of the layout. Has no stack trace: the peer is the cause. */
final class OtherVersionException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int version;

  /**
   * A refusal.
   *
   * @param peer the beginning of a sentence
   * @param version the peer's; 0 if it does not name one
   */
  OtherVersionException(String peer, int version) {
    super(LayoutVersion.mismatch(peer, version));
    this.version = version;
  }

  /** The peer's version. */
  int version() {
    return version;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}

package dev.weft.wire.process;

/** Memory of another process could not be read. */
public final class UnreadableException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final int error;

  /**
   * An exception with the C error number.
   *
   * @param address where the bytes should have been
   */
  public UnreadableException(long address, long size, int error) {
    super("cannot read " + size + " bytes at 0x" + Long.toHexString(address) + ", errno " + error);
    this.error = error;
  }

  /** The C error number. */
  public int error() {
    return error;
  }
}

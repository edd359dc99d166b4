package dev.weft.nic.message;

/** The error numbers of posts and completions, the same in both APIs. */
public final class ErrorNumbers {
  /** The operation was accepted. */
  public static final int ACCEPTED = 0;

  /** {@code EAGAIN}: no room now. */
  public static final int AGAIN = 11;

  /** {@code EACCES}: the range, the right or the kind of access is not granted. */
  public static final int NO_ACCESS = 13;

  /**
   * {@code EFAULT}: a buffer was closed by its owner during the operation, or its file was
   * truncated.
   */
  public static final int BAD_ADDRESS = 14;

  /** {@code EINVAL}: an element is not aligned as its datatype requires. */
  public static final int MISALIGNED = 22;

  /** {@code ENOMSG}: no such message has arrived. */
  public static final int NO_MESSAGE = 42;

  /** {@code EPROTO}: the peer violated the protocol, and its link was broken. */
  public static final int PROTOCOL = 71;

  /** {@code EADDRNOTAVAIL}: the sender is not in the address vector. */
  public static final int SOURCE_UNKNOWN = 99;

  /** {@code ECONNRESET}: the peer left during the operation. */
  public static final int PEER_LEFT = 104;

  /** {@code EHOSTUNREACH}: no endpoint has the address. */
  public static final int UNREACHABLE = 113;

  /** {@code ECANCELED}: the operation was cancelled. */
  public static final int CANCELED = 125;

  /** {@code FI_ETRUNC}: the message was longer than the buffer. */
  public static final int TRUNCATED = 265;

  /** {@code FI_ENOKEY}: there is no region with this key. */
  public static final int NO_KEY = 266;

  private ErrorNumbers() {}
}

package dev.weft.nic.endpoint;

/** What operations fail with, and what posting answers; the numbers of both vocabularies. */
public final class ErrorNumbers {
  /** The operation was accepted. */
  public static final int ACCEPTED = 0;

  /** {@code EAGAIN}: no room now. */
  public static final int AGAIN = 11;

  /** {@code EACCES}: the range, the right or the kind of access is not granted. */
  public static final int NO_ACCESS = 13;

  /**
   * {@code EFAULT}: a buffer was closed by its owner while the operation was under way, or the file
   * that it lies in was cut.
   */
  public static final int BAD_ADDRESS = 14;

  /** {@code EINVAL}: an element does not lie where its datatype wants it. */
  public static final int MISALIGNED = 22;

  /** {@code ENOMSG}: no such message has arrived. */
  public static final int NO_MESSAGE = 42;

  /** {@code EPROTO}: the peer did what no peer may, and was sent away. */
  public static final int PROTOCOL = 71;

  /** {@code EADDRNOTAVAIL}: the sender is not in the address vector. */
  public static final int SOURCE_UNKNOWN = 99;

  /** {@code ECONNRESET}: the peer left while the operation was under way. */
  public static final int PEER_LEFT = 104;

  /** {@code EHOSTUNREACH}: nobody answers to the address. */
  public static final int UNREACHABLE = 113;

  /** {@code ECANCELED}: the operation was cancelled. */
  public static final int CANCELED = 125;

  /** {@code FI_ETRUNC}: the message was longer than the buffer. */
  public static final int TRUNCATED = 265;

  /** {@code FI_ENOKEY}: there is no region with this key. */
  public static final int NO_KEY = 266;

  private ErrorNumbers() {}
}

package dev.weft.nic.message;

/** The kinds of frame that endpoints write to each other, and the flags that go with them. */
public final class FrameKinds {

  /** A whole message. */
  public static final int MESSAGE = 1;

  /**
   * Request to send: a message whose payload stays with the sender until the receiver pulls it;
   * carries its length.
   */
  public static final int RTS = 2;

  /** The message or write with this handle is done; error number, or 0, in the tag. */
  public static final int ACKNOWLEDGEMENT = 3;

  /** A write with data for the receiver is done; carries its length. */
  public static final int WRITE_NOTICE = 4;

  /**
   * Clear to send: requests an announced message in chunks; transfer in the tag, length in the
   * data. The flag {@link #READS_MEMORY} goes with it.
   */
  public static final int CTS = 5;

  /** A part of the requested bytes: transfer in the tag, offset in the data. */
  public static final int CHUNK = 6;

  /** The sender cancels an announced message. */
  public static final int CANCEL = 7;

  /** Ends a transfer: transfer in the tag, error number, or 0, in place of a handle. */
  public static final int END = 8;

  /** A write: count of ranges in the tag, then the ranges, then what is to be written. */
  public static final int WRITE = 9;

  /**
   * Request to send of a write, whose bytes stay with the initiator until the target pulls them.
   */
  public static final int WRITE_RTS = 10;

  /** A read: count of ranges in the tag, transfer in the data, then the ranges. */
  public static final int READ = 11;

  /**
   * An atomic operation: count of ranges in the tag, then the payload drawn at {@code
   * AtomicResponder}.
   */
  public static final int ATOMIC = 12;

  /** The same, and the previous values are returned in chunks: transfer in the data. */
  public static final int ATOMIC_FETCH = 13;

  /**
   * A part of the requested bytes that the requester copies: transfer in the tag, offset in the
   * data; carries a {@link dev.weft.wire.SharedMemory.Location} and a length.
   */
  public static final int SHARE = 14;

  /** The message has a tag. */
  public static final int TAGGED = 1;

  /** The message has remote completion data. */
  public static final int HAS_DATA = 2;

  /** The sender requests an acknowledgement once the message has arrived. */
  public static final int ACKNOWLEDGE_ARRIVAL = 4;

  /** The sender requests an acknowledgement once the message is matched or dropped. */
  public static final int ACKNOWLEDGE_MATCH = 8;

  /** The requester can read the memory of the sender's process. */
  public static final int READS_MEMORY = 16;

  private FrameKinds() {}
}

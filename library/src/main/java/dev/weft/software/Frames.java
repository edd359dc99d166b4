package dev.weft.software;

/** The kinds of frame that endpoints write to each other, and the flags that go with them. */
final class Frames {

  /** A whole message. */
  static final int MESSAGE = 1;

  /**
   * A message whose payload stays with the sender until the receiver pulls it; carries its length.
   */
  static final int ANNOUNCEMENT = 2;

  /** The receiver is done with the message of this handle. */
  static final int ACKNOWLEDGEMENT = 3;

  /** A write with data for the receiver is done; carries its length. */
  static final int WRITE_NOTICE = 4;

  /** The receiver wants an announced message in chunks: transfer in the tag, length in the data. */
  static final int PULL = 5;

  /** A part of a message that was asked for: transfer in the tag, offset in the data. */
  static final int CHUNK = 6;

  /** The sender takes an announced message back. */
  static final int WITHDRAWAL = 7;

  /** The message has a tag. */
  static final int TAGGED = 1;

  /** The message has remote completion data. */
  static final int HAS_DATA = 2;

  /** The sender wants an acknowledgement once the message has arrived. */
  static final int ACKNOWLEDGE_ARRIVAL = 4;

  /** The sender wants an acknowledgement once the message is matched or dropped. */
  static final int ACKNOWLEDGE_MATCH = 8;

  /** On an acknowledgement or a chunk: a buffer was closed before all of it was copied. */
  static final int LOST = 16;

  private Frames() {}
}

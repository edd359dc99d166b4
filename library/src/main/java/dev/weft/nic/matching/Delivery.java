package dev.weft.nic.matching;

import dev.weft.nic.message.Message;
import dev.weft.nic.transfer.InboundTransfer;

/** A message that comes in chunks, and its receive. Reused. */
public final class Delivery extends InboundTransfer {
  private final Deliveries deliveries;

  /** The message, without its payload. */
  final Message message = new Message();

  /** The receive. */
  PostedReceive receive;

  /** The start position in the buffers. */
  long begin;

  /** The sender's address handle. */
  long source;

  /** Whether the message is reported, but not yet the end of its receive. */
  boolean reported;

  Delivery(Deliveries deliveries) {
    super(true);
    this.deliveries = deliveries;
  }

  /** Describes what is delivered, and where to. */
  void describe(PostedReceive to, Message from, long position, long sender) {
    receive = to;
    message.describeAs(from);
    begin = position;
    source = sender;
    reported = false;
  }

  /** Whether the sender may still withdraw the message with this handle. */
  boolean isUntouched(int handle) {
    return message.handle == handle && arrived == 0;
  }

  @Override
  public int copyIn(long position, Message chunk, long bytes) {
    return receive.buffers.copyIn(begin + position, chunk, bytes);
  }

  @Override
  public void ended() {
    deliveries.ended(this);
  }
}

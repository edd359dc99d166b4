package dev.weft.nic.endpoint;

/** A message that comes in chunks, and the receive that it goes to. Used again and again. */
final class Delivery extends InboundTransfer {
  private final Deliveries deliveries;

  /** The message; its payload is not here. */
  final Message message = new Message();

  /** Where it goes. */
  PostedReceive receive;

  /** Where in the buffers it begins. */
  long begin;

  /** The sender's handle in the address book. */
  long source;

  Delivery(Deliveries deliveries) {
    this.deliveries = deliveries;
  }

  /** Whether the sender may still take the message back, which it knows by this handle. */
  boolean isUntouched(int handle) {
    return message.handle == handle && arrived == 0;
  }

  @Override
  int place(long position, Message chunk, long bytes) {
    return receive.buffers.place(begin + position, chunk, bytes);
  }

  @Override
  void ended() {
    deliveries.ended(this);
  }
}

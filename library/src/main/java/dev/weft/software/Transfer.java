package dev.weft.software;

/** A message that comes in chunks, and the receive that it goes to. Used again and again. */
final class Transfer {
  /** Its place among the {@link Transfers}, by which the sender names it. */
  final int number;

  /** The message, whose payload is the chunk that has just arrived. */
  final Message message = new Message();

  /** Where it goes; null where the transfer is free. */
  PostedReceive receive;

  /** Where in the buffers it begins. */
  long position;

  /** How many bytes are wanted, and how many have come. */
  long size;

  long arrived;

  /** The sender's handle in the address book. */
  long source;

  /** Whether a buffer was closed, so that chunks go nowhere. */
  boolean lost;

  Transfer(int number) {
    this.number = number;
  }

  /** The size to complete with. */
  long result() {
    return lost ? ReceiveCompletions.LOST : size;
  }
}

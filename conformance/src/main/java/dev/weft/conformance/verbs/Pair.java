package dev.weft.conformance.verbs;

/** Two connected queue pairs. */
record Pair(Party sender, Party receiver) {

  /** Sends one message with this wr_id on both sides; leaves the receiver's completion unread. */
  void deliver(long wrId) {
    receiver.receive(wrId);
    sender.send(wrId);
    sender.sends().numbers(1);
  }
}

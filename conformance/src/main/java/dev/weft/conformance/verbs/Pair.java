package dev.weft.conformance.verbs;

/** Two queue pairs that know each other. */
record Pair(Party sender, Party receiver) {

  /** Passes one message with this wr_id on both sides; leaves the receiver's completion. */
  void deliver(long wrId) {
    receiver.receive(wrId);
    sender.send(wrId);
    sender.sends().numbers(1);
  }
}

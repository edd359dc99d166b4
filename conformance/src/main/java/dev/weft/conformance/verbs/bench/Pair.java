package dev.weft.conformance.verbs.bench;

/** Two connected queue pairs. */
public record Pair(Party sender, Party receiver) {

  /** Sends one message with this wr_id on both sides; leaves the receiver's completion unread. */
  public void deliver(long wrId) {
    receiver.receive(wrId);
    sender.send(wrId);
    sender.sends().numbers(1);
  }
}

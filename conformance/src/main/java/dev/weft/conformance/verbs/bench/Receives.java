package dev.weft.conformance.verbs.bench;

import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.work.ReceiveWorkRequest;

/** Posts receives with more than one buffer, and receives of shared queues. */
public final class Receives {

  private Receives() {}

  /**
   * Posts a receive whose buffers are parts of the party's memory: offset, length, offset, length
   * ...
   */
  public static void post(Party party, long wrId, int... parts) {
    ReceiveWorkRequest request = new ReceiveWorkRequest().wrId(wrId);
    for (int i = 0; i < parts.length; i += 2) {
      request.buffers().add(party.buffer().region(), parts[i], parts[i + 1]);
    }
    answered(0, party.pair().postRecv(request), "post_recv of %d buffers", parts.length / 2);
  }

  /** Posts a receive to a shared queue. */
  public static void post(
      SharedReceiveQueue shared, Buffer buffer, long wrId, long offset, int length) {
    ReceiveWorkRequest request =
        new ReceiveWorkRequest().wrId(wrId).buffer(buffer.region(), offset, length);
    answered(0, shared.postRecv(request), "post_srq_recv of wr_id %d", wrId);
  }
}

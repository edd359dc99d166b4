package dev.weft.conformance.verbs.bench;

import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.function.Consumer;

/**
 * A queue pair with its completion queues and a buffer for sends and receives.
 *
 * <pre>
 *   buffer  0            SENDS: what is sent    32 KiB: what is received, a slot for each wr_id
 * </pre>
 */
public final class Party {
  /** Default bytes of a message. */
  public static final int BYTES = 8;

  /** Offset of the receive with wr_id 0. */
  public static final long RECEIVES = 1 << 15;

  /** Default bytes of a receive. */
  public static final int SLOT = 64;

  private static final long SLOTS = 256;

  private final Station station;
  private final QueuePair pair;
  private final PairPlan plan;
  private final Inbox sends;
  private final Inbox receives;
  private final Buffer buffer;
  private final VerbsBench bench;
  private Party peer;
  private AddressHandle handle;

  Party(VerbsBench bench, Station station, QueuePair pair, PairPlan plan) {
    this.bench = bench;
    this.station = station;
    this.pair = pair;
    this.plan = plan;
    sends = bench.inbox(pair.sendCq());
    receives = bench.inbox(pair.receiveCq());
    buffer = bench.buffer(station);
  }

  public Station station() {
    return station;
  }

  public QueuePair pair() {
    return pair;
  }

  /** {@code qp_num}. */
  public int number() {
    return pair.qpNum();
  }

  public Inbox sends() {
    return sends;
  }

  public Inbox receives() {
    return receives;
  }

  public Buffer buffer() {
    return buffer;
  }

  public Party peer() {
    return peer;
  }

  // States.

  /** Sets the peer, to which datagrams go. */
  public void meet(Party other) {
    peer = other;
    handle = plan.isDatagram() ? bench.keep(station.handleTo(other.station)) : null;
  }

  /** Changes attributes; fails if that is refused. */
  public void modified(QueuePairAttributes attributes) {
    answered(0, pair.modify(attributes, attributes.mask()), "modify_qp to %s", attributes.state());
  }

  /** Moves to a state that needs no other attributes. */
  public Party move(QueuePairState state) {
    modified(QueuePairAttributes.builder().state(state).build());
    return this;
  }

  /** Moves to ERR, from RESET by way of INIT. */
  public Party toError() {
    if (pair.state() == QueuePairState.RESET) {
      modified(plan.toInit());
    }
    return move(QueuePairState.ERR);
  }

  public void expectState(QueuePairState state) {
    HangDetector detector = new HangDetector();
    while (pair.state() != state && detector.lap()) {
      // another thread changes it
    }
    Check.equal(state, pair.state(), "state of the queue pair");
  }

  public static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // Requests.

  /** A signaled send of 8 bytes. */
  public SendWorkRequest request(long wrId) {
    SendWorkRequest request =
        new SendWorkRequest()
            .wrId(wrId)
            .flags(SendFlags.SIGNALED)
            .send()
            .buffer(buffer.region(), 0, BYTES);
    return handle == null ? request : request.to(handle, peer.number(), PairPlan.QKEY);
  }

  /** Posts such a send, changed by the check. */
  public void post(long wrId, Consumer<SendWorkRequest> change) {
    SendWorkRequest request = request(wrId);
    change.accept(request);
    answered(0, pair.postSend(request), "post_send of wr_id %d", wrId);
  }

  public void send(long wrId) {
    post(wrId, request -> {});
  }

  public void send(long wrId, int flags) {
    post(wrId, request -> request.flags(flags));
  }

  /** Sends this many bytes from the start of the buffer. */
  public void sendBytes(long wrId, int length) {
    post(wrId, request -> request.buffer(buffer.region(), 0, length));
  }

  /** The offset of the data of a receive. */
  public static long slot(long wrId) {
    return RECEIVES + Math.floorMod(wrId, SLOTS) * SLOT;
  }

  /** Posts a receive of 64 bytes. */
  public void receive(long wrId) {
    receiveAt(wrId, slot(wrId), SLOT);
  }

  /** Posts receives with consecutive wr_ids. */
  public void receives(long first, int count) {
    for (int i = 0; i < count; i++) {
      receive(first + i);
    }
  }

  public void receiveAt(long wrId, long offset, int length) {
    ReceiveWorkRequest request =
        new ReceiveWorkRequest().wrId(wrId).buffer(buffer.region(), offset, length);
    answered(0, pair.postRecv(request), "post_recv of wr_id %d", wrId);
  }

  /** Posts a receive without a buffer. */
  public void receiveNothing(long wrId) {
    answered(0, pair.postRecv(new ReceiveWorkRequest().wrId(wrId)), "post_recv of wr_id %d", wrId);
  }
}

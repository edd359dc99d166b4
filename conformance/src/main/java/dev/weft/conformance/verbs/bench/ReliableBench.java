package dev.weft.conformance.verbs.bench;

import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.EndToEndContext;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.function.Consumer;

/**
 * Test fixture of reliable datagrams: a domain of the same kind at each side, and end-to-end
 * contexts between them.
 *
 * <pre>
 *   RD pairs ... ---- near EE context ==== far EE context ---- RD pairs ...
 *   in the peer process, if there is one                        here
 * </pre>
 */
public final class ReliableBench {
  private static final int FIRST_PSN = 0xFFFFF0;

  private final VerbsBench bench;
  private final Side near;
  private final Side far;

  /** A station with a domain. */
  public record Side(Station station, ReliableDatagramDomain domain) {}

  /** Two contexts that are connected to each other: the senders' and the receivers'. */
  public record Contexts(EndToEndContext near, EndToEndContext far) {}

  private ReliableBench(Trial trial) {
    bench = VerbsBench.on(trial);
    trial.skipUnless(bench.device().maxEe() > 0, "no reliable datagrams");
    near = side(bench.there());
    far = side(bench.here());
  }

  /** Opens a domain at each side, or skips if the device has no reliable datagrams. */
  public static ReliableBench on(Trial trial) {
    return new ReliableBench(trial);
  }

  public VerbsBench bench() {
    return bench;
  }

  /** The side of the senders. */
  public Side near() {
    return near;
  }

  /** The side of the receivers, in this process. */
  public Side far() {
    return far;
  }

  /** A further domain of a station. */
  public Side side(Station station) {
    return new Side(station, bench.keep(station.context().allocReliableDatagramDomain()));
  }

  // Contexts.

  /** A context in RESET. */
  public EndToEndContext context(Side side) {
    return bench.keep(side.domain.createEndToEndContext(null));
  }

  /** Two contexts in RTS, with unlimited RNR retries. */
  public Contexts contexts() {
    return contexts(near, far);
  }

  public Contexts contexts(Side first, Side second) {
    Contexts both = new Contexts(context(first), context(second));
    connect(both.near, first, both.far.number());
    connect(both.far, second, both.near.number());
    return both;
  }

  /** Brings a context from RESET to RTS, connected to the other side's context of this number. */
  static void connect(EndToEndContext context, Side side, int peer) {
    move(context, toInit());
    move(
        context,
        QueuePairAttributes.builder()
            .state(QueuePairState.RTR)
            .addressVector(side.station.pathTo(side.station).withServiceLevel(5))
            .pathMtu(Mtu.MTU_4096)
            .destinationQpn(peer)
            .receivePsn(FIRST_PSN)
            .maxDestinationReadAtomic(4)
            .minRnrTimer(1)
            .build());
    move(
        context,
        QueuePairAttributes.builder()
            .state(QueuePairState.RTS)
            .sendPsn(FIRST_PSN)
            .timeout(12)
            .retryCount(3)
            .rnrRetry(7)
            .maxReadAtomic(4)
            .build());
  }

  public static QueuePairAttributes toError() {
    return QueuePairAttributes.builder().state(QueuePairState.ERR).build();
  }

  public static QueuePairAttributes toInit() {
    return QueuePairAttributes.builder().state(QueuePairState.INIT).pkeyIndex(0).port(1).build();
  }

  public static void move(EndToEndContext context, QueuePairAttributes attributes) {
    answered(
        0, context.modify(attributes, attributes.mask()), "Modify EEC to %s", attributes.state());
  }

  // Queue pairs.

  /** A sender in RTS. */
  public Party sender() {
    return party(near, null);
  }

  /** A receiver in RTS, whose receives complete in this queue; null for its own. */
  public Party receiver(CompletionQueue queue) {
    return party(far, queue);
  }

  public Party party(Side side, CompletionQueue receiveQueue) {
    return party(side, receiveQueue, bench.plan(QueuePairType.RD));
  }

  /** A queue pair in RTS with the attributes of the plan. */
  public Party party(Side side, CompletionQueue receiveQueue, PairPlan plan) {
    Party party = plan.reliableDomain(side.domain).party(side.station, null, receiveQueue);
    party.modified(
        QueuePairAttributes.builder()
            .state(QueuePairState.INIT)
            .qkey(PairPlan.QKEY)
            .accessFlags(RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE)
            .build());
    return party.move(QueuePairState.RTR).move(QueuePairState.RTS);
  }

  /** Posts a signaled send of 8 bytes, changed by the check. */
  public static void post(
      Party from, EndToEndContext through, Party to, long wrId, Consumer<SendWorkRequest> change) {
    from.post(
        wrId,
        request -> change.accept(request.through(through.number(), to.number(), PairPlan.QKEY)));
  }

  public static void send(Party from, EndToEndContext through, Party to, long wrId) {
    post(from, through, to, wrId, request -> {});
  }

  /**
   * Takes the next completion, which must have this status; brings the pair from SQE back to RTS.
   */
  public static void expectStopped(Party party, int status) {
    party.sends().expectStatus(status);
    party.expectState(QueuePairState.SQE);
    party.move(QueuePairState.RTS);
  }

  public static void expectState(EndToEndContext context, QueuePairState state) {
    HangDetector detector = new HangDetector();
    while (context.state() != state && detector.lap()) {
      // another thread changes it
    }
    Check.equal(state, context.state(), "state of the EE context");
  }
}

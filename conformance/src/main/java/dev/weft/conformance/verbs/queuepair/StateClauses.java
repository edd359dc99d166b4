package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answeredOneOf;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.CompletionStatus;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** VQ: the states of queue pairs. */
public final class StateClauses {
  private static final String MODIFY = "ibv_modify_qp(3)";

  /** A limit is for raw packets, which a device may lack. */
  private static final Set<Integer> NO_RATE_LIMIT =
      Set.of(VerbsErrno.EINVAL, VerbsErrno.EOPNOTSUPP);

  /** The allowed next states of each state. */
  private static final Map<QueuePairState, Set<QueuePairState>> MOVES =
      Map.of(
          QueuePairState.RESET,
          EnumSet.of(QueuePairState.RESET, QueuePairState.INIT),
          QueuePairState.INIT,
          EnumSet.of(
              QueuePairState.RESET, QueuePairState.INIT, QueuePairState.RTR, QueuePairState.ERR),
          QueuePairState.RTR,
          EnumSet.of(QueuePairState.RESET, QueuePairState.RTS, QueuePairState.ERR),
          QueuePairState.RTS,
          EnumSet.of(
              QueuePairState.RESET, QueuePairState.RTS, QueuePairState.SQD, QueuePairState.ERR),
          QueuePairState.SQD,
          EnumSet.of(
              QueuePairState.RESET, QueuePairState.RTS, QueuePairState.SQD, QueuePairState.ERR),
          QueuePairState.ERR,
          EnumSet.of(QueuePairState.RESET, QueuePairState.ERR));

  private StateClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-43", Level.REQUIRED, MODIFY)
            .says("only the legal transitions, with what they need; else EINVAL and no change")
            .lookAt("the table of moves and their attributes")
            .check(StateClauses::wholeMatrix),
        clause("VQ-44", Level.REQUIRED, MODIFY)
            .says("INIT queues receives, RTR serves them, RTS sends, SQD drains and notifies")
            .lookAt("what each direction checks of the state")
            .check(StateClauses::whatStatesDo),
        clause("VQ-44a", Level.REQUIRED, MODIFY + ", en_sqd_async_notify")
            .says("the end of draining is reported if that move asked for it, not an earlier one")
            .lookAt("how long en_sqd_async_notify counts")
            .check(StateClauses::drainingToldOnce),
        clause("VQ-44b", Level.SETTLED, MODIFY + ", sq_draining")
            .says("a pair in SQD goes on, or changes, only once its send queue has drained")
            .lookAt("what a move out of SQD checks of the send queue")
            .check(StateClauses::drainedBeforeItGoesOn),
        clause("VQ-45", Level.UNSTATED, MODIFY + ", IBV_QPS_SQE")
            .says("a failed send moves an unreliable pair to SQE or ERR, a reliable one to ERR")
            .lookAt("what a local fault does to the state")
            .check(StateClauses::sendError));
  }

  /** The attributes of a move to this state. */
  private static QueuePairAttributes toward(PairPlan plan, Pair pair, QueuePairState state) {
    return switch (state) {
      case INIT -> plan.toInit();
      case RTR -> plan.toReceive(pair.sender(), pair.receiver());
      case RTS -> plan.toSend(pair.sender());
      default -> QueuePairAttributes.builder().state(state).build();
    };
  }

  /** Only the attributes that are needed from this state; INIT to INIT and others need none. */
  private static QueuePairAttributes move(
      PairPlan plan, Pair pair, QueuePairState from, QueuePairState to) {
    boolean forward =
        (to == QueuePairState.INIT && from == QueuePairState.RESET)
            || (to == QueuePairState.RTR && from == QueuePairState.INIT)
            || (to == QueuePairState.RTS && from == QueuePairState.RTR);
    return forward ? toward(plan, pair, to) : QueuePairAttributes.builder().state(to).build();
  }

  private static void wholeMatrix(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    for (QueuePairType type : List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD)) {
      PairPlan plan = bench.plan(type).bothHere();
      for (QueuePairState from : MOVES.keySet()) {
        for (QueuePairState to : QueuePairState.values()) {
          tryMove(plan, from, to);
        }
      }
      missingAttributes(plan);
    }
  }

  private static void tryMove(PairPlan plan, QueuePairState from, QueuePairState to) {
    Pair pair = plan.openReset();
    reach(plan, pair, from);
    QueuePair queuePair = pair.sender().pair();
    int answer = queuePair.modify(move(plan, pair, from, to));
    boolean legal = MOVES.get(from).contains(to);
    answered(legal ? 0 : VerbsErrno.EINVAL, answer, "%s: %s to %s", queuePair.type(), from, to);
    equal(legal ? to : from, queuePair.state(), "state after %s to %s", from, to);
    pair.sender().pair().close();
    pair.receiver().pair().close();
  }

  private static void reach(PairPlan plan, Pair pair, QueuePairState state) {
    if (state == QueuePairState.ERR) {
      pair.sender().toError();
      return;
    }
    for (QueuePairState step :
        List.of(QueuePairState.INIT, QueuePairState.RTR, QueuePairState.RTS, QueuePairState.SQD)) {
      if (step.value() <= state.value()) {
        pair.sender().modified(toward(plan, pair, step));
      }
    }
  }

  /** Checks moves without each required attribute, and with one that is not allowed. */
  private static void missingAttributes(PairPlan plan) {
    Pair pair = plan.openReset();
    for (QueuePairState to : List.of(QueuePairState.INIT, QueuePairState.RTR, QueuePairState.RTS)) {
      QueuePair queuePair = pair.sender().pair();
      QueuePairState before = queuePair.state();
      QueuePairAttributes attributes = toward(plan, pair, to);
      int mask = attributes.mask();
      for (int bit = 2; bit <= mask; bit <<= 1) {
        if ((mask & bit) != 0) {
          int answer = queuePair.modify(attributes, mask & ~bit);
          String left = QueuePairAttributeMask.describe(bit);
          answered(VerbsErrno.EINVAL, answer, "%s without %s", to, left);
          equal(before, queuePair.state(), "state after a move without %s", left);
        }
      }
      int answer = queuePair.modify(attributes, mask | QueuePairAttributeMask.RATE_LIMIT);
      answeredOneOf(NO_RATE_LIMIT, answer, "%s with a rate limit", to);
      pair.sender().modified(attributes);
    }
  }

  private static void whatStatesDo(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    PairPlan plan = bench.plan(QueuePairType.RC).bothHere();
    Pair pair = plan.openReset();
    Party receiver = pair.receiver();
    receiver.modified(plan.toInit());
    receiver.receives(1, 2);
    plan.connect(pair.sender(), receiver);
    pair.sender().send(1);
    receiver.receives().expectEmpty("a send to a pair in INIT");
    receiver.modified(plan.toReceive(receiver, pair.sender()));
    pair.sender().sends().numbers(1);
    equal(List.of(1L), receiver.receives().numbers(1), "receive in RTR");
    receiver.modified(plan.toSend(receiver));
    QueuePairAttributes drain =
        QueuePairAttributes.builder().state(QueuePairState.SQD).notifyDrained(true).build();
    receiver.modified(drain);
    bench.asyncEvents().expect(AsyncEventType.SQ_DRAINED, receiver.pair());
    pair.sender().receive(9);
    receiver.send(9);
    receiver.sends().expectEmpty("a send in SQD");
    pair.sender().send(2);
    equal(List.of(2L), receiver.receives().numbers(1), "receive in SQD");
    receiver.move(QueuePairState.RTS);
    equal(List.of(9L), receiver.sends().numbers(1), "the send that waited in SQD");
  }

  private static void drainingToldOnce(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    for (QueuePairType type : List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD)) {
      Party party = bench.plan(type).bothHere().open().sender();
      party.modified(
          QueuePairAttributes.builder().state(QueuePairState.SQD).notifyDrained(true).build());
      bench.asyncEvents().expect(AsyncEventType.SQ_DRAINED, party.pair());
      party.move(QueuePairState.RTS);
      party.move(QueuePairState.SQD);
      bench.asyncEvents().expectNone("SQD of " + type + " without en_sqd_async_notify");
      party.move(QueuePairState.RTS);
      party.modified(
          QueuePairAttributes.builder().state(QueuePairState.SQD).notifyDrained(false).build());
      bench.asyncEvents().expectNone("SQD of " + type + " with en_sqd_async_notify=0");
    }
  }

  private static void drainedBeforeItGoesOn(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).bothHere().open();
    QueuePair sender = pair.sender().pair();
    pair.sender().send(1); // waits for a receive
    pair.sender()
        .modified(
            QueuePairAttributes.builder().state(QueuePairState.SQD).notifyDrained(true).build());
    that(sender.query().sendQueueDraining(), "sq_draining with a request under way");
    for (QueuePairAttributes early :
        List.of(
            QueuePairAttributes.builder().state(QueuePairState.RTS).build(),
            QueuePairAttributes.builder().retryCount(1).build())) {
      answered(VerbsErrno.EINVAL, sender.modify(early), "modify_qp while draining");
    }
    equal(QueuePairState.SQD, sender.state(), "state after a move while draining");
    pair.receiver().receive(2);
    pair.sender().sends().numbers(1);
    bench.asyncEvents().expect(AsyncEventType.SQ_DRAINED, sender);
    equal(false, sender.query().sendQueueDraining(), "sq_draining after SQ_DRAINED");
    pair.sender().modified(QueuePairAttributes.builder().retryCount(1).build());
    pair.sender().move(QueuePairState.RTS);
  }

  private static void sendError(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair reliable = bench.plan(QueuePairType.RC).bothHere().open();
    badSend(reliable.sender());
    reliable.sender().expectState(QueuePairState.ERR);
    Pair datagrams = bench.plan(QueuePairType.UD).bothHere().open();
    Party sender = datagrams.sender();
    badSend(sender);
    QueuePairState state = sender.pair().state();
    that(
        state == QueuePairState.SQE || state == QueuePairState.ERR,
        "state of a datagram pair after a bad send: %s",
        state);
    if (state == QueuePairState.SQE) {
      sender.send(2);
      sender.sends().expectStatus(CompletionStatus.WR_FLUSH_ERR);
      datagrams.receiver().meet(sender);
      sender.receive(3);
      datagrams.receiver().send(3);
      equal(List.of(3L), sender.receives().numbers(1), "a receive in SQE");
      sender.move(QueuePairState.RTS);
      sender.send(4);
      equal(List.of(4L), sender.sends().numbers(1), "a send after SQE");
    }
    trial.chose("a bad send leads RC to ERR, UD to %s", state);
  }

  private static void badSend(Party party) {
    party.post(1, request -> request.buffers().clear().add(party.buffer().address(0), 8, 0xBAD));
    party.sends().expectStatus(CompletionStatus.LOC_PROT_ERR);
  }
}

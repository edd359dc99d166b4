package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.MultiReceive;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Cancelling pending operations: EP-043 to EP-047. */
public final class CancelClauses {

  private static final String CANCEL = "fi_endpoint(3), fi_cancel";

  private CancelClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-043", Level.REQUIRED, CANCEL)
            .says("cancelling a pending receive gives one error, FI_ECANCELED, with its context")
            .lookAt("what cancel writes besides the error of the cancelled operation")
            .needs(Capabilities.TAGGED)
            .check(CancelClauses::oneError),
        clause("EP-044", Level.REQUIRED, CANCEL)
            .says(
                "an operation raced by its cancel completes or is cancelled, never both or neither")
            .lookAt("what removes the receive from the list: the message or the cancel")
            .concurrent()
            .within(Duration.ofSeconds(60))
            .check(trial -> new CancelRace(trial).check()),
        clause("EP-045", Level.REQUIRED, CANCEL)
            .says("of several operations with one context a cancel ends one")
            .lookAt("a loop in cancel that does not stop at the first")
            .check(CancelClauses::oneOfSeveral),
        clause("EP-046", Level.UNSTATED, CANCEL)
            .says("cancelling an unknown context does nothing; cancelled buffers stay untouched")
            .lookAt("the answer of cancel where nothing matches")
            .check(CancelClauses::unknownContext),
        clause("EP-047", Level.UNSTATED, CANCEL)
            .says("the error of a cancelled multi-receive buffer says that it is released")
            .lookAt("the flags of a cancelled receive that was posted with FI_MULTI_RECV")
            .needs(Capabilities.MULTI_RECV)
            .check(CancelClauses::multiReceive));
  }

  private static void oneError(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.recv(talk.memory(16), 7);
    talk.trecv(talk.memory(16), 1, 0, 8);
    for (long context : new long[] {7, 8}) {
      talk.cancel(context);
      Failure failure = talk.failedReceive();
      equal(Errno.ECANCELED, failure.error(), "err of a cancelled receive");
      equal(context, failure.context(), "context of a cancelled receive");
      that(failure.has(CompletionFlags.RECV), "flags of a cancelled receive: %s", failure);
      returned(-Errno.EAGAIN, talk.receiver().receive().readErr(), "readerr after the error");
      talk.nothingReceived("after the error");
    }
  }

  private static void oneOfSeveral(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.recv(talk.memory(16), 7);
    talk.recv(talk.memory(16), 7);
    talk.cancel(7);
    equal(Errno.ECANCELED, talk.failedReceive().error(), "err of one of two receives");
    talk.nothingReceived("after one of two receives was cancelled");
    talk.send(talk.text(16, 1), 2);
    equal(7L, talk.received().context(), "context of the receive that is left");
    talk.cancel(7);
    talk.nothingReceived("after both receives have ended");
  }

  private static void unknownContext(Trial trial) {
    Talk talk = Talk.on(trial);
    int returned = talk.far().cancel(12345);
    returnedOneOf(
        Set.of(0, -Errno.ENOENT, -Errno.ENOSYS), returned, "cancel of an unknown context");
    talk.nothingReceived("after the cancel of an unknown context");
    MemorySegment cancelled = talk.memory(16);
    Sentinel.fill(cancelled);
    talk.recv(cancelled, 1);
    talk.cancel(1);
    equal(Errno.ECANCELED, talk.failedReceive().error(), "err");
    talk.recv(talk.memory(16), 2);
    talk.send(talk.text(16, 1), 3);
    equal(2L, talk.received().context(), "context of the next receive");
    Sentinel.untouched(cancelled, 0, "a cancelled buffer");
    trial.chose("cancel of an unknown context returns %d", returned);
  }

  private static void multiReceive(Trial trial) {
    Talk talk = Talk.on(trial);
    MultiReceive.minimum(talk, 16);
    talk.recvMsg(talk.memory(100), 7, OperationFlags.MULTI_RECV);
    talk.send(talk.text(30, 1), 1);
    equal(30L, talk.received().length(), "len of a message before the cancel");
    talk.cancel(7);
    Failure failure = talk.failedReceive();
    equal(Errno.ECANCELED, failure.error(), "err of a cancelled multi-receive buffer");
    equal(7L, failure.context(), "context of a cancelled multi-receive buffer");
    that(failure.has(CompletionFlags.MULTI_RECV), "its error should release it: %s", failure);
    trial.chose("the error of a cancelled multi-receive buffer carries FI_MULTI_RECV");
    talk.recv(talk.memory(30), 8);
    talk.send(talk.text(30, 2), 2);
    equal(8L, talk.received().context(), "context of the receive after the cancel");
  }
}

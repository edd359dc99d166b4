package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;

/** Peeks for tagged messages that have arrived at the receiver. */
public final class Peek {

  private Peek() {}

  /** One peek for exactly this tag: an entry if the message is there, else a failure. */
  static Outcome once(Talk talk, long tag, long context, long flags) {
    TaggedMessage request = new TaggedMessage().address(Messages.ANYBODY).tag(tag).context(context);
    talk.post("trecvmsg(FI_PEEK)", () -> talk.far().trecvMsg(request, OperationFlags.PEEK | flags));
    Outcome outcome = talk.arrivals().outcomes(talk.receiver().receive(), 1).getFirst();
    Check.equal(context, outcome.context(), "context of the peek's completion %s", outcome);
    return outcome;
  }

  /** Peeks until the message has arrived. */
  public static Entry hit(Talk talk, long tag, long context, long flags) {
    HangDetector detector = new HangDetector();
    Outcome outcome = once(talk, tag, context, flags);
    while (outcome.failed() && detector.lap()) {
      Check.equal(Errno.ENOMSG, outcome.failure().error(), "err of a peek that finds nothing");
      outcome = once(talk, tag, context, flags);
    }
    if (outcome.failed()) {
      throw new ClauseFailure(
          "a message with tag 0x%x was sent but peek does not find it".formatted(tag));
    }
    return outcome.entry();
  }

  /** One peek that must find nothing. */
  public static Failure miss(Talk talk, long tag, long context, long flags) {
    Outcome outcome = once(talk, tag, context, flags);
    Check.that(outcome.failed(), "a peek for tag 0x%x should find nothing, seen %s", tag, outcome);
    Check.equal(Errno.ENOMSG, outcome.failure().error(), "err of a peek that finds nothing");
    return outcome.failure();
  }
}

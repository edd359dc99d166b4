package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.TagMatchingInfo;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.work.TagOperation;
import java.util.List;

/** Faults of shared receive queues that match tags. */
final class TagLies {
  private static final int MAX_UNEXPECTED = 16;

  private TagLies() {}

  static List<VerbsFault> all() {
    return List.of(
        VerbsFault.of("lets the queue of shared receives go", "VA-08", TagLies::letsGo),
        VerbsFault.of("completes every list operation", "VQ-46", TagLies::allSignaled),
        VerbsFault.of(
            "removes what is used", "VQ-46", call -> hides(call, CompletionStatus.TM_ERR)),
        VerbsFault.of("does not name the bad operation", "VQ-46", TagLies::noBadOperation),
        VerbsFault.of("takes no masks", "VQ-47", TagLies::noMasks),
        VerbsFault.of(
            "says that it has read what does not fit",
            "VQ-47",
            call -> hides(call, CompletionStatus.TM_RNDV_INCOMPLETE)),
        VerbsFault.of("tells no tag", "VQ-47", TagLies::noTag),
        VerbsFault.of("matches new tags at once", "VQ-48", TagLies::matchesAtOnce),
        VerbsFault.of("does not ask for a report", "VQ-48", TagLies::asksForNothing));
  }

  private static Object letsGo(Call call) throws Throwable {
    return QueueLies.closesBusy(CompletionQueue.class, call);
  }

  private static boolean isPost(Call call) {
    return call.is(SharedReceiveQueue.class, "postOps");
  }

  private static Object allSignaled(Call call) throws Throwable {
    if (isPost(call)) {
      TagOperation first = (TagOperation) call.arguments()[0];
      first.flags(first.flags() | TagOperation.SIGNALED);
    }
    return call.honestly();
  }

  private static Object hides(Call call, int status) throws Throwable {
    Object answer = call.honestly();
    boolean asked = call.is(ExtendedCompletionQueue.class, "status");
    return asked && answer.equals(status) ? CompletionStatus.SUCCESS : answer;
  }

  private static Object noBadOperation(Call call) throws Throwable {
    return isPost(call) ? call.honestlyWith(call.arguments()[0], null) : call.honestly();
  }

  private static Object noMasks(Call call) throws Throwable {
    if (isPost(call) && call.arguments()[0] instanceof TagOperation first) {
      if (first.opcode() == TagOperation.TAG_ADD) {
        first.add(first.receiveWrId(), first.tag(), -1);
      }
    }
    return call.honestly();
  }

  private static Object noTag(Call call) throws Throwable {
    if (call.is(ExtendedCompletionQueue.class, "readTmInfo")) {
      return call.honestlyWith(new TagMatchingInfo());
    }
    return call.honestly();
  }

  /**
   * Reports unexpected messages that software has not: more than there were is refused, so the
   * number can be found.
   */
  private static Object matchesAtOnce(Call call) throws Throwable {
    if (isPost(call)) {
      SharedReceiveQueue queue = (SharedReceiveQueue) call.object();
      int count = MAX_UNEXPECTED;
      while (queue.postOps(new TagOperation().sync(count), null) != 0) {
        count--;
      }
    }
    return call.honestly();
  }

  private static Object asksForNothing(Call call) throws Throwable {
    Object answer = call.honestly();
    boolean asked = call.is(ExtendedCompletionQueue.class, "readWcFlags");
    return asked ? (Integer) answer & ~WcFlags.TM_SYNC_REQ : answer;
  }
}

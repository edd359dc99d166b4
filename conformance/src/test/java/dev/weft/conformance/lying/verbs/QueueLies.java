package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.work.BadRequest;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/** Faults of creating, resizing and destroying queues, and of queue pairs. */
final class QueueLies {

  private QueueLies() {}

  static List<VerbsFault> all() {
    return List.of(
        VerbsFault.of("has a slot less than it says", "VC-03", QueueLies::saysOneMore),
        VerbsFault.of("grants what is beyond its limit", "VC-05", QueueLies::beyondTheLimit),
        VerbsFault.of("forgets the context of queues", "VC-08", QueueLies::noContext),
        VerbsFault.of("says it has resized", "VC-14", QueueLies::resizesNothing),
        VerbsFault.of("destroys queues in use", "VC-22", QueueLies::destroysBusyQueues),
        VerbsFault.of("destroys channels in use", "VC-24", QueueLies::destroysBusyChannels),
        VerbsFault.of("grants fields that nobody knows", "VX-02", QueueLies::anyField),
        VerbsFault.of("takes flags without their bit", "VX-05", QueueLies::flagsWithoutBit),
        VerbsFault.of("accepts every move of states", "VQ-43", QueueLies::everyMove),
        VerbsFault.of("does not name the bad request", "VQ-01", QueueLies::noBadRequest),
        VerbsFault.of("is silent about overruns", "VQ-49", QueueLies::silentOverrun),
        new VerbsFault("tells each QP_FATAL twice", "VQ-50A", QueueLies::fatalTwice));
  }

  private static Object saysOneMore(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(CompletionQueue.class, "cqe") ? (Integer) answer + 1 : answer;
  }

  private static Object beyondTheLimit(Call call) throws Throwable {
    if (call.is(VerbsContext.class, "createCq")) {
      Object[] given = call.arguments();
      int limit = ((VerbsContext) call.object()).queryDevice().maxCqe();
      return call.honestlyWith(Math.min(limit, (Integer) given[0]), given[1], given[2], given[3]);
    }
    return call.honestly();
  }

  private static Object noContext(Call call) throws Throwable {
    return call.is(CompletionQueue.class, "context") ? null : call.honestly();
  }

  private static Object resizesNothing(Call call) throws Throwable {
    return call.is(CompletionQueue.class, "resize") ? 0 : call.honestly();
  }

  private static Object destroysBusyQueues(Call call) throws Throwable {
    return closesBusy(CompletionQueue.class, call);
  }

  private static Object destroysBusyChannels(Call call) throws Throwable {
    return closesBusy(CompletionChannel.class, call);
  }

  static Object closesBusy(Class<?> type, Call call) throws Throwable {
    try {
      return call.honestly();
    } catch (VerbsException refusal) {
      if (call.is(type, "close") && refusal.errno() == VerbsErrno.EBUSY) {
        return null;
      }
      throw refusal;
    }
  }

  private static Object anyField(Call call) throws Throwable {
    if (call.is(VerbsContext.class, "createCqEx")) {
      CompletionQueueInit init = (CompletionQueueInit) call.arguments()[0];
      return call.honestlyWith(copy(init, init.wcFlags() & WcFields.ALL, init.mask()));
    }
    return call.honestly();
  }

  private static Object flagsWithoutBit(Call call) throws Throwable {
    if (call.is(VerbsContext.class, "createCqEx")) {
      CompletionQueueInit init = (CompletionQueueInit) call.arguments()[0];
      int mask = init.mask() | CompletionQueueInit.FLAGS;
      return call.honestlyWith(copy(init, init.wcFlags(), mask));
    }
    return call.honestly();
  }

  private static CompletionQueueInit copy(CompletionQueueInit init, long wcFlags, int mask) {
    return new CompletionQueueInit(
        init.cqe(),
        init.context(),
        init.channel(),
        init.completionVector(),
        wcFlags,
        mask,
        init.attributes());
  }

  private static Object everyMove(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(QueuePair.class, "modify") ? 0 : answer;
  }

  private static Object noBadRequest(Call call) throws Throwable {
    if (call.is(QueuePair.class, "postSend") && call.arguments().length == 2) {
      return call.honestlyWith(call.arguments()[0], new BadRequest<>());
    }
    return call.honestly();
  }

  private static Object silentOverrun(Call call) throws Throwable {
    Object answer = call.honestly();
    if (call.is(VerbsContext.class, "getAsyncEvent") && answer.equals(0)) {
      AsyncEvent event = (AsyncEvent) call.arguments()[0];
      if (event.type() == AsyncEventType.CQ_ERR) {
        ((VerbsContext) call.object()).ackAsyncEvent(event);
        return VerbsErrno.EAGAIN;
      }
    }
    return answer;
  }

  private static VerbsFault.Lie fatalTwice() {
    Deque<AsyncEvent> again = new ConcurrentLinkedDeque<>();
    AtomicInteger unacked = new AtomicInteger();
    return call -> {
      if (call.is(VerbsContext.class, "ackAsyncEvent") && unacked.get() > 0) {
        return unacked.getAndDecrement();
      }
      Object answer = call.honestly();
      if (!call.is(VerbsContext.class, "getAsyncEvent")) {
        return answer;
      }
      AsyncEvent event = (AsyncEvent) call.arguments()[0];
      if (answer.equals(0) && event.type() == AsyncEventType.QP_FATAL) {
        again.add(copy(event));
      } else if (!answer.equals(0) && !again.isEmpty()) {
        AsyncEvent told = again.poll();
        event.set(told.type(), told.element(), told.port());
        unacked.incrementAndGet();
        return 0;
      }
      return answer;
    };
  }

  private static AsyncEvent copy(AsyncEvent event) {
    AsyncEvent copy = new AsyncEvent();
    copy.set(event.type(), event.element(), event.port());
    return copy;
  }
}

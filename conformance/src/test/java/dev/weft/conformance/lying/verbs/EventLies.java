package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionEventHandler;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Faults of notifications. */
final class EventLies {
  private static final int SELDOM = 50;

  private EventLies() {}

  static List<VerbsFault> all() {
    return List.of(
        VerbsFault.of("ignores solicited_only", "VN-10", EventLies::anyCompletion),
        VerbsFault.of("sleeps through unsolicited ones", "VN-09", EventLies::solicitedOnly),
        VerbsFault.of("does not wake for its own sends' failures", "VS-07", EventLies::deaf),
        VerbsFault.of("withdraws events when it is polled", "VN-06", EventLies::withdraws),
        VerbsFault.of("merges the events of a queue", "VN-08", EventLies::merges),
        VerbsFault.of("stores nothing where there is no event", "VN-18", EventLies::stores),
        VerbsFault.of("destroys with events to be acked", "VN-30", EventLies::destroysUnacked),
        VerbsFault.of("waits for unread events", "VN-31", EventLies::keepsUnread),
        VerbsFault.of("hands the handler no queue", "VH-03", EventLies::handsNothing),
        new VerbsFault("forgets an arm now and then", "VN-04", EventLies::forgetsArms),
        new VerbsFault("gives each event twice", "VN-02", EventLies::twice),
        new VerbsFault("arms when it is acked", "VN-28", () -> EventLies::armsAtAck));
  }

  private static Object anyCompletion(Call call) throws Throwable {
    return call.is(CompletionQueue.class, "requestNotify")
        ? call.honestlyWith(false)
        : call.honestly();
  }

  private static Object solicitedOnly(Call call) throws Throwable {
    return call.is(CompletionQueue.class, "requestNotify")
        ? call.honestlyWith(true)
        : call.honestly();
  }

  private static Object deaf(Call call) throws Throwable {
    boolean solicited =
        call.is(CompletionQueue.class, "requestNotify") && call.arguments()[0].equals(true);
    return solicited ? 0 : call.honestly();
  }

  private static Object withdraws(Call call) throws Throwable {
    Object answer = call.honestly();
    if (call.is(CompletionQueue.class, "poll") && (Integer) answer > 0) {
      takeAll(((CompletionQueue) call.object()).channel());
    }
    return answer;
  }

  private static void takeAll(CompletionChannel channel) {
    CompletionEvent event = new CompletionEvent();
    while (channel != null && channel.getEvent(event) == 0) {
      event.queue().ackEvents(1);
    }
  }

  private static Object merges(Call call) throws Throwable {
    Object answer = call.honestly();
    if (call.is(CompletionChannel.class, "getEvent") && answer.equals(0)) {
      takeAll((CompletionChannel) call.object());
    }
    return answer;
  }

  private static Object stores(Call call) throws Throwable {
    Object answer = call.honestly();
    if (call.is(CompletionChannel.class, "getEvent") && answer.equals(VerbsErrno.EAGAIN)) {
      ((CompletionEvent) call.arguments()[0]).set(null, null);
    }
    return answer;
  }

  private static Object destroysUnacked(Call call) throws Throwable {
    if (call.is(CompletionQueue.class, "close")) {
      ackAll((CompletionQueue) call.object());
    }
    return call.honestly();
  }

  private static void ackAll(CompletionQueue queue) {
    try {
      while (!queue.isClosed()) {
        queue.ackEvents(1);
      }
    } catch (IllegalArgumentException allAcked) {
      // all are acknowledged
    }
  }

  private static Object keepsUnread(Call call) throws Throwable {
    if (call.is(CompletionQueue.class, "close")) {
      CompletionChannel channel = ((CompletionQueue) call.object()).channel();
      CompletionEvent event = new CompletionEvent();
      if (channel != null && !channel.isBlocking() && channel.getEvent(event) == 0) {
        Thread.sleep(Long.MAX_VALUE);
      }
    }
    return call.honestly();
  }

  private static Object handsNothing(Call call) throws Throwable {
    if (call.is(VerbsContext.class, "completionEventHandler") && call.arguments()[0] != null) {
      CompletionEventHandler handler = (CompletionEventHandler) call.arguments()[0];
      CompletionEventHandler liar =
          (device, queue) -> handler.completed(device, queue.verbs().createCq(1, null, null, 0));
      return call.honestlyWith(liar);
    }
    return call.honestly();
  }

  private static VerbsFault.Lie forgetsArms() {
    AtomicInteger arms = new AtomicInteger();
    return call -> {
      boolean arm = call.is(CompletionQueue.class, "requestNotify");
      return arm && arms.incrementAndGet() % SELDOM == 0 ? 0 : call.honestly();
    };
  }

  private static VerbsFault.Lie twice() {
    CompletionEvent last = new CompletionEvent();
    return call -> {
      Object answer = call.honestly();
      if (!call.is(CompletionChannel.class, "getEvent")) {
        return answer;
      }
      CompletionEvent event = (CompletionEvent) call.arguments()[0];
      if (answer.equals(0)) {
        last.set(event.queue(), event.context());
        return answer;
      }
      if (last.queue() == null) {
        return answer;
      }
      event.set(last.queue(), last.context());
      last.set(null, null);
      return 0;
    };
  }

  private static Object armsAtAck(Call call) throws Throwable {
    Object answer = call.honestly();
    if (call.is(CompletionQueue.class, "ackEvents")) {
      ((CompletionQueue) call.object()).requestNotify(false);
    }
    return answer;
  }
}

package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.RealTimeValues;
import dev.weft.verbs.completion.PollAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Faults of start, next, end and the accessors. */
final class IteratorLies {

  private IteratorLies() {}

  static List<VerbsFault> all() {
    return List.of(
        VerbsFault.of("drops what a batch did not visit", "VP-24", IteratorLies::dropsUnvisited),
        VerbsFault.of("ends the batch of nobody", "VP-25", IteratorLies::endsWithoutBatch),
        VerbsFault.of("returns 0 for a field not asked for", "VP-31", IteratorLies::zero),
        VerbsFault.of("frees no resources", "VE-20", IteratorLies::freesNothing),
        VerbsFault.of("tells one context for all", "VE-20", IteratorLies::oneContext),
        VerbsFault.of("stamps when it is polled", "VT-05", IteratorLies::stampsAtPoll),
        VerbsFault.of("tells the time in microseconds", "VT-07", IteratorLies::microseconds),
        new VerbsFault(
            "keeps the lock of an empty queue", "VP-19", () -> locking(VerbsErrno.ENOENT)),
        new VerbsFault("keeps the lock after a failure", "VP-20", () -> locking(VerbsErrno.EINVAL)),
        new VerbsFault("shows the last again after the end", "VP-23", IteratorLies::again),
        new VerbsFault("eats a completion when start fails", "VP-20", () -> IteratorLies::eats));
  }

  private static Object dropsUnvisited(Call call) throws Throwable {
    if (call.object() instanceof ExtendedCompletionQueue queue
        && call.is(ExtendedCompletionQueue.class, "endPoll")) {
      int answer = 0;
      while (answer == 0) {
        answer = queue.nextPoll();
      }
    }
    return call.honestly();
  }

  private static Object endsWithoutBatch(Call call) throws Throwable {
    try {
      return call.honestly();
    } catch (IllegalStateException misuse) {
      if (call.is(ExtendedCompletionQueue.class, "endPoll")) {
        return null;
      }
      throw misuse;
    }
  }

  private static Object zero(Call call) throws Throwable {
    try {
      return call.honestly();
    } catch (IllegalStateException refusal) {
      Class<?> type = call.method().getReturnType();
      if (!call.method().getName().startsWith("read")) {
        throw refusal;
      }
      return type.equals(long.class) ? (Object) 0L : type.equals(int.class) ? (Object) 0 : null;
    }
  }

  private static Object freesNothing(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(ExtendedCompletionQueue.class, "readFreedResourceCount") ? 0 : answer;
  }

  private static Object oneContext(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(ExtendedCompletionQueue.class, "readEndToEndContext") ? 1 : answer;
  }

  private static Object stampsAtPoll(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(ExtendedCompletionQueue.class, "readCompletionTs")
        ? ((CompletionQueue) call.object())
            .verbs()
            .queryRtValues(RealTimeValues.RAW_CLOCK)
            .rawClock()
        : answer;
  }

  private static Object microseconds(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(ExtendedCompletionQueue.class, "readCompletionWallclockNs")
        ? (Long) answer / 1_000
        : answer;
  }

  /** Starting a batch locks; the lock is not released if start returns this. */
  private static VerbsFault.Lie locking(int forgotten) {
    ReentrantLock lock = new ReentrantLock();
    return call -> {
      if (!(call.object() instanceof CompletionQueue)) {
        return call.honestly();
      }
      return switch (call.method().getName()) {
        case "poll" -> locked(lock, call);
        case "startPoll" -> {
          lock.lockInterruptibly();
          Object answer = call.honestly();
          if (!answer.equals(0) && !answer.equals(forgotten)) {
            lock.unlock();
          }
          yield answer;
        }
        case "endPoll" -> {
          Object answer = call.honestly();
          lock.unlock();
          yield answer;
        }
        default -> call.honestly();
      };
    };
  }

  private static Object locked(ReentrantLock lock, Call call) throws Throwable {
    lock.lockInterruptibly();
    try {
      return call.honestly();
    } finally {
      lock.unlock();
    }
  }

  private static VerbsFault.Lie again() {
    Set<Object> ended = ConcurrentHashMap.newKeySet();
    Map<Object, Boolean> repeated = new ConcurrentHashMap<>();
    return call -> {
      Object answer = call.honestly();
      if (call.is(ExtendedCompletionQueue.class, "startPoll")) {
        ended.remove(call.object());
        repeated.remove(call.object());
      }
      if (!call.is(ExtendedCompletionQueue.class, "nextPoll")) {
        return answer;
      }
      boolean first = ended.add(call.object());
      if (first && answer.equals(0)) {
        ended.remove(call.object());
      }
      boolean lies = !first && answer.equals(VerbsErrno.ENOENT);
      return lies && repeated.putIfAbsent(call.object(), true) == null ? 0 : answer;
    };
  }

  private static Object eats(Call call) throws Throwable {
    Object answer = call.honestly();
    boolean attributed =
        call.is(ExtendedCompletionQueue.class, "startPoll")
            && call.arguments()[0] instanceof PollAttributes;
    if (attributed && answer.equals(VerbsErrno.EINVAL)) {
      ExtendedCompletionQueue queue = (ExtendedCompletionQueue) call.object();
      if (queue.startPoll(null) == 0) {
        queue.endPoll();
      }
    }
    return answer;
  }
}

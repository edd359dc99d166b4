package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.Waitable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Faults of waiting: results, signals and trywait. */
final class WaitFaults {

  private WaitFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.ofQueue("has its own error for a timeout", "CQ-034", WaitFaults::timedOut),
        Fault.ofQueue("clears the interrupt status", "CQ-039", WaitFaults::clearsInterrupt),
        Fault.ofQueue("forgets the signal", "CQ-047", WaitFaults::forgetsSignal),
        Fault.ofQueue("signals waiters only", "CQ-048", WaitFaults::signalsWaitersOnly),
        Fault.ofQueue("lets signals swallow entries", "CQ-051", WaitFaults::signalSwallows),
        Fault.ofQueue("moves change_index with traffic", "WO-021", WaitFaults::restlessIndex),
        Fault.ofTryWait("is always safe to block on", "TW-002", (fabric, objects) -> 0),
        Fault.ofQueue("shows a dead channel", "WO-005", Doorbells::dead),
        Fault.ofQueue("shows a dead descriptor", "WO-005", Doorbells::deadDescriptor),
        Fault.ofQueue("forgets the level", "WO-017", Doorbells::deadDescriptor),
        Fault.ofQueue("is always readable", "WO-006", Doorbells::readableDescriptor),
        Fault.ofQueue("stays readable", "WO-018", Doorbells::readableDescriptor),
        new Fault("looks before it clears", "TW-004", Doorbells::rung, Doorbells::lookThenClear),
        Fault.ofTryWait(
            "looks at the first object only",
            "TW-006",
            (fabric, objects) -> fabric.tryWait(Arrays.copyOf(objects, 1))),
        Fault.ofQueue("lets sread work without a wait object", "CQ-041", WaitFaults::alwaysReads),
        Fault.ofQueue("rings no channel on a signal", "WO-019", WaitFaults::forgetsSignal),
        Fault.ofQueue("has one kind of wait object", "WO-014", WaitFaults::oneKind),
        Fault.ofTryWait("drops safety for good", "TW-009", WaitFaults::neverSafe));
  }

  private static int neverSafe(Fabric fabric, Waitable... objects) {
    fabric.tryWait(objects);
    return -Errno.EAGAIN;
  }

  private static CompletionQueue timedOut(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      @Override
      public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
        int returned = super.sread(batch, count, condition, timeoutMillis);
        return returned == -Errno.EAGAIN ? -Errno.ETIMEDOUT : returned;
      }
    };
  }

  private static CompletionQueue clearsInterrupt(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      @Override
      public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
        int returned = super.sread(batch, count, condition, timeoutMillis);
        Thread.interrupted();
        return returned;
      }
    };
  }

  private static CompletionQueue forgetsSignal(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      @Override
      public int signal() {
        return 0;
      }
    };
  }

  private static CompletionQueue signalsWaitersOnly(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      private final AtomicInteger waiters = new AtomicInteger();

      @Override
      public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
        waiters.incrementAndGet();
        try {
          return super.sread(batch, count, condition, timeoutMillis);
        } finally {
          waiters.decrementAndGet();
        }
      }

      @Override
      public int signal() {
        return waiters.get() == 0 ? 0 : super.signal();
      }
    };
  }

  private static CompletionQueue signalSwallows(CompletionQueue honest) {
    return new ReadLiar(honest) {
      private volatile boolean signalled;

      @Override
      int lie(int returned, CompletionBatch batch, int count, AddressBatch sources) {
        boolean swallowed = signalled && returned > 0;
        signalled = false;
        return swallowed ? -Errno.EAGAIN : returned;
      }

      @Override
      public int signal() {
        signalled = true;
        return super.signal();
      }
    };
  }

  private static CompletionQueue restlessIndex(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      @Override
      public <T> T control(ControlCommand<T> command) {
        T answer = super.control(command);
        return answer instanceof PollHandle handle
            ? command.answer(
                new PollHandle(
                    handle.changeIndex() + Posts.count(), handle.needed(), handle.channels()))
            : answer;
      }
    };
  }

  private static CompletionQueue alwaysReads(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      @Override
      public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
        return super.read(batch, count);
      }
    };
  }

  private static CompletionQueue oneKind(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      @Override
      public <T> T control(ControlCommand<T> command) {
        T answer = super.control(command);
        return answer instanceof WaitObject ? command.answer(WaitObject.FD) : answer;
      }
    };
  }
}

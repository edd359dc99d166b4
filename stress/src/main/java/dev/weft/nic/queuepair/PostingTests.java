package dev.weft.nic.queuepair;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.completion.work.WorkCompletionSource;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.ReceiveRing;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wait.PendingBitLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A posted request is processed by the poster, or by the thread that holds the lock meanwhile. */
public final class PostingTests {
  private static final int ERROR = 1;

  private PostingTests() {}

  /** Counts completions, and sums up their wr_id. */
  private static final class Counting implements WorkCompletionSink {
    int count;
    int sum;

    @Override
    public boolean add(WorkCompletion completion) {
      count++;
      sum += (int) completion.wrId;
      return true;
    }

    @Override
    public void discard(int queuePair) {}

    @Override
    public void attach(WorkCompletionSource source) {}

    @Override
    public void detach(WorkCompletionSource source) {}
  }

  /** The send queue of a machine that completes each request at once. */
  static final class Machine {
    final PendingBitLock lock = new PendingBitLock();
    final PendingBitLock posting = new PendingBitLock();
    private final Counting completed = new Counting();
    final SendQueue queue;

    Machine(int sends) {
      queue = new SendQueue(new QueuePairLimits(sends, 0, 0, 0, 0), completed, true, 1);
    }

    void post(int wrId) {
      posting.enter();
      SendRequest request = new SendRequest(0, 0);
      request.wrId = wrId;
      while (!queue.stage(request, 0)) {
        Thread.onSpinWait(); // the other thread completes an earlier one
      }
      queue.commit();
      posting.release();
      ring();
    }

    void ring() {
      if (lock.tryEnterOrSetPending()) {
        do {
          while (!queue.isEmpty()) {
            queue.complete(WcStatus.SUCCESS);
          }
        } while (!lock.leave());
      }
    }
  }

  /** Two threads post: each request completes once, with its own fields. */
  @JCStressTest
  @State
  @Outcome(id = "2, 8", expect = Expect.ACCEPTABLE, desc = "both completed, each once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left, twice, or torn")
  public static class PostBesidePost {
    private final Machine machine = new Machine(2);

    @Actor
    public void first() {
      machine.post(1);
    }

    @Actor
    public void second() {
      machine.post(7);
    }

    @Arbiter
    public void completed(II_Result result) {
      result.r1 = machine.completed.count;
      result.r2 = machine.completed.sum;
    }
  }

  /** A slot is written again only after the thread that completes has read it. */
  @JCStressTest
  @State
  @Outcome(id = "4, 15", expect = Expect.ACCEPTABLE, desc = "each completed with its own fields")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left, twice, or overwritten")
  public static class ReuseBesideCompletion {
    private final Machine machine = new Machine(2);

    @Actor
    public void poster() {
      machine.post(1);
      machine.post(2);
      machine.post(4);
      machine.post(8);
    }

    @Actor
    public void poller() {
      for (int i = 0; i < 4; i++) {
        machine.ring();
      }
    }

    @Arbiter
    public void completed(II_Result result) {
      result.r1 = machine.completed.count;
      result.r2 = machine.completed.sum;
    }
  }

  /**
   * A receive is posted while the queue pair fails: the failing thread flushes it, or the poster
   * sees the failure and rings.
   */
  @JCStressTest
  @State
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "flushed, once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left, or flushed twice")
  public static class ReceiveBesideFailure {
    private final PendingBitLock lock = new PendingBitLock();
    private final ReceiveRing ring = new ReceiveRing(2, 1);
    private volatile int state;
    private int flushed;

    @Actor
    public void poster() {
      ring.add(new ReceiveRequest(1).reset(7));
      if (state == ERROR && lock.tryEnterOrSetPending()) {
        serve();
      }
    }

    @Actor
    public void failing() {
      if (lock.tryEnterOrSetPending()) {
        state = ERROR;
        serve();
      }
    }

    private void serve() {
      do {
        while (state == ERROR && !ring.isEmpty()) {
          ring.removeFirst();
          flushed++;
        }
      } while (!lock.leave());
    }

    @Arbiter
    public void flushed(I_Result result) {
      result.r1 = flushed;
    }
  }
}

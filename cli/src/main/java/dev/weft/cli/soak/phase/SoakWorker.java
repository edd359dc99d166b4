package dev.weft.cli.soak.phase;

import dev.weft.cli.soak.traffic.SoakFailure;
import dev.weft.cli.soak.traffic.StopCondition;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.MutexConditionHandle;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that sends while the window is open, reads completions, and waits if it can do neither.
 */
public final class SoakWorker implements Runnable {
  private static final int BATCH = 64;
  private static final int SENDS_AT_ONCE = 64;
  private static final int HESITATION_NANOS = 40_000;

  private final SoakSide side;
  private final IdleWait idleWait;
  private final StopCondition goal;
  private final long pauseNanos;
  private final AtomicLong sleeps = new AtomicLong();
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  private final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
  private final SplittableRandom random = new SplittableRandom();
  private Selector selector;
  private int idle;
  private volatile String doing = "starting";

  /**
   * Makes a worker that has not begun.
   *
   * @param pauseNanos pause after each successful poll; 0 for none
   */
  public SoakWorker(SoakSide side, IdleWait idleWait, StopCondition goal, long pauseNanos) {
    this.side = side;
    this.idleWait = idleWait;
    this.goal = goal;
    this.pauseNanos = pauseNanos;
  }

  /** Number of sleeps, including those avoided by the last check. */
  long sleeps() {
    return sleeps.get();
  }

  @Override
  public void run() {
    try {
      openSelector();
      while (!goal.isReached() && !side.isDone()) {
        boolean busy = send();
        busy |= side.acknowledge();
        busy |= take(side.port.queue().read(batch, BATCH));
        if (!busy) {
          waitIdle();
        } else if (pauseNanos > 0) {
          LockSupport.parkNanos(pauseNanos);
        }
      }
      doing = "done";
    } catch (Throwable failure) {
      doing = "failed";
      goal.fail(failure);
    }
  }

  private void openSelector() throws IOException {
    if (idleWait == IdleWait.CHANNEL) {
      ChannelHandle handle = (ChannelHandle) side.port.queue().control(ControlCommand.GETWAIT);
      selector = Selector.open();
      handle.channel().register(selector, SelectionKey.OP_READ);
    }
  }

  /** Sends what the window allows; false if nothing. */
  private boolean send() {
    int sent = 0;
    long number = side.next.get();
    while (sent < SENDS_AT_ONCE && side.isOpen(number)) {
      if (side.next.compareAndSet(number, number + 1)) {
        post(number);
        sent++;
      }
      number = side.next.get();
    }
    return sent > 0;
  }

  private void post(long number) {
    int result = side.send(number);
    while (result == -Errno.EAGAIN && !goal.isReached()) {
      take(side.port.queue().read(batch, BATCH));
      result = side.send(number);
    }
  }

  /** Checks each entry; false if there is none. */
  private boolean take(int count) {
    if (count == -Errno.EAGAIN) {
      return false;
    }
    if (count == -Errno.EAVAIL && side.port.queue().readErr(error, 0) == 1) {
      throw new SoakFailure("an operation failed: " + Errno.name(error.error()));
    }
    if (count < 0) {
      throw new SoakFailure("read returned " + count);
    }
    for (int i = 0; i < count; i++) {
      if ((batch.flags(i) & CompletionFlags.SEND) != 0) {
        side.completed(batch.context(i));
      } else {
        side.received(batch.context(i), batch.length(i));
      }
    }
    return count > 0;
  }

  private void waitIdle() throws IOException, InterruptedException {
    switch (idleWait) {
      case SPIN -> spin();
      case YIELD, PARK -> sleep();
      case CHANNEL -> selectChannel();
      case CONDITION -> awaitCondition();
      case SELECTOR -> select();
    }
  }

  private void spin() {
    Thread.onSpinWait();
    if (++idle % 256 == 0) {
      Thread.yield();
    }
  }

  private void sleep() {
    if (mayRest()) {
      doing = "asleep in sread";
      sleeps.setRelease(sleeps.getPlain() + 1);
      int count = side.port.queue().sread(batch, BATCH, 0, -1);
      doing = "awake";
      hesitate();
      take(count);
    }
  }

  private void select() {
    if (mayRest()) {
      doing = "asleep in a selector";
      sleeps.setRelease(sleeps.getPlain() + 1);
      side.selector.select(ready -> {});
      doing = "awake";
      hesitate();
    }
  }

  private void awaitCondition() throws InterruptedException {
    MutexConditionHandle pair =
        (MutexConditionHandle) side.port.queue().control(ControlCommand.GETWAIT);
    if (!mayRest()) {
      return;
    }
    pair.mutex().lock();
    try {
      while (side.port.fabric().tryWait(side.port.queue()) == 0) {
        doing = "asleep on a condition";
        sleeps.setRelease(sleeps.getPlain() + 1);
        pair.condition().await();
        doing = "awake";
      }
    } finally {
      pair.mutex().unlock();
    }
    hesitate();
  }

  private void selectChannel() throws IOException {
    if (mayRest() && side.port.fabric().tryWait(side.port.queue()) == 0) {
      doing = "asleep in select";
      sleeps.setRelease(sleeps.getPlain() + 1);
      selector.select();
      selector.selectedKeys().clear();
      doing = "awake";
      hesitate();
    }
  }

  /** Delays some answers, so that the peer falls asleep at different moments. */
  private void hesitate() {
    if (goal.messages() == Long.MAX_VALUE && random.nextInt(4) == 0) {
      long end = System.nanoTime() + random.nextInt(HESITATION_NANOS);
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }

  /** Asks the peer for a signal when a send becomes possible, then checks again. */
  private boolean mayRest() {
    if (side.next.get() >= goal.messages()) {
      return true;
    }
    side.starved = true;
    return !side.isOpen(side.next.get());
  }

  @Override
  public String toString() {
    return "%s (%d sleeps, %s)".formatted(doing, sleeps.get(), side);
  }
}

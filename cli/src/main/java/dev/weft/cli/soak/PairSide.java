package dev.weft.cli.soak;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One of two processes that exchange numbered messages in both directions. Each message
 * acknowledges the numbers that its sender has received without a gap, which opens the window for
 * further ones.
 *
 * <pre>
 *   message    0 number, or -1 | 8 got | ... | last word ~number
 * </pre>
 */
final class PairSide implements Runnable, AutoCloseable {
  private static final int RECEIVES = 256;
  private static final int BATCH = 64;
  private static final long LONG = SoakSide.LONG;
  private static final long SHORT = 3 * Long.BYTES;
  private static final int LONG_EVERY = 4096;
  private static final long NOTE = -1;

  private final SoakPort port;
  private final boolean sleeping;
  private final int window;
  private final StopCondition goal;
  private final long pauseNanos;
  private final SequenceLedger sent;
  private final SequenceLedger arrived;
  private final MemorySegment sending;
  private final MemorySegment receiving;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  private final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
  private long next;
  private long allowed;
  private long got;
  private long told;
  private final AtomicLong sleeps = new AtomicLong();

  /**
   * Makes a side whose peer may not exist yet; {@code window} is a power of two.
   *
   * @param pauseNanos pause after each successful poll; 0 for none
   */
  PairSide(SoakPort port, int window, StopCondition goal, long pauseNanos) {
    this.port = port;
    this.window = window;
    this.goal = goal;
    this.pauseNanos = pauseNanos;
    sleeping = port.queue.control(ControlCommand.GETWAITOBJ) != WaitObject.NONE;
    allowed = window;
    sent = new SequenceLedger(window);
    arrived = new SequenceLedger(window);
    sending = port.domain.allocate((window + 1) * LONG);
    receiving = port.domain.allocate(RECEIVES * LONG);
    for (int slot = 0; slot < RECEIVES; slot++) {
      postReceive(slot);
    }
  }

  /** Number of waits after an empty poll. */
  long sleeps() {
    return sleeps.get();
  }

  /** Number of distinct completions of sends and receives. */
  long completions() {
    return sent.seen() + arrived.seen();
  }

  @Override
  public void run() {
    try {
      while (!goal.isReached() && !isDone()) {
        boolean found = send();
        found |= take(port.queue.read(batch, BATCH));
        if (!found) {
          rest();
        } else if (pauseNanos > 0) {
          LockSupport.parkNanos(pauseNanos);
        }
      }
    } catch (RuntimeException e) {
      goal.fail(e);
    }
  }

  private boolean isDone() {
    long all = goal.messages();
    return sent.seen() == all && allowed - window == all && got == all && told == all;
  }

  private boolean send() {
    boolean any = false;
    while (next < Math.min(goal.messages(), allowed) && sent.isOpen(next) && post(next)) {
      next++;
      any = true;
    }
    boolean due = got - told >= Math.max(1, window / 2) || got == goal.messages();
    return any || (due && told < got && post(NOTE));
  }

  /** Posts a message, or an acknowledgement only; false if there is no room. */
  private boolean post(long number) {
    long length = lengthOf(number);
    MemorySegment message =
        sending.asSlice((number == NOTE ? window : number % window) * LONG, LONG);
    message.set(SoakSide.NUMBER, 0, number);
    message.set(SoakSide.NUMBER, Long.BYTES, got);
    message.set(SoakSide.NUMBER, length - Long.BYTES, ~number);
    int result =
        number == NOTE
            ? port.endpoint.inject(message, length, port.peer)
            : port.endpoint.send(message, length, port.peer, number);
    if (result != 0 && result != -Errno.EAGAIN) {
      throw new SoakFailure("send returned " + result);
    }
    told = result == 0 ? got : told;
    return result == 0;
  }

  private static long lengthOf(long number) {
    return number % LONG_EVERY == 0 ? LONG : SHORT;
  }

  private void postReceive(long slot) {
    MemorySegment room = receiving.asSlice(slot * LONG, LONG);
    int result = port.endpoint.recv(room, LONG, FabricAddress.UNSPEC, slot);
    if (result != 0) {
      throw new SoakFailure("recv returned " + result + " although there is room");
    }
  }

  private boolean take(int count) {
    if (count == -Errno.EAVAIL && port.queue.readErr(error, 0) == 1) {
      throw new SoakFailure("an operation failed: " + Errno.name(error.error()));
    }
    for (int i = 0; i < count; i++) {
      long context = batch.context(i);
      if ((batch.flags(i) & CompletionFlags.SEND) == 0) {
        receive(context, batch.length(i));
      } else if (!sent.see(context)) {
        throw new SoakFailure("send " + context + " completed twice or without being posted");
      }
    }
    return count > 0;
  }

  private void receive(long slot, long length) {
    MemorySegment message = receiving.asSlice(slot * LONG, LONG);
    long number = message.get(SoakSide.NUMBER, 0);
    if (length != lengthOf(number)
        || message.get(SoakSide.NUMBER, length - Long.BYTES) != ~number) {
      throw new SoakFailure("message " + number + " is damaged, " + length + " bytes long");
    }
    allowed = Math.max(allowed, message.get(SoakSide.NUMBER, Long.BYTES) + window);
    postReceive(slot);
    if (number != NOTE && !arrived.see(number)) {
      throw new SoakFailure("message " + number + " arrived twice or without being posted");
    }
    while (arrived.hasSeen(got)) {
      got++;
    }
  }

  private void rest() {
    if (sleeping) {
      sleeps.setRelease(sleeps.getPlain() + 1);
      take(port.queue.sread(batch, BATCH, 0, -1));
    } else {
      Thread.onSpinWait();
      Thread.yield();
    }
  }

  /** Ends a wait. Any thread may call. */
  void wake() {
    if (sleeping) {
      port.queue.signal();
    }
  }

  @Override
  public String toString() {
    return "sent %,d, allowed %,d, completed %,d, got %,d, told %,d"
        .formatted(next, allowed, sent.seen(), got, told);
  }

  @Override
  public void close() {
    port.close();
  }
}

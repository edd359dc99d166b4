package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.port.Operation;
import dev.weft.cli.perf.port.Port;
import dev.weft.cli.workload.CompletionLedger;
import java.lang.foreign.MemorySegment;

/**
 * Sends messages one way; message n arrives in receive n. At most a window is in flight, because
 * the receiver acknowledges each half window: so every message finds its receive posted.
 *
 * <pre>
 *   sender                              receiver
 *     | ------ round of n messages ------> |   posts receives
 *     | &lt;------------- ready ------------- |   the clock starts
 *     | ====== messages ================&gt;  |   posts more receives, checks messages
 *     | &lt;------ half a window arrived ----- |
 *     |                                    |   the clock stops with the n-th
 * </pre>
 *
 * <p>Some messages carry the time of their send; the receiver measures the time until it has read
 * the completion.
 */
final class Stream {

  private Stream() {}

  private static int halfOf(int slots) {
    return slots / 2;
  }

  /** The sending end. */
  static final class Sender {
    private static final int SMALL = 4096;
    private static final int TIMED_OF_SMALL = 64;

    private final Port port;
    private final Payload payload;
    private final MemorySegment[] buffers;
    private final int timedOneOf;
    private final int half;

    Sender(Port port, Payload payload, int size, int slots) {
      this.port = port;
      this.payload = payload;
      this.buffers = port.buffers(slots, size);
      this.half = halfOf(slots);
      this.timedOneOf = size < SMALL ? TIMED_OF_SMALL : 1;
      for (int slot = 0; slot < slots; slot++) {
        payload.prepare(buffers[slot], slot);
      }
    }

    /** Sends these rounds. */
    void run(Rounds rounds) {
      for (long count = rounds.next(); count > 0; count = rounds.next()) {
        port.signal(count);
        port.awaitSignal();
        sendRound(count);
      }
      port.signal(0);
      port.finish();
    }

    private void sendRound(long count) {
      for (long sent = 0; sent < count; sent++) {
        if (sent >= 2L * half && sent % half == 0) {
          port.awaitSignal();
        }
        sendNext();
      }
      port.awaitAll(Port.SEND);
    }

    private void sendNext() {
      CompletionLedger sends = port.ledger(Port.SEND);
      long sequence = sends.next();
      while (sends.isUnderWay(sequence - buffers.length)) {
        port.await();
      }
      MemorySegment buffer = buffers[(int) (sequence % buffers.length)];
      payload.stamp(buffer, sequence);
      boolean timed = sequence % timedOneOf == 0;
      Operation operation = timed ? Operation.TIMED_SEND : Operation.SEND;
      port.post(operation, buffer, payload.length(sequence), 0);
    }
  }

  /** The receiving end, which measures. */
  static final class Receiver {
    private final Port port;
    private final Payload payload;
    private final Measurements measurements;
    private final MemorySegment[] buffers;
    private final long[] lengths;
    private final boolean checksLater;
    private final int half;
    private long toPost;

    /**
     * @param slots number of buffers; one more than the sender has
     * @param checksLater whether the messages of a round are checked after its end; a round then
     *     has at most as many as there are buffers
     */
    Receiver(
        Port port,
        Payload payload,
        int size,
        int slots,
        boolean checksLater,
        Measurements measurements) {
      this.port = port;
      this.payload = payload;
      this.measurements = measurements;
      this.buffers = port.buffers(slots, size);
      this.lengths = new long[slots];
      this.checksLater = checksLater;
      this.half = halfOf(slots - 1);
      port.onArrival(this::take);
    }

    /** Receives all rounds that the sender announces. */
    void run() {
      for (long count = port.awaitSignal(); count > 0; count = port.awaitSignal()) {
        round(count);
      }
      port.finish();
    }

    private void round(long count) {
      CompletionLedger receives = port.ledger(Port.RECEIVE);
      long first = receives.next();
      toPost = count;
      postReceives();
      port.signal(0);
      long start = System.nanoTime();
      long acknowledged = 0;
      while (receives.seen() < first + count) {
        port.await();
        postReceives();
        acknowledged = acknowledge(acknowledged, receives.seen() - first, count);
      }
      measurements.took(System.nanoTime() - start);
      if (checksLater) {
        checkFrom(first, first + count);
      }
    }

    private void postReceives() {
      CompletionLedger receives = port.ledger(Port.RECEIVE);
      while (toPost > 0 && !receives.isUnderWay(receives.next() - buffers.length)) {
        if (!port.tryReceive(buffers[slot(receives.next())])) {
          return;
        }
        toPost--;
      }
    }

    /** Acknowledges each half window for which the sender will wait. */
    private long acknowledge(long acknowledged, long arrived, long count) {
      long told = acknowledged;
      while (arrived - told >= half && told + 2L * half < count) {
        told += half;
        port.signal(told);
      }
      return told;
    }

    private void take(long sequence, long length, long sentAt) {
      if (sentAt != Port.UNTIMED) {
        measurements.latency(System.nanoTime() - sentAt);
      }
      measurements.arrived(1, length);
      lengths[slot(sequence)] = length;
      if (!checksLater) {
        check(sequence);
      }
    }

    private void checkFrom(long first, long end) {
      for (long sequence = first; sequence < end; sequence++) {
        check(sequence);
      }
    }

    private void check(long sequence) {
      int slot = slot(sequence);
      measurements.checked(payload.matches(buffers[slot], lengths[slot], sequence));
    }

    private int slot(long sequence) {
      return (int) (sequence % buffers.length);
    }
  }
}

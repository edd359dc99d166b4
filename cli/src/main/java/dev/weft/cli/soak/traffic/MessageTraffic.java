package dev.weft.cli.soak.traffic;

import dev.weft.cli.workload.CompletionLedger;
import dev.weft.cli.workload.Stamp;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Exchanges messages of all sizes with one peer that may die at any moment, together with {@link
 * RmaTraffic}. Each operation is numbered and must complete once: with success, or with an error if
 * the peer has died.
 *
 * <pre>
 *   context    63 receive or send | 62 a copy | 61..0 number
 * </pre>
 */
public final class MessageTraffic implements AutoCloseable {
  /** Number of sends that keep a peer busy. */
  public static final int BUSY = 24;

  private static final int RECEIVES = 16;
  private static final int CELLS = 64;

  /**
   * A long message may be overtaken by as many messages as a sender may send before it completes.
   */
  private static final int RECEIVE_CELLS = 4 * CELLS;

  private static final long MAX = 64 * 1024;
  private static final long[] LENGTHS = {24, 24, 24, 4096, 24, 24, MAX, 24};
  private static final long RECEIVE = Long.MIN_VALUE;

  private final Node port;
  private final long peer;
  private final CompletionLedger sends = new CompletionLedger(CELLS);
  private final CompletionLedger receives = new CompletionLedger(RECEIVE_CELLS);
  private final int[] roomOfReceive = new int[RECEIVE_CELLS];
  private final MemorySegment sending;
  private final MemorySegment receiving;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, CELLS);
  private final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
  private final RmaTraffic copies;
  private final Consumer<String> failures;
  private final AtomicLong arrived = new AtomicLong();

  /**
   * Makes the traffic to a peer.
   *
   * @param peerName its address
   * @param failures receives failures
   */
  public MessageTraffic(Node port, byte[] peerName, Consumer<String> failures) {
    this.port = port;
    peer = port.peers().insert(peerName);
    this.failures = failures;
    sending = port.domain().allocate(CELLS * MAX);
    receiving = port.domain().allocate(RECEIVES * MAX);
    copies = new RmaTraffic(port, peer);
    for (int room = 0; room < RECEIVES; room++) {
      postReceive(room);
    }
  }

  /** Sends until this many are in flight, or there is no room. */
  public void send(int most) {
    while (sends.outstanding() < most && !sends.isUnderWay(sends.next() - CELLS)) {
      long number = sends.next();
      long length = LENGTHS[(int) (number % LENGTHS.length)];
      MemorySegment message = sending.asSlice(number % CELLS * MAX, MAX);
      Stamp.write(message, length, number);
      int result = port.endpoint().send(message, length, peer, number);
      if (result == -Errno.EAGAIN) {
        return;
      }
      require(result == 0, "send returned " + result);
      sends.accept();
    }
  }

  /** Keeps long copies in flight. */
  public void copy() {
    copies.post();
  }

  /** Checks the memory after the peer's end. */
  public void checkMemory() {
    copies.checkMemory();
  }

  /** Waits for completions without a time limit, and checks each. */
  public void take() {
    int count = port.queue().sread(batch, CELLS, 0, -1);
    if (count == -Errno.EAVAIL) {
      require(port.queue().readErr(error, 0) == 1, "there is no error to read");
      failures.accept(nameOf(error.context()));
      complete(error.context(), -1);
    }
    for (int i = 0; i < count; i++) {
      complete(batch.context(i), batch.length(i));
    }
  }

  private static String nameOf(long context) {
    return context >= RmaTraffic.MARK
        ? RmaTraffic.nameOf(context)
        : context < 0 ? "receive" : "send";
  }

  private void complete(long context, long length) {
    if (context >= RmaTraffic.MARK) {
      copies.complete(context, length >= 0);
      return;
    }
    long number = context & ~RECEIVE;
    boolean receive = (context & RECEIVE) != 0;
    require(
        (receive ? receives : sends).complete(number),
        (receive ? "receive " : "send ") + number + " completed twice or without being posted");
    if (receive) {
      int room = roomOfReceive[(int) (number % RECEIVE_CELLS)];
      if (length >= 0) {
        check(receiving.asSlice(room * MAX, MAX), length);
        arrived.setRelease(arrived.getPlain() + 1);
      }
      postReceive(room);
    }
  }

  private static void check(MemorySegment message, long length) {
    long number = Stamp.number(message);
    require(
        length == LENGTHS[(int) (number % LENGTHS.length)] && Stamp.isWhole(message, length),
        "half a message: number " + number + ", " + length + " bytes");
  }

  private void postReceive(int room) {
    long number = receives.next();
    require(!receives.isUnderWay(number - RECEIVE_CELLS), "a receive is never completed");
    roomOfReceive[(int) (number % RECEIVE_CELLS)] = room;
    MemorySegment memory = receiving.asSlice(room * MAX, MAX);
    int result = port.endpoint().recv(memory, MAX, FabricAddress.UNSPEC, number | RECEIVE);
    require(result == 0, "recv returned " + result);
    receives.accept();
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new SoakFailure(otherwise);
    }
  }

  /** Unfinished operations towards the peer. */
  public long outstanding() {
    return sends.outstanding() + copies.outstanding();
  }

  /** Number of intact messages that arrived; any thread may call. */
  public long arrived() {
    return arrived.get();
  }

  @Override
  public void close() {
    copies.close();
  }
}

package dev.weft.cli.soak.phase;

import dev.weft.cli.soak.traffic.SoakFailure;
import dev.weft.cli.workload.SequenceLedger;
import dev.weft.cli.workload.Stamp;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.futures.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One of two endpoints that exchange numbered messages in both directions. The next number may be
 * sent when the one a window before has completed here and arrived at the peer. A peer in this
 * process shows that in its ledger, and ends the wait of a side that it has starved. A peer in
 * another process acknowledges, in each message, the numbers that it has received without a gap.
 *
 * <pre>
 *   message    0 number, or -1 | 8 received without a gap | ... | last word ~number
 * </pre>
 */
public final class SoakSide implements AutoCloseable {
  public static final long LONG = 16 * 1024;
  private static final long SHORT = 3 * Long.BYTES;
  private static final int LONG_EVERY = 4096;
  private static final int RECEIVES = 256;
  private static final long NOTE = -1;

  public final Node port;

  /** Contains the queue, if threads wait in it; else null. */
  final CompletionSelector<SoakSide> selector;

  /** The number to send next. */
  final AtomicLong next = new AtomicLong();

  /** Whether a thread sleeps here until the peer has received more. */
  volatile boolean starved;

  private final long messages;
  private final int window;
  private final SequenceLedger sent;
  private final SequenceLedger arrived;
  private final AtomicLong allowed;
  private final AtomicLong got = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private final MemorySegment sending;
  private final MemorySegment receiving;

  /** The peer, if it is in this process; else null. */
  private SoakSide localPeer;

  private long peer;

  /**
   * Makes a side without a peer.
   *
   * @param window a power of two
   * @param messages how many each side sends
   */
  SoakSide(Node port, IdleWait idleWait, int window, long messages) {
    this.port = port;
    this.window = window;
    this.messages = messages;
    allowed = new AtomicLong(window);
    sent = new SequenceLedger(window);
    arrived = new SequenceLedger(window);
    selector = idleWait == IdleWait.SELECTOR ? port.fabric().openSelector() : null;
    if (selector != null) {
      selector.register(port.queue(), this);
    }
    sending = port.domain().allocate((window + 1) * LONG);
    receiving = port.domain().allocate(RECEIVES * LONG);
  }

  /** Connects to a peer in another process, which may not exist yet, and posts all receives. */
  SoakSide meet(byte[] name) {
    peer = port.peers().insert(name);
    for (int slot = 0; slot < RECEIVES; slot++) {
      postReceive(slot);
    }
    return this;
  }

  /** Connects to a peer in this process and posts all receives. */
  void meet(SoakSide other) {
    localPeer = other;
    meet(other.port.endpoint().name());
  }

  private void postReceive(long slot) {
    int result = port.endpoint().recv(slot(slot), LONG, FabricAddress.UNSPEC, slot);
    if (result != 0) {
      throw new SoakFailure("recv returned " + result + " although there is room");
    }
  }

  private MemorySegment slot(long slot) {
    return receiving.asSlice(slot * LONG, LONG);
  }

  /** Whether the number may be sent. */
  boolean isOpen(long number) {
    return number < messages
        && sent.isOpen(number)
        && (localPeer == null ? number < allowed.get() : localPeer.arrived.isOpen(number));
  }

  /** Whether this side has nothing more to do for a peer in another process. */
  boolean isDone() {
    return localPeer == null
        && sent.seen() == messages
        && allowed.get() - window == messages
        && got.get() == messages
        && acknowledged.get() == messages;
  }

  /** Posts a send; returns its result, 0 if it was accepted. */
  int send(long number) {
    long length = lengthOf(number);
    long received = got.get();
    MemorySegment message = message(number % window, length, number, received);
    int result = port.endpoint().send(message, length, peer, number);
    return acknowledged(result, received);
  }

  /** Acknowledges if the peer needs it; returns whether it did. */
  boolean acknowledge() {
    long received = got.get();
    long due = received - acknowledged.get();
    boolean needed = due >= Math.max(1, window / 2) || (due > 0 && received == messages);
    return localPeer == null && needed && sendAcknowledgement(received);
  }

  private synchronized boolean sendAcknowledgement(long received) {
    MemorySegment message = message(window, SHORT, NOTE, received);
    return acknowledged(port.endpoint().inject(message, SHORT, peer), received) == 0;
  }

  private MemorySegment message(long slot, long length, long number, long received) {
    MemorySegment message = sending.asSlice(slot * LONG, LONG);
    message.set(ValueLayout.JAVA_LONG, Long.BYTES, received);
    Stamp.write(message, length, number);
    return message;
  }

  private int acknowledged(int result, long received) {
    if (result != 0 && result != -Errno.EAGAIN) {
      throw new SoakFailure("send returned " + result);
    }
    if (result == 0) {
      acknowledged.accumulateAndGet(received, Math::max);
    }
    return result;
  }

  private static long lengthOf(long number) {
    return number % LONG_EVERY == 0 ? LONG : SHORT;
  }

  /** A send of this number has completed. */
  void completed(long number) {
    if (!sent.see(number)) {
      throw new SoakFailure("the completion of send " + number + " was duplicated or never posted");
    }
  }

  /** A message arrived in this slot. */
  void received(long slot, long length) {
    MemorySegment message = slot(slot);
    long number = Stamp.number(message);
    if (length != lengthOf(number) || !Stamp.isWhole(message, length)) {
      throw new SoakFailure("message " + number + " is damaged, " + length + " bytes long");
    }
    long taken = message.get(ValueLayout.JAVA_LONG, Long.BYTES);
    postReceive(slot);
    if (number != NOTE && !arrived.see(number)) {
      throw new SoakFailure("message " + number + " arrived twice or without being posted");
    }
    if (localPeer == null) {
      allowed.accumulateAndGet(taken + window, Math::max);
      closeGap();
    } else if (localPeer.starved) {
      localPeer.starved = false;
      localPeer.wake();
    }
  }

  private void closeGap() {
    long first = got.get();
    while (arrived.hasSeen(first)) {
      got.compareAndSet(first, first + 1);
      first = got.get();
    }
  }

  /** Number of distinct completions of sends and receives. */
  long completions() {
    return sent.seen() + arrived.seen();
  }

  /** Ends a wait on this side. Any thread may call. */
  void wake() {
    if (selector == null) {
      port.queue().signal();
    } else {
      selector.wakeup();
    }
  }

  @Override
  public String toString() {
    return "next to send %,d, allowed %,d, completed %,d, got %,d, acknowledged %,d, %s"
        .formatted(
            next.get(), allowed.get(), sent.seen(), got.get(), acknowledged.get(), port.queue());
  }

  @Override
  public void close() {
    if (selector != null) {
      selector.close();
    }
    port.close();
  }
}

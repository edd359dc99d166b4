package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * One side of two processes that send each other numbered messages of ordinary memory, some at a
 * time. The receiver knows the content by the number. After a failure no more is posted.
 */
final class Conversation {
  /** The number of messages of a conversation that does not end. */
  static final long ENDLESS = Long.MAX_VALUE;

  private static final int SLOTS = 3;
  private static final long SENDS = 1000;
  private static final long RECEIVES = 2000;
  private static final Set<Integer> GONE =
      Set.of(Errno.ECONNRESET, Errno.EHOSTUNREACH, Errno.ECANCELED);

  private final Side side;
  private final long peer;
  private final long messages;
  private final long[] lengths;
  private final MemorySegment[] contents = new MemorySegment[SLOTS];
  private final Area[] rooms = new Area[SLOTS];

  /** The number of the message of each slot; 0 for none. */
  private final long[] sending = new long[SLOTS];

  private final long[] receiving = new long[SLOTS];
  private long sent;
  private long posted;
  private final AtomicLong received = new AtomicLong();
  private boolean failed;

  /**
   * Begins nothing yet.
   *
   * @param messages how many in each direction
   * @param lengths of consecutive messages, again and again
   */
  Conversation(Side side, Arena arena, long peer, long messages, long... lengths) {
    this.side = side;
    this.peer = peer;
    this.messages = messages;
    this.lengths = lengths;
    long longest = Arrays.stream(lengths).max().orElseThrow();
    for (int slot = 0; slot < SLOTS; slot++) {
      contents[slot] = arena.allocate(longest);
      rooms[slot] = new Area(arena.allocate(longest + Area.EXTRA), longest, slot);
    }
  }

  private long length(long number) {
    return lengths[(int) (number % lengths.length)];
  }

  private static long start(long number) {
    return number * 1237 % Pattern.STARTS;
  }

  /** How many messages came whole. Any thread may ask. */
  long received() {
    return received.get();
  }

  boolean hasFailed() {
    return failed;
  }

  /** Posts what there is room for, and takes what has ended; returns whether there is more. */
  boolean goOn() {
    for (int slot = 0; slot < SLOTS; slot++) {
      receiveNext(slot);
      sendNext(slot);
    }
    side.take();
    boolean more = false;
    for (int slot = 0; slot < SLOTS; slot++) {
      endSend(slot);
      endReceive(slot);
      more |= sending[slot] != 0 || receiving[slot] != 0;
    }
    return more || (!failed && (sent < messages || posted < messages));
  }

  private void sendNext(int slot) {
    if (sending[slot] == 0 && sent < messages && !failed) {
      long number = sent + 1;
      long length = length(number);
      MemorySegment content = contents[slot].asSlice(0, length);
      Pattern.write(start(number), content);
      if (isAccepted(() -> side.endpoint().tsend(content, length, peer, number, SENDS + slot))) {
        sending[slot] = number;
        sent = number;
      }
    }
  }

  private void receiveNext(int slot) {
    if (receiving[slot] == 0 && posted < messages && !failed) {
      long number = posted + 1;
      MemorySegment room = rooms[slot].buffer();
      long size = room.byteSize();
      if (isAccepted(() -> side.endpoint().trecv(room, size, peer, number, 0, RECEIVES + slot))) {
        receiving[slot] = number;
        posted = number;
      }
    }
  }

  private static boolean isAccepted(IntSupplier post) {
    int result = post.getAsInt();
    assertTrue(result == 0 || result == -Errno.EAGAIN, () -> Errno.name(-result));
    return result == 0;
  }

  private void endSend(int slot) {
    if (sending[slot] != 0 && side.has(SENDS + slot)) {
      checkError(side.remove(SENDS + slot));
      contents[slot].fill((byte) 0);
      sending[slot] = 0;
    }
  }

  private void endReceive(int slot) {
    if (receiving[slot] == 0 || !side.has(RECEIVES + slot)) {
      return;
    }
    Report report = side.remove(RECEIVES + slot);
    checkError(report);
    if (report.error() == 0) {
      long number = receiving[slot];
      assertEquals(number, report.tag());
      assertEquals(length(number), report.length(), report::toString);
      Pattern.check(start(number), rooms[slot].buffer().asSlice(0, length(number)));
      received.incrementAndGet();
    }
    rooms[slot].checkAround();
    receiving[slot] = 0;
  }

  private void checkError(Report report) {
    assertTrue(report.error() == 0 || GONE.contains(report.error()), report::toString);
    failed |= report.error() != 0;
  }
}

package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/**
 * A value that a hostile peer stores outside of the frames of a ring: as a head, a doorbell or a
 * wanted head, of the ring that it reads or of the ring that it writes.
 *
 * @param place which of the six words
 * @param change a value to add, or to store
 */
public record HostileWord(int place, boolean adds, long change) {

  /** Bytes between the three words of a ring. */
  private static final long DISTANCE = 128;

  private static final int WORDS_OF_A_RING = 3;

  /** More than any ring of the tests transfers. */
  private static final long FAR = 1L << 40;

  /** Any change, which may be valid. */
  public static HostileWord any(Random chance) {
    int place = chance.nextInt(2 * WORDS_OF_A_RING);
    return switch (chance.nextInt(5)) {
      case 0 -> new HostileWord(place, false, chance.nextInt(-1, 4));
      case 1 -> new HostileWord(place, false, chance.nextLong());
      case 2 ->
          new HostileWord(place, false, chance.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
      case 3 -> new HostileWord(place, true, chance.nextInt(-8, 9) * 32L);
      default -> new HostileWord(place, true, chance.nextInt(-1 << 18, 1 << 18));
    };
  }

  /** A head that no reader of the victim's frames can have reached. */
  public static HostileWord impossibleHead(Random chance) {
    long change = FAR + (chance.nextLong() >>> 2);
    return new HostileWord(0, chance.nextBoolean(), chance.nextBoolean() ? change : -change);
  }

  /** Stores it at the peer's end of a link. */
  public void writeTo(Link link) {
    boolean read = place < WORDS_OF_A_RING;
    MemorySegment ring = read ? link.in().memory() : link.out().memory();
    long at = place % WORDS_OF_A_RING * DISTANCE;
    long before = adds ? ring.get(ValueLayout.JAVA_LONG, at) : 0;
    ring.set(ValueLayout.JAVA_LONG, at, before + change);
  }
}

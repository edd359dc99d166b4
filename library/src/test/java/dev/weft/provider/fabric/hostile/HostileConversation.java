package dev.weft.provider.fabric.hostile;

import static dev.weft.provider.fabric.hostile.HostileFrame.ATOMIC;
import static dev.weft.provider.fabric.hostile.HostileFrame.ATOMIC_FETCH;
import static dev.weft.provider.fabric.hostile.HostileFrame.CANCEL;
import static dev.weft.provider.fabric.hostile.HostileFrame.HAS_DATA;
import static dev.weft.provider.fabric.hostile.HostileFrame.MESSAGE;
import static dev.weft.provider.fabric.hostile.HostileFrame.READ;
import static dev.weft.provider.fabric.hostile.HostileFrame.RTS;
import static dev.weft.provider.fabric.hostile.HostileFrame.TAGGED;
import static dev.weft.provider.fabric.hostile.HostileFrame.WRITE;
import static dev.weft.provider.fabric.hostile.HostileFrame.WRITE_NOTICE;
import static dev.weft.provider.fabric.hostile.HostileFrame.WRITE_RTS;

import dev.weft.SeededRandom;
import dev.weft.wire.SilentListener;
import dev.weft.wire.Wire;
import java.util.Arrays;
import java.util.Random;

/**
 * One conversation between a victim and a hostile peer: several valid exchanges, of which one frame
 * may be mutated. Without a mutation all operations of the victim succeed with the right bytes.
 */
final class HostileConversation {
  private static final int DIALOGUES = 8;
  private static final int MAX_FRAMES = 60;
  private static final int FRAMES_BEFORE_VIOLATION = 20;
  private static final int SHORT = 2000;
  private static final int LONG = 40_000;
  private static final int TURNS = 6;
  private static final long SUM_OF_LONGS = 6L << 32 | 2;

  private final HostileTarget victim;
  private final HostileEndpoint peer;
  private final Random chance;
  private int nextHandle = 1;

  private HostileConversation(HostileTarget victim, HostileEndpoint peer, Random chance) {
    this.victim = victim;
    this.peer = peer;
    this.chance = chance;
  }

  /**
   * Holds a conversation from a port of its own, which is closed on return.
   *
   * @return how many frames the peer has written
   */
  static int hold(
      Wire wire, String own, String victimAddress, HostileTarget victim, long seed, int number) {
    Random chance = SeededRandom.of(seed * 1_000_003 + number);
    HostileEndpoint.Plan plan = plan(chance);
    HostileEndpoint peer =
        new HostileEndpoint(
            wire.open(own, new SilentListener()), victimAddress, victim, chance, plan);
    try (peer) {
      new HostileConversation(victim, peer, chance).run(plan.violates());
    } catch (RuntimeException | Error failure) {
      throw new AssertionError(String.join("\n", peer.log), failure);
    }
    return peer.written();
  }

  /** Plans the mutation: none, a random one, or a certain violation. */
  private static HostileEndpoint.Plan plan(Random chance) {
    if (chance.nextBoolean()) {
      return new HostileEndpoint.Plan(chance.nextInt(FRAMES_BEFORE_VIOLATION), true);
    }
    boolean none = chance.nextInt(8) == 0;
    return new HostileEndpoint.Plan(none ? Integer.MAX_VALUE : chance.nextInt(MAX_FRAMES), false);
  }

  private void run(boolean violates) {
    if (violates) {
      victim.sendHeld();
      pump();
    }
    for (int i = 0; (violates ? !peer.isMutated() : i < DIALOGUES) && !peer.isBroken(); i++) {
      speak(chance.nextInt(12));
      pump();
    }
    pump();
    if (violates) {
      victim.requireBroken(peer.violation());
    } else if (!peer.isMutated()) {
      victim.requireSuccess();
    }
  }

  private void speak(int dialogue) {
    switch (dialogue) {
      case 0 -> message();
      case 1 -> announce(false);
      case 2 -> announce(true);
      case 3 -> write();
      case 4 -> writeLong();
      case 5 -> read();
      case 6 -> atomic(ATOMIC);
      case 7 -> atomic(ATOMIC_FETCH);
      case 8 -> multiReceive();
      case 9 -> victimSends();
      case 10 -> victimReaches();
      default -> notice();
    }
  }

  private void pump() {
    boolean more = true;
    for (int i = 0; i < TURNS || (more && i < 10 * TURNS); i++) {
      victim.take();
      more = peer.takeAll();
    }
  }

  private byte[] bytes(int most) {
    byte[] bytes = new byte[1 + chance.nextInt(most)];
    chance.nextBytes(bytes);
    return bytes;
  }

  private int handle() {
    return nextHandle++;
  }

  /** Writes a short message; the receive is posted before it or after it. */
  private void message() {
    byte[] bytes = bytes(SHORT);
    boolean tagged = chance.nextBoolean();
    boolean before = chance.nextBoolean();
    long tag = tagged ? chance.nextLong() : 0;
    int flags = (tagged ? TAGGED : 0) | HAS_DATA * chance.nextInt(2) | 4 * chance.nextInt(4);
    if (before) {
      victim.receive(tagged, tag, bytes);
    }
    peer.write(new HostileFrame(MESSAGE, flags, handle(), tag, chance.nextLong(), bytes));
    if (!before) {
      pump();
      victim.receive(tagged, tag, bytes);
    }
  }

  private void announce(boolean takenBack) {
    byte[] bytes = bytes(LONG);
    long tag = chance.nextLong();
    int named = handle();
    if (!takenBack) {
      victim.receive(true, tag, bytes);
    }
    byte[] length = HostileFrame.words(bytes.length);
    peer.announce(RTS, TAGGED, named, tag, bytes, length);
    if (takenBack) {
      pump();
      peer.write(new HostileFrame(CANCEL, 0, named, 0, 0));
    }
  }

  /**
   * An offset where this many bytes fit; often at the very end, behind which no access is allowed.
   */
  private long place(int size) {
    int last = HostileVictim.REGION - size;
    return chance.nextInt(4) == 0 ? last : chance.nextInt(last);
  }

  private void write() {
    byte[] bytes = bytes(SHORT);
    long at = place(bytes.length);
    byte[] range = HostileFrame.words(HostileVictim.KEY, at, bytes.length);
    byte[] payload = Arrays.copyOf(range, range.length + bytes.length);
    System.arraycopy(bytes, 0, payload, range.length, bytes.length);
    int flags = HAS_DATA * chance.nextInt(2);
    peer.write(new HostileFrame(WRITE, flags, handle(), 1, 77, payload));
    requireWritten(at, bytes);
  }

  private void writeLong() {
    byte[] bytes = bytes(HostileVictim.REGION - 1);
    long at = place(bytes.length);
    byte[] range = HostileFrame.words(HostileVictim.KEY, at, bytes.length);
    peer.announce(WRITE_RTS, 0, handle(), 1, bytes, range);
    requireWritten(at, bytes);
  }

  private void requireWritten(long at, byte... bytes) {
    pump();
    if (!peer.isMutated()) {
      victim.requireWritten(at, bytes);
    }
  }

  private void read() {
    int size = 1 + chance.nextInt(HostileVictim.REGION / 2);
    byte[] ranges =
        HostileFrame.words(
            HostileVictim.KEY, place(size), size, HostileVictim.KEY, place(size), size);
    peer.write(new HostileFrame(READ, 0, 0, 2, chance.nextInt(1000), ranges));
  }

  private void atomic(int kind) {
    long at = place(64) & -8;
    long count = 1L + chance.nextInt(4);
    long[] words = new long[4 + (int) count];
    words[0] = HostileVictim.KEY;
    words[1] = at;
    words[2] = Long.BYTES * count;
    words[3] = SUM_OF_LONGS;
    long data = chance.nextInt(1000);
    peer.write(new HostileFrame(kind, 0, handle(), 1, data, HostileFrame.words(words)));
  }

  private void multiReceive() {
    int size = 4096;
    victim.receiveMany(size);
    for (int i = 0; i < 4; i++) {
      peer.write(new HostileFrame(MESSAGE, 0, 0, 0, 0, new byte[size / 4]));
    }
  }

  /** The peer asks for a long message, or acknowledges a short one. */
  private void victimSends() {
    victim.send(chance.nextBoolean() ? SHORT : 8193 + chance.nextInt(LONG));
  }

  private void victimReaches() {
    int size = 1 + chance.nextInt(LONG);
    if (chance.nextBoolean()) {
      victim.write(size, 0);
    } else {
      victim.read(size, 0);
    }
  }

  private void notice() {
    byte[] length = HostileFrame.words(chance.nextInt(SHORT));
    peer.write(new HostileFrame(WRITE_NOTICE, HAS_DATA, 0, 0, 5, length));
  }
}

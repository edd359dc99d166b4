package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.message.IoVector;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;

/** Parts of a memory with gaps between them; one part mostly. */
final class ScatteredMemory {
  private static final byte UNTOUCHED = 0x5A;
  private static final int MAX_GAP = 8;
  private static final int MAX_PARTS = 5;

  final IoVector vector = new IoVector();
  final int room;
  private final MemorySegment memory;

  /** Memory of the node's domain or of an arena. */
  static ScatteredMemory allocate(Random random, Node node, int room, long maxParts) {
    int bytes = room + MAX_PARTS * MAX_GAP + MAX_GAP;
    boolean ofDomain = random.nextInt(4) == 0;
    MemorySegment memory = ofDomain ? node.memory(bytes) : Arena.ofAuto().allocate(bytes);
    return new ScatteredMemory(random, memory, room, maxParts);
  }

  private ScatteredMemory(Random random, MemorySegment memory, int room, long maxParts) {
    this.memory = memory.fill(UNTOUCHED);
    this.room = room;
    int most = (int) Math.min(maxParts, MAX_PARTS);
    int count = random.nextInt(4) == 0 ? random.nextInt(most) + 1 : 1;
    int offset = random.nextInt(MAX_GAP);
    for (int left = room; count > 0; count--) {
      int length = count == 1 ? left : random.nextInt(left + 1);
      vector.add(memory, offset, length);
      offset += length + 1 + random.nextInt(MAX_GAP - 1);
      left -= length;
    }
  }

  boolean isOnePart() {
    return vector.count() == 1;
  }

  MemorySegment firstPart() {
    return memory.asSlice(vector.offset(0), vector.length(0));
  }

  void fill(byte[] bytes) {
    memory.copyFrom(MemorySegment.ofArray(with(bytes)));
  }

  /** The bytes, as far as there is room, are in the parts; all else is as it was. */
  void assertHas(byte[] bytes, Supplier<String> message) {
    long mismatch = memory.mismatch(MemorySegment.ofArray(with(bytes)));
    assertEquals(-1, mismatch, () -> message.get() + ", first wrong byte");
  }

  private byte[] with(byte[] bytes) {
    byte[] all = new byte[(int) memory.byteSize()];
    Arrays.fill(all, UNTOUCHED);
    int done = 0;
    for (int i = 0; i < vector.count(); i++) {
      int length = (int) Math.min(vector.length(i), bytes.length - done);
      System.arraycopy(bytes, done, all, (int) vector.offset(i), length);
      done += length;
    }
    return all;
  }
}

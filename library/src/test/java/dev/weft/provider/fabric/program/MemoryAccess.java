package dev.weft.provider.fabric.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** One operation on a peer's memory, with the expected completion. */
final class MemoryAccess {
  final int to;
  final MemoryModel.Region region;
  final long address;
  final long bytes;

  /** 0, or the errno with which it fails. */
  final int refused;

  /** The expected contents of the local buffer, or null if it is only read. */
  byte[] result;

  /** The node that has posted it. */
  int from;

  MemorySegment memory;
  long flags;
  boolean writes;
  boolean silent;
  boolean inject;

  /** The target's counter: 0 for a read, 1 for a write. */
  int counts;

  /** The target's handle of the initiator, for operations that complete at the target. */
  long noticedSource;

  /** Its region was closed meanwhile: it may succeed or fail. */
  boolean uncertain;

  MemoryAccess(int to, MemoryModel.Region region, long address, long bytes, int refused) {
    this.to = to;
    this.region = region;
    this.address = address;
    this.bytes = bytes;
    this.refused = refused;
  }

  /** Whether it may come before or after another one, with another result. */
  boolean races(MemoryAccess other, boolean ordered) {
    return overlaps(other) && !(ordered && from == other.from);
  }

  private boolean overlaps(MemoryAccess other) {
    return region != null
        && region.equals(other.region)
        && (writes || other.writes)
        && address < other.address + other.bytes
        && other.address < address + bytes;
  }

  /** Whether it may end without an entry. */
  boolean mayBeSilent() {
    return silent && (refused == 0 || uncertain);
  }

  void failed(ErrorCompletion error) {
    assertTrue(refused != 0 || uncertain, () -> "failed, but nothing is wrong: " + error);
    if (!uncertain) {
      assertEquals(refused, error.error(), "error number");
    }
  }

  void succeeded(CompletionBatch entry) {
    assertTrue(refused == 0 || uncertain, () -> "not refused: " + entry.flags(0));
    assertTrue(!silent, () -> "not asked for: " + entry.flags(0));
    assertEquals(flags, entry.flags(0), "flags");
    compareResult();
  }

  void compareResult() {
    if (result != null && !uncertain && refused == 0) {
      byte[] found = memory.toArray(ValueLayout.JAVA_BYTE);
      int wrong = Arrays.mismatch(result, 0, (int) bytes, found, 0, (int) bytes);
      assertEquals(-1, wrong, "first wrong byte that was read");
    }
  }

  void noticed(CompletionBatch entry, long source) {
    assertTrue(refused == 0, () -> "refused, but reported: " + entry.data(0));
    long expected =
        CompletionFlags.RMA | CompletionFlags.REMOTE_WRITE | CompletionFlags.REMOTE_CQ_DATA;
    assertEquals(expected, entry.flags(0), "flags");
    assertEquals(bytes, entry.length(0), "length");
    assertEquals(noticedSource, source, "source");
  }
}

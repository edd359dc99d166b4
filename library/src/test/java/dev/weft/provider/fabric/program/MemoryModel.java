package dev.weft.provider.fabric.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.message.AtomicOperation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A simple model of registered memory: arrays of its bytes. */
final class MemoryModel {
  /** Registered memory with its expected contents. */
  static final class Region {
    final MemorySegment memory;
    final MemoryRegion handle;
    byte[] bytes;

    Region(MemorySegment memory, MemoryRegion handle) {
      this.memory = memory;
      this.handle = handle;
      remember();
    }

    /** Makes the present contents the expected ones. */
    void remember() {
      bytes = memory.toArray(ValueLayout.JAVA_BYTE);
    }

    void compare() {
      int wrong = Arrays.mismatch(bytes, memory.toArray(ValueLayout.JAVA_BYTE));
      assertEquals(-1, wrong, () -> "first wrong byte of region " + handle.key());
    }
  }

  /** Open regions by key, for each node. */
  private final List<Map<Long, Region>> reachable = new ArrayList<>();

  /** All regions, including closed ones, which must not change any more. */
  private final List<Region> all = new ArrayList<>();

  MemoryModel(int nodes) {
    for (int i = 0; i < nodes; i++) {
      reachable.add(new HashMap<>());
    }
  }

  Region find(int node, long key) {
    return reachable.get(node).get(key);
  }

  void add(int node, Region region) {
    reachable.get(node).put(region.handle.key(), region);
    all.add(region);
  }

  void remove(int node, long key) {
    Region region = reachable.get(node).remove(key);
    region.remember();
  }

  /** Removes the regions of a node that has left. */
  void removeAll(int node) {
    all.removeAll(reachable.get(node).values());
    reachable.get(node).clear();
  }

  void compareAll() {
    all.forEach(Region::compare);
  }

  /** 0, or the errno with which an access fails; needs all bits of {@code access}. */
  int check(int node, long key, long address, long bytes, long access) {
    Region region = find(node, key);
    if (region == null) {
      return Errno.ENOKEY;
    }
    boolean inside = address >= 0 && address + bytes <= region.bytes.length;
    return inside && (region.handle.access() & access) == access ? 0 : Errno.EACCES;
  }

  /** The element after an atomic operation. */
  static long change(AtomicOperation operation, long element, long operand, long compare) {
    return switch (operation) {
      case SUM -> element + operand;
      case PROD -> element * operand;
      case MIN -> Math.min(element, operand);
      case MAX -> Math.max(element, operand);
      case BOR -> element | operand;
      case BAND -> element & operand;
      case BXOR -> element ^ operand;
      case ATOMIC_READ -> element;
      case ATOMIC_WRITE -> operand;
      case CSWAP -> compare == element ? operand : element;
      case CSWAP_NE -> compare != element ? operand : element;
      case CSWAP_LT -> compare < element ? operand : element;
      case CSWAP_GE -> compare >= element ? operand : element;
      case MSWAP -> (operand & compare) | (element & ~compare);
      default -> throw new IllegalArgumentException(operation.toString());
    };
  }

  /** The integers of a region. */
  static ByteBuffer integers(Region region) {
    return ByteBuffer.wrap(region.bytes).order(ByteOrder.nativeOrder());
  }
}

package dev.weft.ffm.object;

import dev.weft.argument.Require;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Several addresses in native memory, one after the other, as C takes them. A shorter one is filled
 * up to the length of the first: C knows one length. Behind the last there is room, because C reads
 * as many bytes of an address as its family says.
 */
final class AddressCopies {
  private static final long ROOM = 512;

  private AddressCopies() {}

  static MemorySegment of(Arena arena, byte[][] addresses) {
    long bytes = 0;
    for (byte[] address : addresses) {
      bytes += stride(addresses, Require.notNull("address", address));
    }
    MemorySegment copies = arena.allocate(bytes + ROOM * (addresses.length + 1), Long.BYTES);
    long end = 0;
    for (byte[] address : addresses) {
      MemorySegment.copy(address, 0, copies, ValueLayout.JAVA_BYTE, end, address.length);
      end += stride(addresses, address);
    }
    return copies;
  }

  private static long stride(byte[][] addresses, byte[] address) {
    return Math.max(addresses[0].length, address.length);
  }
}

package dev.weft.fabric;

import dev.weft.argument.Require;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.info.FabricInfo;

/** {@code fi_addr_t}: special values of the 64 bits that name a peer. Any thread may call. */
public final class FabricAddress {

  /** {@code FI_ADDR_UNSPEC}: any peer (EP-029). */
  public static final long UNSPEC = -1L;

  /** {@code FI_ADDR_NOTAVAIL}: the peer is unknown (CQ-026); the same number as {@link #UNSPEC}. */
  public static final long NOTAVAIL = -1L;

  /** {@code FI_KEY_NOTAVAIL}: a memory region has no key yet. */
  public static final long KEY_NOTAVAIL = -1L;

  private FabricAddress() {}

  /**
   * The address of the endpoint with this name on the fabric of an info, or an address given as
   * text. No C counterpart.
   *
   * @param info one that {@link Fabrics#getInfo} returned
   * @param name a whole address, or for {@code loopback} 1 to 200 letters, digits, dots, hyphens
   *     and underscores, for {@code shm} and {@code ofi:shm} printable characters as a file name
   *     allows, for providers of libfabric with sockets {@code 127.0.0.1:7000} or {@code
   *     [::1]:7000}
   * @throws IllegalArgumentException if it is not allowed; says what is
   */
  public static byte[] of(FabricInfo info, String name) {
    Require.notNull("name", name);
    return Fabrics.providerOf(Require.notNull("info", info)).addressOf(info, name);
  }

  /**
   * {@code fi_rx_addr(3)}: one receive context of a peer ({@code FI_NAMED_RX_CTX}).
   *
   * @param peer the handle of the peer
   * @param index the index of the context
   * @param receiveContextBits the address vector's {@link
   *     AddressVectorAttributes#receiveContextBits()}, 0 to 31
   * @return a destination for operations
   * @throws IllegalArgumentException if the index is negative or needs more bits
   */
  public static long receiveContext(long peer, int index, int receiveContextBits) {
    boolean fits = receiveContextBits > 0 && receiveContextBits < Integer.SIZE;
    if (index < 0 || (fits ? index >>> receiveContextBits : index) != 0) {
      throw new IllegalArgumentException(
          "index=" + index + ", allowed below 2^" + receiveContextBits);
    }
    return fits ? ((long) index << (Long.SIZE - receiveContextBits)) | peer : peer;
  }
}

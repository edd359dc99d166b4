package dev.weft.wire;

/** Transport of frames between the ports of one fabric. Any thread may call any method. */
public interface Wire {
  /** Bytes of frames in each direction of a link that a protocol engine needs at least. */
  long RING_BYTES = 128 * 1024;

  /**
   * Opens a port.
   *
   * @param address the port's address, or null for one that the wire chooses
   * @param owner receives the port's events
   * @return null if the address is in use
   */
  Port open(String address, PortListener owner);

  /**
   * Opens memory that peers on this wire can map; null if they access all memory or none. Uses no
   * resources before the first allocation.
   */
  default SharedMemory openMemory() {
    return null;
  }

  /**
   * Whose ports it connects, such as a process or a folder: wires of one kind and fabric are the
   * same wire only if this is equal.
   */
  default String reach() {
    return "";
  }

  /** An unused address, which the wire assigns to no other port. */
  String freeAddress();

  /** Whether an address is well formed on this wire. */
  boolean isAddress(String address);

  /** Description of what {@link #isAddress} accepts, for error messages. */
  String addressForm();
}

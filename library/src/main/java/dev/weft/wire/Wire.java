package dev.weft.wire;

/** A way to carry frames between the ports of one fabric. Any thread may call any method. */
public interface Wire {

  /**
   * Opens a port.
   *
   * @param address where peers shall reach it, or null for one that the wire chooses
   * @param owner what happens at the port
   * @return null where the address is taken
   */
  Port open(String address, PortListener owner);

  /**
   * Memory that peers on this wire can map; null where they reach all memory anyway, or none. It
   * takes nothing of the machine before something is allocated.
   */
  default SharedMemory openMemory() {
    return null;
  }

  /** An address that nobody has, and that the wire gives to nobody else. */
  String freeAddress();

  /** Whether an address is well formed on this wire, so that a port may have it. */
  boolean isAddress(String address);

  /** What {@link #isAddress} allows, for people. */
  String addressForm();
}

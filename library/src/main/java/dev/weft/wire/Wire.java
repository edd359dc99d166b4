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
  Port open(String address, PortOwner owner);

  /** Whether an address is well formed on this wire, reachable or not. */
  boolean isAddress(String address);
}

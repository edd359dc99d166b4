package dev.weft.provider.fabric.hostile;

import dev.weft.OwnShmFolder;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.ShmWire;
import java.io.IOException;

/** What hostile peers do over shared memory. */
enum HostileConversations {
  /** They speak the protocol of endpoints. */
  FRAMES {
    @Override
    Holder holder(String fabric, String own, String other, HostileTarget victim, long seed) {
      Wire wire = new ShmWire(OwnShmFolder.current(), fabric, Wire.RING_BYTES);
      return number -> HostileConversation.hold(wire, own, other, victim, seed, number);
    }
  },
  /** They connect, and grant memory. */
  SETUP {
    @Override
    Holder holder(String fabric, String own, String other, HostileTarget victim, long seed) {
      return number -> SetupConversation.hold(fabric, own, other, victim, seed, number);
    }
  };

  /** Holds the conversation with this number; returns how much the peer has written. */
  @FunctionalInterface
  interface Holder {
    int hold(int number) throws IOException;
  }

  /**
   * Conversations of a peer with these addresses.
   *
   * @param own the peer's address
   * @param other the victim's address
   */
  abstract Holder holder(String fabric, String own, String other, HostileTarget victim, long seed);
}

package dev.weft.software;

import dev.weft.wire.Link;
import dev.weft.wire.Port;

/**
 * Looks at all links of a port. A peer may take the memory away that it shares, by cutting its
 * file; whoever touches it then gets an {@link InternalError}. That peer's link is broken off, and
 * everybody else goes on.
 */
final class Links {
  /** Deeper than any compiler unfolds. */
  private static final int DEPTH = 4;

  private Links() {}

  /**
   * Lets a fault come out now. Compiled code goes on after one and throws where the next call
   * returns, which may be in our caller, or behind a lock; so this is to be the last in a block
   * that catches faults. It is a call that no compiler makes go away.
   */
  static void surface() {
    descend(DEPTH);
  }

  private static int descend(int levels) {
    return levels == 0 ? 0 : descend(levels - 1);
  }

  /** Whether a frame waits anywhere, or a link was found broken. Any thread. */
  static boolean anyFrame(Port port) {
    try {
      boolean found = false;
      for (Link link : port.links()) {
        if (link.in().hasFrame()) {
          found = true;
          break;
        }
      }
      surface();
      return found;
    } catch (InternalError fault) {
      blame(port, fault);
      return true;
    }
  }

  /** Before sleeping: asks every peer for a ring of the doorbell. */
  static void arm(Port port) {
    for (Link link : port.links()) {
      try {
        link.in().arm();
        surface();
      } catch (InternalError fault) {
        blame(link, fault);
      }
    }
  }

  /** Before sleeping: leaves no peer behind that sleeps until there is room. */
  static void ringForRoom(Port port) {
    for (Link link : port.links()) {
      try {
        link.ringForRoom();
        surface();
      } catch (InternalError fault) {
        blame(link, fault);
      }
    }
  }

  /** Breaks off the links whose memory is gone; where there is none, the fault is not theirs. */
  static void blame(Port port, InternalError fault) {
    if (!port.dropLostMemory()) {
      throw fault;
    }
  }

  /** Breaks off this link if its memory is gone; if not, the fault is not its. */
  static void blame(Link link, InternalError fault) {
    if (!link.hasLostMemory()) {
      throw fault;
    }
  }
}

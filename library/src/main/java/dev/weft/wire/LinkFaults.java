package dev.weft.wire;

/**
 * Looks at all links of a port. A peer may take the memory away that it shares, by cutting its
 * file; whoever touches it then gets an {@link InternalError}. That peer's link is broken off, and
 * everybody else goes on.
 */
public final class LinkFaults {
  private LinkFaults() {}

  /** Whether a frame waits anywhere, or a link was found broken. Any thread. */
  public static boolean anyFrame(Port port) {
    try {
      boolean found = false;
      for (Link link : port.links()) {
        if (link.in().hasFrame()) {
          found = true;
          break;
        }
      }
      DeferredMmapFault.checkFault();
      return found;
    } catch (InternalError fault) {
      attributeFault(port, fault);
      return true;
    }
  }

  /** Before sleeping: asks every peer for a ring of the doorbell. */
  public static void arm(Port port) {
    for (Link link : port.links()) {
      arm(link);
    }
  }

  /** Before sleeping: asks one peer for a ring of the doorbell. */
  public static void arm(Link link) {
    try {
      link.in().arm();
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      attributeFault(link, fault);
    }
  }

  /** Before sleeping: leaves no peer behind that sleeps until there is room. */
  public static void ringForRoom(Port port) {
    for (Link link : port.links()) {
      try {
        link.ringForRoom();
        DeferredMmapFault.checkFault();
      } catch (InternalError fault) {
        attributeFault(link, fault);
      }
    }
  }

  /** Breaks off the links whose memory is gone; where there is none, the fault is not theirs. */
  public static void attributeFault(Port port, InternalError fault) {
    if (!port.dropLostMemory()) {
      throw fault;
    }
  }

  /** Breaks off this link if its memory is gone; if not, the fault is not its. */
  public static void attributeFault(Link link, InternalError fault) {
    if (!link.hasLostMemory()) {
      throw fault;
    }
  }
}

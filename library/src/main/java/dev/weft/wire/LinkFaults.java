package dev.weft.wire;

/**
 * Checks all links of a port and handles faults. A peer can truncate the file that it shares;
 * accessing it then throws an {@link InternalError}. The link of that peer is broken; all others
 * continue.
 */
public final class LinkFaults {
  private LinkFaults() {}

  /** Whether a frame is available on any link, or a link was found broken. Any thread. */
  public static boolean anyFrame(Port port) {
    try {
      boolean found = false;
      for (Link link : port.links()) {
        if (link.in().hasFrame()) {
          found = true;
          break;
        }
      }
      if (port.mayLoseMemory()) {
        DeferredMmapFault.checkFault();
      }
      return found;
    } catch (InternalError fault) {
      attributeFault(port, fault);
      return true;
    }
  }

  /** Arms the doorbell of every link before sleeping. */
  public static void arm(Port port) {
    for (Link link : port.links()) {
      arm(link);
    }
  }

  /** Arms the doorbell of one link before sleeping. */
  public static void arm(Link link) {
    try {
      link.in().arm();
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      attributeFault(link, fault);
    }
  }

  /** Before sleeping: asks every peer for a wake-up once it has freed room. */
  public static void wantRoom(Port port) {
    for (Link link : port.links()) {
      try {
        link.out().wantRoom();
        DeferredMmapFault.checkFault();
      } catch (InternalError fault) {
        attributeFault(link, fault);
      }
    }
  }

  /** Before sleeping: wakes every peer that waits for room. */
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

  /** Breaks the links whose memory is gone; rethrows the fault if there is none. */
  public static void attributeFault(Port port, InternalError fault) {
    if (!port.dropLostMemory()) {
      throw fault;
    }
  }

  /** Breaks this link if its memory is gone; otherwise rethrows the fault. */
  public static void attributeFault(Link link, InternalError fault) {
    if (!link.hasLostMemory()) {
      throw fault;
    }
  }
}

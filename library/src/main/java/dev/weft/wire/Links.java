package dev.weft.wire;

/**
 * Looks at all links of a port. A peer may take the memory away that it shares, by cutting its
 * file; whoever touches it then gets an {@link InternalError}. That peer's link is broken off, and
 * everybody else goes on.
 */
public final class Links {
  private Links() {}

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
      LateFault.surface();
      return found;
    } catch (InternalError fault) {
      blame(port, fault);
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
      LateFault.surface();
    } catch (InternalError fault) {
      blame(link, fault);
    }
  }

  /** Before sleeping: leaves no peer behind that sleeps until there is room. */
  public static void ringForRoom(Port port) {
    for (Link link : port.links()) {
      try {
        link.ringForRoom();
        LateFault.surface();
      } catch (InternalError fault) {
        blame(link, fault);
      }
    }
  }

  /** Breaks off the links whose memory is gone; where there is none, the fault is not theirs. */
  public static void blame(Port port, InternalError fault) {
    if (!port.dropLostMemory()) {
      throw fault;
    }
  }

  /** Breaks off this link if its memory is gone; if not, the fault is not its. */
  public static void blame(Link link, InternalError fault) {
    if (!link.hasLostMemory()) {
      throw fault;
    }
  }
}

package dev.weft.nic.endpoint;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.Wire;

/**
 * A port at which connections are talked about, apart from those that carry messages, so that
 * neither side takes one for the other:
 *
 * <pre>
 *   ConnectionRequester  (a port for one call)  ---REQUEST--->  ConnectionListener (name#listen)
 *                                            <---ACCEPT----
 *   EndpointMachine   (the endpoint's port)  <==messages==>  EndpointMachine
 * </pre>
 */
abstract class ConnectionPort implements PortListener, AutoCloseable {

  /** Distinguishes where somebody listens from where an endpoint of that name is. */
  static final String LISTENING = "#listen";

  /** Frames that are taken from one link at a time. */
  private static final int MOST_WORDS = 16;

  private final Runnable doorbell;
  private final boolean maySleep;
  private Port port;

  /**
   * A port that is not yet on a wire.
   *
   * @param doorbell wakes whoever sleeps until something has been said
   * @param maySleep whether anybody may ever sleep
   */
  ConnectionPort(Runnable doorbell, boolean maySleep) {
    this.doorbell = doorbell;
    this.maySleep = maySleep;
  }

  /** Takes an address; false where it is taken already. */
  final boolean attach(Wire wire, String address) {
    port = wire.open(address, this);
    return port != null;
  }

  final Link connect(String address) {
    return port.connect(address);
  }

  /** Somebody has said something; false where no peer may say it here and now. */
  abstract boolean onFrame(Link link, ConnectionFrame frame);

  /** Somebody has left. */
  abstract void onDisconnect(Link link);

  /** Hears what has been said. */
  public final synchronized void progress() {
    if (port == null) {
      return;
    }
    letIn();
    for (Link link : port.links()) {
      listenTo(link);
    }
  }

  /** {@link #progress} before sleeping: asks everybody for a ring of the doorbell first. */
  public final synchronized void progressAndArm() {
    if (port == null) {
      return;
    }
    for (Link link : port.links()) {
      LinkFaults.arm(link);
    }
    progress();
  }

  /** Those who have called since. */
  private void letIn() {
    try {
      boolean _ = port.hasNews();
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      LinkFaults.attributeFault(port, fault);
    }
  }

  private void listenTo(Link link) {
    boolean gone = link.isClosed(); // before the look: frames come before the leave
    boolean more = false;
    try {
      more = link.violation() == null && receive(link);
      DeferredMmapFault.checkFault();
    } catch (OutOfMemoryError e) {
      throw e; // what there was no memory for is heard when there is
    } catch (RuntimeException | Error thrown) {
      Failures.breakOff(link, thrown);
    }
    if (link.violation() != null || (gone && !more)) {
      onDisconnect(link);
      port.forget(link);
    } else if (more) {
      doorbell.run();
    }
  }

  /** Hears a few words; whether there are more. Whoever says anything else is left. */
  private boolean receive(Link link) {
    FrameReader in = link.in();
    long header = in.peek();
    for (int i = 0; header != 0 && i < MOST_WORDS; i++) {
      ConnectionFrame frame = ConnectionFrame.read(in, header);
      if (frame == null || !onFrame(link, frame)) {
        boolean unsound = header == FrameReader.UNSOUND;
        link.breakOff(
            unsound ? ProtocolViolation.UNSOUND_FRAME : ProtocolViolation.FORBIDDEN_FRAME);
        return false;
      }
      in.advance(header);
      header = in.peek();
    }
    in.giveBack();
    return header != 0;
  }

  @Override
  public synchronized void close() {
    if (port != null) {
      port.close();
      port = null;
    }
  }

  @Override
  public final void doorbell() {
    doorbell.run();
  }

  @Override
  public final boolean maySleep() {
    return maySleep;
  }

  /** Nobody has memory to reach here. */
  @Override
  public final DirectPeer direct() {
    return null;
  }
}

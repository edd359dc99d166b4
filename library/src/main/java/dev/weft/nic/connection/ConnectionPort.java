package dev.weft.nic.connection;

import dev.weft.nic.message.Failures;
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
 * The port of one side of a connection handshake. It is separate from the ports that carry
 * messages, so that their frames never mix:
 *
 * <pre>
 *   ConnectionRequester  (a port for one call)  ---REQUEST--->  ConnectionListener (name#listen)
 *                                            <---ACCEPT----
 *   EndpointMachine   (the endpoint's port)  <==messages==>  EndpointMachine
 * </pre>
 */
public abstract class ConnectionPort implements PortListener, AutoCloseable {

  /** Suffix of a listening address; distinguishes it from an endpoint of the same name. */
  public static final String LISTENING = "#listen";

  /** Maximum frames that are read from one link at a time. */
  private static final int MAX_FRAMES = 16;

  private final Runnable doorbell;
  private final boolean maySleep;
  private Port port;

  /**
   * Creates a port that is not yet attached to a wire.
   *
   * @param doorbell wakes threads that wait for a frame
   * @param maySleep whether a thread may ever sleep
   */
  ConnectionPort(Runnable doorbell, boolean maySleep) {
    this.doorbell = doorbell;
    this.maySleep = maySleep;
  }

  /** Claims an address; false if it is in use. */
  final boolean attach(Wire wire, String address) {
    port = wire.open(address, this);
    return port != null;
  }

  final Link connect(String address) {
    return port.connect(address);
  }

  /** Why {@link #connect} returned null: {@link Port#connectError}. */
  final int connectError() {
    return port.connectError();
  }

  /** Handles a frame; false if it is a protocol violation. */
  abstract boolean onFrame(Link link, ConnectionFrame frame);

  /** Handles the end of a link. */
  abstract void onDisconnect(Link link);

  /** Reads the frames that have arrived. */
  public final synchronized void progress() {
    if (port == null) {
      return;
    }
    addNewLinks();
    for (Link link : port.links()) {
      listenTo(link);
    }
  }

  /** {@link #progress} before sleeping: arms the doorbell of every link first. */
  public final synchronized void progressAndArm() {
    if (port == null) {
      return;
    }
    for (Link link : port.links()) {
      LinkFaults.arm(link);
    }
    progress();
  }

  /** Adds the links that were opened since the last call. */
  private void addNewLinks() {
    try {
      boolean _ = port.hasLinkChanges();
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      LinkFaults.attributeFault(port, fault);
    }
  }

  private void listenTo(Link link) {
    boolean gone = link.isClosed(); // read before polling: frames precede the close
    boolean more = false;
    try {
      more = link.violation() == null && receive(link);
      DeferredMmapFault.checkFault();
    } catch (OutOfMemoryError e) {
      throw e; // the frame is read again when there is memory
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

  /** Reads a few frames; true if there are more. Breaks the link on an illegal frame. */
  private boolean receive(Link link) {
    FrameReader in = link.in();
    long header = in.peek();
    for (int i = 0; header != 0 && i < MAX_FRAMES; i++) {
      ConnectionFrame frame = ConnectionFrame.read(in, header);
      if (frame == null || !onFrame(link, frame)) {
        boolean unsound = FrameReader.isUnsound(header);
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

  /** Grants no direct access. */
  @Override
  public final DirectPeer direct() {
    return null;
  }
}

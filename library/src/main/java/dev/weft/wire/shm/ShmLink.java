package dev.weft.wire.shm;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.Link;
import dev.weft.wire.PeerRegions;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.process.ProcessMemories;
import dev.weft.wire.process.ProcessMemory;
import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.ShmAddress;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One end of a link between two processes: two rings in a mapped file, and two connections. The
 * liveness connection carries no data and ends when the other process does; the wake connection
 * carries a byte for each doorbell.
 *
 * <p>A deferred fault of the file ({@link DeferredMmapFault}) is thrown before a channel is used:
 * thrown in a channel's method, it would leave the channel locked, and the event loop would wait
 * for it for ever.
 */
final class ShmLink extends Link {
  private final ShmPort port;
  private final LinkFile file;
  private final boolean initiator;
  private final PortFile peerPort;
  private final PeerMemory peerMemory;
  private final ImportedRegions importedRegions;
  private final SocketChannel liveness;
  private final SocketChannel wake;
  private final ByteBuffer wakeByte = ConnectionBuffers.doorbells().limit(1);
  private final ByteBuffer wakeBytes = ConnectionBuffers.doorbells();
  private ProcessMemory process;
  private boolean processOpened;
  private volatile boolean left;

  /** Whether the peer's process has begun to exit. Used by the owner of the port. */
  private boolean peerExits;

  /** The two connections of a link. */
  record Channels(SocketChannel liveness, SocketChannel wake) {}

  /**
   * Makes an end of a link.
   *
   * @param initiator whether this end made the file
   */
  ShmLink(ShmPort port, LinkFile file, boolean initiator, Channels channels, PortFile peerPort) {
    super(
        initiator ? file.header().acceptor() : file.header().initiator(),
        (initiator ? file.fromInitiator() : file.fromAcceptor()).writer(),
        (initiator ? file.fromAcceptor() : file.fromInitiator()).reader(),
        peerPort.refusals(),
        initiator ? peerPort.incarnation() : file.header().incarnation());
    this.port = port;
    this.file = file;
    this.initiator = initiator;
    this.liveness = channels.liveness;
    this.wake = channels.wake;
    this.peerPort = peerPort;
    this.peerMemory = new PeerMemory(port.folder());
    this.importedRegions =
        new ImportedRegions(port.folder(), peerPort, file, initiator, peerMemory);
    if (port.owner().maySleep()) {
      in().mayArm();
      in().arm();
      DeferredMmapFault.checkFault();
    }
  }

  /** Registers both connections with the event loop. */
  void watch(ShmEventLoop shmEventLoop) throws IOException {
    shmEventLoop.watch(liveness, SelectionKey.OP_READ, new LivenessHandler());
    shmEventLoop.unwatch(wake);
    if (!port.owner()
        .offerWakeChannel(wake, this::drainWakeChannel, () -> watchWakeChannel(shmEventLoop))) {
      watchWakeChannel(shmEventLoop);
    }
  }

  private void watchWakeChannel(ShmEventLoop shmEventLoop) {
    try {
      shmEventLoop.watch(wake, SelectionKey.OP_READ, new WakeHandler());
    } catch (IOException ended) {
      // the other connection reports it
    }
  }

  @Override
  protected void wakePeer() {
    DeferredMmapFault.checkFault();
    synchronized (wakeByte) {
      try {
        wake.write(wakeByte.rewind());
      } catch (IOException gone) {
        // the other connection reports it
      }
    }
  }

  @Override
  protected boolean hasPeerLeft() {
    return left;
  }

  @Override
  public void breakOff(ProtocolViolation what) {
    DeferredMmapFault.checkFault();
    super.breakOff(what);
    port.peerLeft(this);
  }

  /** {@inheritDoc} A process that exits deletes the files of its ports before its memory. */
  @Override
  public MemorySegment peerMemory(long owner, long number) {
    MemorySegment found = peerMemory.find(owner, number);
    peerExits |= found == null && !Files.exists(peerPortPath());
    return found;
  }

  private Path peerPortPath() {
    return port.folder().portFile(ShmAddress.parse(peerAddress()).endpoint());
  }

  @Override
  public long admittedByPeer() {
    return peerPort.admitted();
  }

  @Override
  public ProcessMemory process() {
    if (!processOpened) {
      process = ProcessMemories.open(peerPort.process());
      processOpened = true;
    }
    return process;
  }

  @Override
  public boolean isLeaving() {
    boolean leaving = peerExits || isClosed() || hasPeerClosed();
    reportViolation();
    return leaving;
  }

  @Override
  public DirectPeer direct() {
    return null;
  }

  @Override
  public void loseMemory() {
    importedRegions.lose();
  }

  @Override
  public PeerRegions memory() {
    return importedRegions.areThere() ? importedRegions : null;
  }

  /** Whether the peer accesses this side's memory by a grant, or {@link AccessWait#ANY_GRANT}. */
  boolean isAccessing(long grant) {
    try {
      long accessed = file.accessedGrant(!initiator);
      DeferredMmapFault.checkFault();
      return accessed != 0
          && (grant == AccessWait.ANY_GRANT || accessed == grant)
          && (!isClosed() || isPeerOpen());
    } catch (InternalError noSuchPage) {
      boolean _ = hasLostMemory();
      return violation() != ProtocolViolation.MISSING_MEMORY;
    }
  }

  /** Whether the peer still has its port. After a link has ended, its channels do not tell. */
  private boolean isPeerOpen() {
    return port.folder().isHeld(ShmAddress.parse(peerAddress()).endpoint());
  }

  /** Revokes an access that takes too long, and breaks the link unless it has ended. */
  void endAccess() {
    try {
      file.setAccess(!initiator, 0);
      DeferredMmapFault.checkFault();
    } catch (InternalError noSuchPage) {
      // the file holds no access
    }
    if (!isClosed()) {
      breakOff(ProtocolViolation.ENDLESS_ACCESS);
    }
  }

  @Override
  public boolean hasLostMemory() {
    noteLostMemory();
    reportViolation();
    return violation() != null;
  }

  private void noteLostMemory() {
    if (violation() != ProtocolViolation.MISSING_MEMORY && file.isCut()) {
      super.breakOff(ProtocolViolation.MISSING_MEMORY);
    }
  }

  /** Tells the port of a violation that was only noted. */
  private void reportViolation() {
    if (violation() != null && !left) {
      port.peerLeft(this);
    }
  }

  /**
   * Whether the peer left in order, which a killed one did not, or has cut the file. Does not tell
   * the port, which may call in its monitor.
   */
  boolean hasPeerClosed() {
    try {
      boolean left = file.hasLeft(!initiator);
      DeferredMmapFault.checkFault();
      return left;
    } catch (InternalError noSuchPage) {
      noteLostMemory();
      return violation() != null;
    }
  }

  /** Marks this side as left for the peer, which begins no access any more. */
  void announceClose() {
    try {
      file.leave(initiator);
      peerPort.announce();
      VarHandle.fullFence(); // partner: the fence in PeerGrant.enter()
      DeferredMmapFault.checkFault();
    } catch (InternalError noSuchPage) {
      // the peer has truncated its own memory
    }
  }

  /** Closes both connections, which ends the peer's end as well. */
  void disconnect(ShmEventLoop shmEventLoop) {
    left = true;
    shmEventLoop.close(liveness, wake);
  }

  /** The port has dropped this link, whose memory is free once nothing else refers to it. */
  void retire() {
    file.retire();
  }

  /**
   * Deletes the file, once the peer has left. Until then the file stays: the peer may not have
   * accepted the connections yet.
   */
  void deleteFile() {
    file.delete();
  }

  /** The connection that ends when either process does. */
  private final class LivenessHandler implements ShmEventLoop.ChannelHandler {
    private final ByteBuffer nothing = ConnectionBuffers.doorbells();

    @Override
    public void ready() throws IOException {
      if (liveness.read(nothing.clear()) != 0) {
        throw new EOFException("the peer closed, or sent data on the connection that carries none");
      }
    }

    @Override
    public void ended() {
      port.peerLeft(ShmLink.this);
    }
  }

  /** Reads all pending doorbells; the end of the link is reported by the other connection. */
  private void drainWakeChannel() {
    synchronized (wakeBytes) {
      try {
        if (wake.read(wakeBytes.clear()) < 0) {
          wake.close();
        }
      } catch (IOException gone) {
        CloseQuietly.close(wake);
      }
    }
  }

  /** The connection that carries the peer's doorbells. */
  private final class WakeHandler implements ShmEventLoop.ChannelHandler {
    @Override
    public void ready() {
      drainWakeChannel();
      port.owner().doorbell();
    }

    @Override
    public void ended() {}
  }
}

package dev.weft.wire.shm;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameRing;
import dev.weft.wire.Link;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * One end of a link between two processes: two rings in a mapped file, and two connections. One
 * carries nothing and ends when the other process does; one carries a byte for each ring of a
 * doorbell.
 */
final class ShmLink extends Link {
  private final ShmPort port;
  private final Path file;
  private final SocketChannel life;
  private final SocketChannel bell;
  private final ByteBuffer ringing = ByteBuffer.allocateDirect(1);
  private volatile boolean left;

  /** The two connections of a link. */
  record Lines(SocketChannel life, SocketChannel bell) {}

  ShmLink(ShmPort port, String peerAddress, Path file, FrameRing out, FrameRing in, Lines lines) {
    super(peerAddress, out.writer(), in.reader());
    this.port = port;
    this.file = file;
    this.life = lines.life;
    this.bell = lines.bell;
    if (port.owner().maySleep()) {
      in().listen();
      in().arm();
    }
  }

  /** Has the switchboard listen to both connections. */
  void watch(Switchboard switchboard) throws IOException {
    switchboard.watch(bell, SelectionKey.OP_READ, new BellLine());
    switchboard.watch(life, SelectionKey.OP_READ, new LifeLine());
  }

  @Override
  protected void wakePeer() {
    synchronized (ringing) {
      try {
        bell.write(ringing.clear());
      } catch (IOException gone) {
        // the other connection tells
      }
    }
  }

  @Override
  protected boolean hasPeerLeft() {
    return left;
  }

  @Override
  public void breakOff() {
    super.breakOff();
    port.lost(this);
  }

  @Override
  public DirectPeer direct() {
    return null;
  }

  void markLeft() {
    left = true;
  }

  /** Ends both connections, and with them the peer's end; frees the file, if it is still there. */
  void hangUp(Switchboard switchboard) {
    Quietly.delete(file);
    switchboard.close(life, bell);
  }

  /** Ends when either process does. */
  private final class LifeLine implements Switchboard.Line {
    private final ByteBuffer nothing = ByteBuffer.allocateDirect(1);

    @Override
    public void ready() throws IOException {
      if (life.read(nothing.clear()) != 0) {
        throw new EOFException("the peer left, or broke the silence");
      }
    }

    @Override
    public void ended() {
      port.lost(ShmLink.this);
    }
  }

  /** The peer's doorbell button. */
  private final class BellLine implements Switchboard.Line {
    private final ByteBuffer rings = ByteBuffer.allocateDirect(64);

    @Override
    public void ready() throws IOException {
      if (bell.read(rings.clear()) < 0) {
        throw new EOFException("the other connection tells");
      }
      port.owner().doorbell();
    }

    @Override
    public void ended() {}
  }
}

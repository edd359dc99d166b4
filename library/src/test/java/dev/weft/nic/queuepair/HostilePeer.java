package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.nic.packet.AddressMap;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import java.util.concurrent.atomic.AtomicLong;

/** A hostile peer: a port that writes any frame, and reads only on request. */
public final class HostilePeer implements PortListener, AutoCloseable {
  private final AddressMap addresses;
  private final boolean deaf;
  private final AtomicLong heard = new AtomicLong();
  private Port port;

  /** The first word of the last frame that had any. */
  public long lastWord;

  private HostilePeer(AddressMap addresses, boolean deaf) {
    this.addresses = addresses;
    this.deaf = deaf;
  }

  public static HostilePeer at(AddressMap addresses, int number) {
    return at(addresses, number, false);
  }

  /** A hostile peer that leaves incoming frames in the ring. */
  public static HostilePeer deafAt(AddressMap addresses, int number) {
    return at(addresses, number, true);
  }

  private static HostilePeer at(AddressMap addresses, int number, boolean deaf) {
    HostilePeer hostile = new HostilePeer(addresses, deaf);
    hostile.port = addresses.wire().open(addresses.addressOf(number), hostile);
    assertNotNull(hostile.port);
    return hostile;
  }

  public Link link(int peer) {
    return port.connect(addresses.addressOf(peer));
  }

  public boolean write(int peer, int kind, int flags, long tag, long data, long payload) {
    Link link = link(peer);
    FrameWriter out = link.out();
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    out.publish(frame, payload, kind, flags, 0, tag, data);
    link.ring();
    return true;
  }

  /** Acknowledges the requests of a peer up to a number. */
  public void acknowledge(int peer, int number) {
    write(peer, RawFrame.of(RawFrame.ACKNOWLEDGEMENT, 0, number, 0));
  }

  /** Writes frames one after the other, and rings the doorbell after each. */
  public void write(int peer, RawFrame... frames) {
    for (RawFrame frame : frames) {
      Link link = link(peer);
      assertNotEquals(FrameWriter.FULL, frame.write(link));
      link.ring();
    }
  }

  /** Publishes a word as its admission. */
  public void admit(long word) {
    port.admit(word);
  }

  /** Bytes that it has read from rings, without headers. */
  long heard() {
    return heard.get();
  }

  @Override
  public synchronized void doorbell() {
    if (deaf) {
      return;
    }
    for (Link link : port.links()) {
      for (long header = link.in().peek(); header != 0; header = link.in().peek()) {
        if (header == FrameReader.ACKNOWLEDGEMENT) {
          link.in().acknowledged();
        } else {
          lastWord = FrameReader.payloadLength(header) > 0 ? link.in().word(0) : lastWord;
          heard.addAndGet(FrameReader.payloadLength(header));
        }
        link.in().advance(header);
      }
      link.in().giveBack();
      link.in().arm();
      forgetIfClosed(link);
    }
  }

  /** A port keeps the memory of a link until then, and a long run has many. */
  private void forgetIfClosed(Link link) {
    if (link.isClosed()) {
      port.forget(link);
    }
  }

  @Override
  public boolean maySleep() {
    return true;
  }

  @Override
  public DirectPeer direct() {
    return null;
  }

  @Override
  public void close() {
    port.close();
  }
}

package dev.weft.nic.transfer;

import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.IntrusiveList;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.SharedMemory;

/**
 * Sends payloads in chunks to peers without direct access to this side's memory. Writes one chunk
 * of each payload in turn, as there is room in the rings. For memory that the peer can map or read,
 * it sends only the location.
 *
 * <pre>
 *   sender                              receiver
 *     |--- RTS length -------------------->|  matched, at once or later
 *     |<-- CTS transfer, length -----------|
 *     |--- CHUNK transfer, offset, bytes ->|  copied to its location
 *     |--- CHUNK ...  -------------------->|
 *     |<-- ACKNOWLEDGEMENT ----------------|  both complete
 * </pre>
 */
public final class ChunkSender {
  /** Maximum passes over all payloads in one call of {@link #advance}. */
  private static final int PASSES = 64;

  /** Bytes of a SHARE frame. */
  static final long SHARE_BYTES = 4L * Long.BYTES;

  /** Below this size, copying costs less than looking up the location. */
  private static final long LEAST_SHARED = 4096;

  /** Below this size, two copies cost less than the system call that reads another process. */
  private static final long LEAST_READ = 16 << 10;

  /** Maximum bytes that a peer copies at a time, so that it serves other links in between. */
  private static final long MAX_SHARED = 1 << 20;

  private final SharedMemory shared;
  private final SharedMemory.Location location = new SharedMemory.Location();
  private final IntrusiveList<OutboundTransfer> active = new IntrusiveList<>();
  private volatile boolean sending;

  /** Creates a sender. {@code shared} is memory that peers can map, or null. */
  public ChunkSender(SharedMemory shared) {
    this.shared = shared;
  }

  /** Starts to send a requested payload. */
  public void add(OutboundTransfer payload) {
    active.addLast(payload);
    sending = true;
  }

  private void remove(OutboundTransfer payload) {
    active.remove(payload);
    sending = !active.isEmpty();
    payload.ended();
  }

  /** Drops all payloads for a peer. */
  void peerLeft(Link link) {
    OutboundTransfer payload = active.first();
    while (payload != null) {
      OutboundTransfer next = payload.next;
      if (payload.link.equals(link)) {
        remove(payload);
      }
      payload = next;
    }
  }

  /** Whether {@link #advance} has anything to do. Any thread. */
  public boolean isSending() {
    return sending;
  }

  /**
   * Writes as much as there is room for; true if it stopped with room left and should be called
   * again.
   */
  public boolean advance() {
    boolean wrote = true;
    for (int pass = 0; wrote && pass < PASSES; pass++) {
      wrote = writeOneOfEach();
    }
    return wrote;
  }

  private boolean writeOneOfEach() {
    boolean wrote = false;
    OutboundTransfer payload = active.first();
    while (payload != null) {
      OutboundTransfer next = payload.next;
      wrote |= write(payload);
      payload = next;
    }
    return wrote;
  }

  private boolean write(OutboundTransfer payload) {
    try {
      boolean written = writeNext(payload);
      DeferredMmapFault.checkFault();
      return written;
    } catch (InternalError fault) {
      LinkFaults.attributeFault(payload.link, fault);
      return false;
    }
  }

  private boolean writeNext(OutboundTransfer payload) {
    long found = payload.find(payload.written, shared, location);
    long size = Math.min(Math.min(found, payload.wanted - payload.written), MAX_SHARED);
    long least = location.isAddress() ? LEAST_READ : LEAST_SHARED;
    boolean done = size >= least ? share(payload, size) : copy(payload);
    if (done && payload.written == payload.wanted) {
      remove(payload);
    }
    return done;
  }

  /** Sends the location of the next bytes, for the peer to copy. */
  private boolean share(OutboundTransfer payload, long size) {
    FrameWriter out = payload.link.out();
    long frame = out.claim(SHARE_BYTES);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    out.setWord(frame, 0, location.owner);
    out.setWord(frame, Long.BYTES, location.file);
    out.setWord(frame, 2 * Long.BYTES, location.offset);
    out.setWord(frame, 3 * Long.BYTES, size);
    out.publish(frame, SHARE_BYTES, FrameKinds.SHARE, 0, 0, payload.transfer, payload.written);
    payload.link.ring();
    payload.written += size;
    return true;
  }

  private boolean copy(OutboundTransfer payload) {
    FrameWriter out = payload.link.out();
    long size = Math.min(payload.wanted - payload.written, out.maximumPayload() / 2);
    long frame = out.claimLeaving(size, out.maximumPayload());
    if (frame == FrameWriter.FULL) {
      return false;
    }
    long at = FrameWriter.payload(frame);
    int error = payload.gather(payload.written, out.memory(), at, size);
    if (error == 0) {
      publish(payload, frame, size);
    } else {
      publishLoss(payload, error);
    }
    return true;
  }

  private static void publish(OutboundTransfer payload, long frame, long size) {
    Link link = payload.link;
    link.out().publish(frame, size, FrameKinds.CHUNK, 0, 0, payload.transfer, payload.written);
    link.ring();
    payload.written += size;
  }

  /** Reports a lost payload. There is room, because a longer frame was claimed before. */
  private static void publishLoss(OutboundTransfer payload, int error) {
    Link link = payload.link;
    long frame = link.out().claim(0);
    link.out().publish(frame, 0, FrameKinds.END, 0, error, payload.transfer, 0);
    link.ring();
    payload.written = payload.wanted;
  }
}

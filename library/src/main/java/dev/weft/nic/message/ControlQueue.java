package dev.weft.nic.message;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.ProtocolViolation;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.Map;
import java.util.Queue;

/**
 * Writes control frames, which have no payload. If the ring of a peer is full, the frame is queued
 * and written as soon as there is room; the reader of the ring wakes this side then. If a method
 * throws for lack of memory, nothing was written or queued.
 */
public final class ControlQueue {
  private record QueuedFrame(int kind, int flags, int handle, long tag, long data) {}

  /** Maximum queued frames of a peer; more than one with 16-bit operation numbers can cause. */
  private static final int MAX_QUEUED = 1 << 18;

  private final Map<Link, Queue<QueuedFrame>> queued = new HashMap<>();
  private volatile boolean hasQueued;

  /** Acknowledges a message. */
  public void acknowledge(Link link, int handle) {
    acknowledge(link, handle, 0);
  }

  /** Acknowledges a message or a write; {@code error} is 0 or says how it failed. */
  public void acknowledge(Link link, int handle, int error) {
    send(link, FrameKinds.ACKNOWLEDGEMENT, 0, handle, error, 0);
  }

  /** Ends a transfer without bytes, or with an error. */
  public void end(Link link, long transfer, int error) {
    send(link, FrameKinds.END, 0, error, transfer, 0);
  }

  /** Requests the first {@code length} bytes of an announced message, for this transfer. */
  public void pull(Link link, int handle, int transfer, long length) {
    int flags = link.process() == null ? 0 : FrameKinds.READS_MEMORY;
    send(link, FrameKinds.CTS, flags, handle, transfer, length);
  }

  /** Withdraws an announced message. */
  public void withdraw(Link link, int handle) {
    send(link, FrameKinds.CANCEL, 0, handle, 0, 0);
  }

  /** Removes a queued withdrawal: the receiver has dropped the message already. */
  public void forgetWithdrawal(Link link, int handle) {
    Queue<QueuedFrame> toPeer = queued.get(link);
    if (toPeer != null) {
      toPeer.removeIf(each -> each.kind == FrameKinds.CANCEL && each.handle == handle);
    }
  }

  private void send(Link link, int kind, int flags, int handle, long tag, long data) {
    Queue<QueuedFrame> earlier = hasQueued ? queued.get(link) : null;
    if (earlier == null && writeOrWantRoom(link, kind, flags, handle, tag, data)) {
      return;
    }
    Queue<QueuedFrame> toPeer = queued.computeIfAbsent(link, _ -> newQueue());
    toPeer.add(new QueuedFrame(kind, flags, handle, tag, data));
    hasQueued = true;
    if (toPeer.size() > MAX_QUEUED) {
      link.breakOff(ProtocolViolation.FORBIDDEN_FRAME); // it causes answers and never reads them
    }
  }

  /** A list, because an {@link java.util.ArrayDeque} that finds no memory to grow is then empty. */
  @SuppressWarnings("JdkObsolete")
  private static Queue<QueuedFrame> newQueue() {
    return new LinkedList<>();
  }

  /** Whether {@link #retry} has anything to do. Any thread. */
  public boolean hasPending() {
    return hasQueued;
  }

  /** Writes queued frames as far as there is room, in order on each link. */
  public void retry() {
    queued.entrySet().removeIf(each -> each.getKey().isClosed() || writeAll(each));
    hasQueued = !queued.isEmpty();
  }

  private static boolean writeAll(Map.Entry<Link, Queue<QueuedFrame>> toPeer) {
    Queue<QueuedFrame> rest = toPeer.getValue();
    while (!rest.isEmpty() && write(toPeer.getKey(), rest.element())) {
      rest.remove();
    }
    return rest.isEmpty();
  }

  private static boolean write(Link link, QueuedFrame each) {
    return writeOrWantRoom(link, each.kind, each.flags, each.handle, each.tag, each.data);
  }

  private static boolean writeOrWantRoom(
      Link link, int kind, int flags, int handle, long tag, long data) {
    try {
      boolean written = write(link, kind, flags, handle, tag, data);
      if (!written) {
        link.out().wantRoom();
        written = write(link, kind, flags, handle, tag, data);
      }
      DeferredMmapFault.checkFault();
      return written;
    } catch (InternalError fault) {
      LinkFaults.attributeFault(link, fault);
      return false;
    }
  }

  private static boolean write(Link link, int kind, int flags, int handle, long tag, long data) {
    FrameWriter out = link.out();
    long frame = out.claim(0);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    out.publish(frame, 0, kind, flags, handle, tag, data);
    link.ring();
    return true;
  }
}

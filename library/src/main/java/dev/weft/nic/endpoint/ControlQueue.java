package dev.weft.nic.endpoint;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.ProtocolViolation;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Writes the frames by which endpoints steer each other, all without payload. One that finds its
 * ring full is owed, and written as soon as there is room; the reader of the ring wakes us then.
 */
final class ControlQueue {
  private record Owed(int kind, int handle, long tag, long data) {}

  /** More than a peer can be owed whose operations have numbers of 16 bits. */
  private static final int MOST_OWED = 1 << 18;

  private final Map<Link, Queue<Owed>> owed = new HashMap<>();
  private volatile boolean owing;

  /** Tells a sender that its message is taken. */
  void acknowledge(Link link, int handle) {
    acknowledge(link, handle, 0);
  }

  /** Tells a sender that its message or write is done, or how it failed. */
  void acknowledge(Link link, int handle, int error) {
    send(link, FrameKinds.ACKNOWLEDGEMENT, handle, error, 0);
  }

  /** Tells who asked for bytes that there are none, or why it does not get them. */
  void end(Link link, long transfer, int error) {
    send(link, FrameKinds.END, error, transfer, 0);
  }

  /** Asks a sender for the first {@code length} bytes of its message, for this transfer. */
  void pull(Link link, int handle, int transfer, long length) {
    send(link, FrameKinds.PULL, handle, transfer, length);
  }

  /** Tells a receiver that an announced message is taken back. */
  void withdraw(Link link, int handle) {
    send(link, FrameKinds.WITHDRAWAL, handle, 0, 0);
  }

  /** The receiver has dropped a message before it heard that it is taken back. */
  void forgetWithdrawal(Link link, int handle) {
    Queue<Owed> toPeer = owed.get(link);
    if (toPeer != null) {
      toPeer.removeIf(each -> each.kind == FrameKinds.WITHDRAWAL && each.handle == handle);
    }
  }

  private void send(Link link, int kind, int handle, long tag, long data) {
    Queue<Owed> earlier = owing ? owed.get(link) : null;
    if (earlier == null && writeOrWantRoom(link, kind, handle, tag, data)) {
      return;
    }
    Queue<Owed> toPeer = owed.computeIfAbsent(link, _ -> new ArrayDeque<>());
    toPeer.add(new Owed(kind, handle, tag, data));
    owing = true;
    if (toPeer.size() > MOST_OWED) {
      link.breakOff(
          ProtocolViolation.FORBIDDEN_FRAME); // it makes this side answer, and never listens
    }
  }

  /** Whether {@link #retry} has anything to do; any thread may ask. */
  boolean hasPending() {
    return owing;
  }

  /** Writes what there is room for, on each link in the order in which it was owed. */
  void retry() {
    owed.entrySet().removeIf(each -> each.getKey().isClosed() || writeAll(each));
    owing = !owed.isEmpty();
  }

  private static boolean writeAll(Map.Entry<Link, Queue<Owed>> toPeer) {
    Queue<Owed> rest = toPeer.getValue();
    while (!rest.isEmpty() && write(toPeer.getKey(), rest.element())) {
      rest.remove();
    }
    return rest.isEmpty();
  }

  private static boolean write(Link link, Owed each) {
    return writeOrWantRoom(link, each.kind, each.handle, each.tag, each.data);
  }

  private static boolean writeOrWantRoom(Link link, int kind, int handle, long tag, long data) {
    try {
      boolean written = write(link, kind, handle, tag, data);
      if (!written) {
        link.out().wantRoom();
        written = write(link, kind, handle, tag, data);
      }
      DeferredMmapFault.checkFault();
      return written;
    } catch (InternalError fault) {
      LinkFaults.attributeFault(link, fault);
      return false;
    }
  }

  private static boolean write(Link link, int kind, int handle, long tag, long data) {
    FrameWriter out = link.out();
    long frame = out.claim(0);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    out.publish(frame, 0, kind, 0, handle, tag, data);
    link.ring();
    return true;
  }
}

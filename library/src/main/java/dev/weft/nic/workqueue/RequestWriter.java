package dev.weft.nic.workqueue;

import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;

/** Writes requests, or parts of long ones, to the peer's ring. */
public class RequestWriter {
  /** Instead of bytes written: the ring is full. */
  public static final long FULL = -1;

  /** Instead of bytes written: protection denies reading the data. */
  public static final long FORBIDDEN = -2;

  private static final long MAX_PART = 8192;

  public final SendQueue queue;
  public final BufferTable memory;
  private final int transport;

  public RequestWriter(SendQueue queue, BufferTable memory, boolean reliable) {
    this.queue = queue;
    this.memory = memory;
    this.transport = reliable ? 0 : PacketFormat.UNRELIABLE;
  }

  /** Writes the next part of a request; returns its bytes, {@link #FULL} or {@link #FORBIDDEN}. */
  public long write(Link link, long index, long offset) {
    int opcode = queue.opcode(index);
    return switch (opcode) {
      case Operation.RDMA_READ -> ask(link, index, PacketFormat.READ, PacketFormat.REMOTE_HEADER);
      case Operation.FLUSH -> ask(link, index, PacketFormat.FLUSH, PacketFormat.ATOMIC_HEADER);
      case Operation.COMPARE_AND_SWAP ->
          ask(link, index, PacketFormat.COMPARE_AND_SWAP, PacketFormat.ATOMIC_HEADER);
      case Operation.FETCH_AND_ADD ->
          ask(link, index, PacketFormat.FETCH_AND_ADD, PacketFormat.ATOMIC_HEADER);
      case Operation.ATOMIC_WRITE -> writeData(link, index, offset, PacketFormat.ATOMIC_WRITE);
      case Operation.RDMA_WRITE, Operation.RDMA_WRITE_WITH_IMMEDIATE ->
          writeData(link, index, offset, PacketFormat.WRITE);
      default -> writeData(link, index, offset, PacketFormat.SEND);
    };
  }

  /** Writes a request without data. */
  private long ask(Link link, long index, int kind, long header) {
    FrameWriter out = link.out();
    long frame = claim(link, header);
    if (frame == FrameWriter.FULL) {
      return FULL;
    }
    putRemote(out, frame, index);
    if (header == PacketFormat.ATOMIC_HEADER) {
      out.setWord(frame, PacketFormat.COMPARE_ADD, queue.compareAdd(index));
      out.setWord(frame, PacketFormat.SWAP, queue.swap(index));
    }
    out.publish(
        frame, header, kind, PacketFormat.ONLY, 0, queue.number(index), queue.length(index));
    return queue.length(index);
  }

  private void putRemote(FrameWriter out, long frame, long index) {
    out.setWord(frame, PacketFormat.ADDRESS, queue.remoteAddress(index));
    out.setWord(frame, PacketFormat.KEY, queue.remoteKey(index));
  }

  /** Reads the request before it claims: compilers read it again after each access to the ring. */
  private long writeData(Link link, long index, long offset, int kind) {
    FrameWriter out = link.out();
    long length = queue.length(index);
    long header = kind != PacketFormat.SEND && offset == 0 ? PacketFormat.REMOTE_HEADER : 0;
    long size = Math.min(length - offset, largestPart(out) - header);
    int flags = transport | flags(queue, index, offset == 0, offset + size == length);
    long tag = PacketFormat.tag(queue.immediateOrKey(index), queue.number(index));
    long frame = claim(link, header + size);
    if (frame == FrameWriter.FULL) {
      return FULL;
    }
    if (header != 0) {
      putRemote(out, frame, index);
    }
    if (!queue.gather(index, memory, offset, out, frame + header, size)) {
      return FORBIDDEN;
    }
    out.publish(frame, header + size, kind, flags, 0, tag, length);
    return size;
  }

  private static long largestPart(FrameWriter out) {
    return Math.min(MAX_PART, out.maximumPayload() & -8);
  }

  /** The flags of a request's frame. */
  public static int flags(SendEntries queue, long index, boolean first, boolean last) {
    int opcode = queue.opcode(index);
    int flags = (first ? PacketFormat.FIRST : 0) | (last ? PacketFormat.LAST : 0);
    if (queue.has(index, WorkFlags.SOLICITED)) {
      flags |= PacketFormat.SOLICITED;
    }
    if (opcode == Operation.SEND_WITH_IMMEDIATE || opcode == Operation.RDMA_WRITE_WITH_IMMEDIATE) {
      flags |= PacketFormat.HAS_IMMEDIATE;
    } else if (opcode == Operation.SEND_WITH_INVALIDATE) {
      flags |= PacketFormat.HAS_INVALIDATE;
    }
    return flags;
  }

  /** Claims room, or requests a doorbell when there is room again. */
  public static long claim(Link link, long payload) {
    FrameWriter out = link.out();
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      out.wantRoom();
      frame = out.claim(payload);
    }
    return frame;
  }
}

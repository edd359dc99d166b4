package dev.weft.nic.sharedmemory;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SharedMemory.Location;
import dev.weft.wire.process.ProcessMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Long sends from memory that both processes map, or that the responder can read. The frame carries
 * the location of the data, and the responder copies it once.
 *
 * <pre>
 *   requester                                    responder
 *     writes the frame: the location,        --->  is it the requester's admission?
 *       its admission                              copies
 *                                                  is it still? if not, the data may be torn
 *     sends the message in frames  <-------------  NAK, as for a lost frame
 *
 *     changes its admission before it
 *     flushes requests, or memory is deregistered
 * </pre>
 *
 * <p>The caller holds the machine's lock.
 */
public final class LocatedSends {
  /** From this size on, one copy takes less time than two. */
  private static final long SHORTEST = 16 << 10;

  /** Bytes copied at a time, before the link is checked again. */
  private static final long PIECE = 1 << 20;

  private static final long OWNER = 0;
  private static final long FILE = 8;
  private static final long OFFSET = 16;
  private static final long ADMISSION = 24;
  private static final long BYTES = 32;

  private final LocalQueuePair queuePair;
  private final DirectAdmission admission;
  private final SharedMemory shared;
  private final Location location = new Location();

  /** The last request that was sent with a location. */
  private long last = -1;

  /** Whether the responder reads this process, as far as is known. */
  private boolean addresses = true;

  public LocatedSends(
      LocalQueuePair queuePair, DirectAdmission admission, SharedMemory sharedOrNull) {
    this.queuePair = queuePair;
    this.admission = admission;
    this.shared = sharedOrNull;
  }

  /** Writes a send whose data the responder copies; false if it must be sent with its data. */
  public boolean write(Link link, SendQueue queue, BufferTable memory, long index) {
    if (shared == null
        || queue.length(index) < SHORTEST
        || !Operation.isSend(queue.opcode(index))
        || queuePair.attributes.retries == 0 // a location that cannot be used costs one
        || !admission.admitsPeer()
        || !DirectAdmission.admits(
            link.admittedByPeer(), queuePair.number(), DirectAdmission.PLACES)) {
      return false;
    }
    return queue.find(index, memory, shared, addresses, location) && write(link, queue, index);
  }

  private boolean write(Link link, SendQueue queue, long index) {
    FrameWriter out = link.out();
    long frame = RequestWriter.claim(link, BYTES);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    out.setWord(frame, OWNER, location.owner);
    out.setWord(frame, FILE, location.file);
    out.setWord(frame, OFFSET, location.offset);
    out.setWord(frame, ADMISSION, admission.published());
    int flags = RequestWriter.flags(queue, index, true, true) | PacketFormat.LOCATED;
    long tag = PacketFormat.tag(queue.immediateOrKey(index), queue.number(index));
    out.publish(frame, BYTES, PacketFormat.SEND, flags, 0, tag, queue.length(index));
    last = index;
    if (location.isAddress()) {
      queue.set(index, WorkFlags.ADDRESSED);
    }
    return true;
  }

  /** The responder asks for this request again: perhaps it cannot read this process. */
  public void refused(SendQueue queue, long index) {
    addresses &= !queue.has(index, WorkFlags.ADDRESSED);
  }

  /** An acknowledged request; false, and it fails, if its buffer was closed before it was read. */
  public boolean mayEnd(SendQueue queue, BufferTable memory, long index) {
    if (!queue.has(index, WorkFlags.ADDRESSED)
        || queue.find(index, memory, shared, true, location)) {
      return true;
    }
    queuePair.fail(WcStatus.LOCAL_PROTECTION);
    return false;
  }

  /** Called after memory was removed: has the responder ask for data that it may have been in. */
  public void withdraw(SendQueue queue, BufferTable memory) {
    boolean removed = false;
    for (long index = queue.done; index <= last && !removed; index++) {
      removed = !queue.allows(index, memory, false);
    }
    if (removed && admission.admitsPeer()) {
      admission.renew();
    }
  }

  /** Whether a frame carries a location and nothing else. */
  public static boolean isSound(IncomingFrame frame) {
    return frame.isWhole() && frame.payloadLength() == BYTES;
  }

  /** Copies the data of a frame to the current receive; false if it must come in frames. */
  public boolean pull(IncomingFrame frame, ReceiveQueue receives, BufferTable memory) {
    Link link = queuePair.peer();
    long admitted = link == null ? 0 : link.admittedByPeer();
    if (admitted != frame.word(ADMISSION)
        || !DirectAdmission.admits(admitted, queuePair.number(), 0)) {
      return false;
    }
    long owner = frame.word(OWNER); // read once: the peer may change it
    boolean copied =
        owner == Location.NO_FILE
            ? read(link, frame, receives, memory)
            : copy(link, owner, frame, receives, memory);
    VarHandle.loadLoadFence(); // partner: Port.admit() of the requester
    return copied && link.admittedByPeer() == admitted;
  }

  private static boolean copy(
      Link link, long owner, IncomingFrame frame, ReceiveQueue receives, BufferTable memory) {
    long offset = frame.word(OFFSET);
    long length = frame.data();
    MemorySegment data = link.peerMemory(owner, frame.word(FILE));
    boolean copied = data != null && offset >= 0 && offset <= data.byteSize() - length;
    for (long done = 0; copied && done < length; done += PIECE) {
      long size = Math.min(PIECE, length - done);
      copied = !link.isClosed() && receives.copyFrom(memory, done, data, offset + done, size);
    }
    return copied;
  }

  private static boolean read(
      Link link, IncomingFrame frame, ReceiveQueue receives, BufferTable memory) {
    long address = frame.word(OFFSET);
    long length = frame.data();
    ProcessMemory process = link.process();
    boolean read = process != null;
    for (long done = 0; read && done < length; done += PIECE) {
      long size = Math.min(PIECE, length - done);
      read = !link.isClosed() && receives.read(memory, done, process, address + done, size);
    }
    return read;
  }
}

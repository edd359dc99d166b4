package dev.weft.nic.transfer;

import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.Message;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.MappedPages;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.process.ProcessMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Receives the chunks that this side has requested from peers. A pending transfer has a number. Any
 * chunk other than the next one of a transfer is a protocol violation.
 */
public final class ChunkReceiver {
  /** Maximum pending announcements of a peer, whose handles have 16 bits. */
  private static final int MAX_ANNOUNCED = 1 << 16;

  private final Message chunk = new Message();
  private InboundTransfer[] underWay = new InboundTransfer[16];
  private int[] freeNumbers = new int[16];
  private int freeCount;
  private int used;

  /** Assigns a number to a transfer and expects {@code size} bytes from a peer. */
  public void add(InboundTransfer transfer, Link link, long size) {
    transfer.link = link;
    transfer.size = size;
    transfer.arrived = 0;
    transfer.error = 0;
    transfer.abandoned = false;
    transfer.acknowledged = false;
    transfer.number = takeNumber();
    underWay[transfer.number] = transfer;
    link.announcedTransfers += transfer.announced ? 1 : 0;
  }

  private int takeNumber() {
    if (freeCount > 0) {
      return freeNumbers[--freeCount];
    }
    if (used == underWay.length) {
      int[] numbers = new int[2 * used]; // none is free
      underWay = Arrays.copyOf(underWay, 2 * used);
      freeNumbers = numbers;
    }
    return used++;
  }

  /** Ends a transfer. */
  public void remove(InboundTransfer transfer) {
    underWay[transfer.number] = null;
    freeNumbers[freeCount++] = transfer.number;
    transfer.link.announcedTransfers -= transfer.announced ? 1 : 0;
  }

  /** Whether a correct peer can announce another payload. */
  public static boolean mayAnnounce(Link link) {
    return link.announcedTransfers < MAX_ANNOUNCED;
  }

  /** Accepts a chunk of a transfer; false if this peer may not send it. */
  public boolean arrive(Link link, long header) {
    FrameReader in = link.in();
    InboundTransfer transfer = find(link, in.tag());
    long size = FrameReader.payloadLength(header);
    if (transfer == null
        || transfer.arrived != in.data()
        || size < 1
        || size > transfer.size - transfer.arrived) {
      return false;
    }
    chunk.ring = in;
    copyIn(transfer, size);
    arrived(transfer, size);
    return true;
  }

  private void copyIn(InboundTransfer transfer, long size) {
    if (transfer.error == 0) {
      try {
        transfer.error = transfer.copyIn(transfer.arrived, chunk, size);
        DeferredMmapFault.checkFault();
      } catch (InternalError noSuchPage) {
        boolean lost = transfer.link.hasLostMemory();
        transfer.error = lost ? Failures.endOf(transfer.link) : ErrorNumbers.BAD_ADDRESS;
      }
    }
  }

  private void arrived(InboundTransfer transfer, long size) {
    if (transfer.arrived + size == transfer.size) {
      end(transfer);
    } else {
      transfer.arrived += size;
    }
  }

  /** Copies a part of a transfer from the peer's memory; false if the frame is illegal. */
  public boolean arriveShared(Link link, long header) {
    FrameReader in = link.in();
    InboundTransfer transfer = find(link, in.tag());
    if (transfer == null
        || transfer.arrived != in.data()
        || FrameReader.payloadLength(header) != ChunkSender.SHARE_BYTES) {
      return false;
    }
    long owner = in.word(0);
    long file = in.word(Long.BYTES);
    long offset = in.word(2 * Long.BYTES);
    long size = in.word(3 * Long.BYTES);
    if (size < 1 || size > transfer.size - transfer.arrived) {
      return false;
    }
    return owner == SharedMemory.Location.NO_FILE
        ? read(transfer, offset, size)
        : copyFile(transfer, link.peerMemory(owner, file), offset, size);
  }

  /** Reads a part out of the peer's process; false if this side has not said that it can. */
  private boolean read(InboundTransfer transfer, long address, long size) {
    Link link = transfer.link;
    ProcessMemory process = link.process();
    if (process == null) {
      return false;
    }
    chunk.locate(process, address);
    copyIn(transfer, size);
    if (process.hasEnded()) {
      transfer.error = ErrorNumbers.PEER_LEFT;
    }
    copied(transfer, size);
    return true;
  }

  /** Copies a part out of a file of the peer; false if the file does not have it. */
  private boolean copyFile(InboundTransfer transfer, MemorySegment memory, long offset, long size) {
    if (memory == null) {
      transfer.error = ErrorNumbers.BAD_ADDRESS;
      copied(transfer, size); // a peer that leaves deletes its files
      return true;
    }
    return offset >= 0
        && offset <= memory.byteSize() - size
        && copyInFile(transfer, memory, offset, size);
  }

  /** False if the peer's memory is not accessible any more. */
  private boolean copyInFile(
      InboundTransfer transfer, MemorySegment memory, long offset, long size) {
    chunk.locate(memory, offset);
    try {
      if (transfer.error == 0) {
        transfer.error = transfer.copyIn(transfer.arrived, chunk, size);
      }
      DeferredMmapFault.checkFault();
    } catch (InternalError noSuchPage) {
      if (!MappedPages.areThere(memory, offset, size)) {
        transfer.link.breakOff(ProtocolViolation.MISSING_MEMORY);
        return false;
      }
      transfer.error = ErrorNumbers.BAD_ADDRESS;
    }
    copied(transfer, size);
    return true;
  }

  /** A part was copied, or could not be, from memory that is the peer's only until it leaves. */
  private void copied(InboundTransfer transfer, long size) {
    VarHandle.loadLoadFence(); // a sender that leaves closes its link before it reuses the memory
    if (transfer.link.isLeaving()) {
      transfer.error = Failures.endOf(transfer.link);
    }
    arrived(transfer, size);
  }

  /** The peer ends a transfer early, or an empty one; false if the frame is illegal. */
  public boolean arriveEnd(Link link, long header) {
    InboundTransfer transfer = find(link, link.in().tag());
    int error = FrameReader.handle(header);
    if (transfer == null || (error == 0 && transfer.size > 0)) {
      return false;
    }
    transfer.error = error;
    end(transfer);
    return true;
  }

  /** If it finds no memory, the transfer stays, and the frame is taken again. */
  private void end(InboundTransfer transfer) {
    boolean ended = false;
    remove(transfer);
    try {
      transfer.ended();
      ended = true;
    } finally {
      if (!ended) {
        restore(transfer);
      }
    }
  }

  private void restore(InboundTransfer transfer) {
    freeCount--;
    underWay[transfer.number] = transfer;
    transfer.link.announcedTransfers += transfer.announced ? 1 : 0;
  }

  private InboundTransfer find(Link link, long number) {
    InboundTransfer transfer = number >= 0 && number < used ? underWay[(int) number] : null;
    return transfer != null && transfer.link.equals(link) ? transfer : null;
  }

  /** A pending transfer that satisfies the predicate, or null. */
  public InboundTransfer find(Predicate<InboundTransfer> wanted) {
    for (int number = 0; number < used; number++) {
      if (underWay[number] != null && wanted.test(underWay[number])) {
        return underWay[number];
      }
    }
    return null;
  }

  /** Passes each pending transfer of a peer; the action may end it. */
  public void forEach(Link link, Consumer<InboundTransfer> action) {
    for (int number = 0; number < used; number++) {
      InboundTransfer transfer = find(link, number);
      if (transfer != null) {
        action.accept(transfer);
      }
    }
  }

  /** Ends all transfers of a peer with an error, whose link has ended. */
  public void failAll(Link link, int error) {
    forEach(
        link,
        transfer -> {
          transfer.error = error;
          transfer.abandoned = true;
          end(transfer);
        });
  }
}

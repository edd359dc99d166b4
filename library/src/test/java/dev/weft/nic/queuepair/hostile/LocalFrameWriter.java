package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.queuepair.Carrier;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.RawFrame;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.HostileWord;
import dev.weft.wire.Link;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;

/** A hostile peer in this process. */
final class LocalFrameWriter implements HostileFrameWriter {
  /** Admits the queue pair, as the first of its words, with no access right. */
  private static final long ADMISSION = 1L << 33 | 1L << 32 | Conversation.VICTIM << 8;

  private final AddressMap addresses;
  private final boolean toContext;

  /** Whether each conversation has its own port, as it has its own context. */
  private final boolean renewed;

  /** Memory that the other side maps; null on wires without. */
  private final SharedMemory memory;

  private final Conversation.Placed placed;
  private HostilePeer hostile;
  private Link link;

  LocalFrameWriter(AddressMap addresses, boolean toContext, boolean renewed) {
    this.addresses = addresses;
    this.toContext = toContext;
    this.renewed = renewed;
    this.memory = addresses.wire().openMemory();
    this.placed = memory == null ? null : place(memory);
  }

  private static Conversation.Placed place(SharedMemory memory) {
    SharedMemory.Location place = new SharedMemory.Location();
    MemorySegment segment = memory.allocate(Conversation.GRANTED);
    assertTrue(memory.find(segment, 0, Conversation.GRANTED, place));
    return new Conversation.Placed(place.owner, place.file, place.offset, ADMISSION);
  }

  @Override
  public Conversation.Placed placed() {
    return placed;
  }

  @Override
  public void begin() {
    link = null;
    if (hostile == null) {
      hostile =
          toContext
              ? HostilePeer.at(Carrier.network(addresses), Conversation.SPEAKING_CONTEXT)
              : HostilePeer.at(addresses, Conversation.WRITER);
      hostile.admit(ADMISSION);
    }
  }

  @Override
  public boolean write(RawFrame frame, Flips flipsOrNull) {
    link = hostile.link(toContext ? Conversation.CONTEXT : Conversation.VICTIM);
    long place = link == null || link.isClosed() ? FrameWriter.FULL : frame.write(link);
    if (place == FrameWriter.FULL) {
      return false;
    }
    if (flipsOrNull != null) {
      flipsOrNull.begin(link.out().memory(), place, frame);
    }
    link.ring();
    return true;
  }

  @Override
  public void disturb(HostileWord word) {
    link = hostile.link(toContext ? Conversation.CONTEXT : Conversation.VICTIM);
    if (!isClosed()) {
      word.writeTo(link);
      link.ring();
    }
  }

  @Override
  public boolean isClosed() {
    return link == null || link.isClosed();
  }

  @Override
  public boolean isHeard() {
    return link == null || link.out().isDrained();
  }

  @Override
  public void end() {
    if (renewed) {
      closePort();
    } else {
      hostile.doorbell();
    }
  }

  @Override
  public void close() {
    closePort();
    if (memory != null) {
      memory.close();
    }
  }

  private void closePort() {
    if (hostile != null) {
      hostile.close();
      hostile = null;
    }
  }
}

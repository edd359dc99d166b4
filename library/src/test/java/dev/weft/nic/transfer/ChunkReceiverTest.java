package dev.weft.nic.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.Message;
import dev.weft.wire.FrameRing;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.SilentLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** The errors of transfers out of a peer's memory. */
class ChunkReceiverTest {
  private static final long BYTES = 50_000;

  private final FrameRing ring = FrameRing.inProcess(4096);
  private final PeerLink link = new PeerLink(ring);
  private final ChunkReceiver receiver = new ChunkReceiver();
  private final Transfer transfer = new Transfer();

  /** A link whose peer has one file, or none, and may be leaving. */
  private static final class PeerLink extends SilentLink {
    MemorySegment file;
    boolean leaving;

    PeerLink(FrameRing ring) {
      super("test://peer", ring);
    }

    @Override
    public boolean isLeaving() {
      return leaving;
    }

    @Override
    public MemorySegment peerMemory(long owner, long number) {
      return file;
    }
  }

  private static final class Transfer extends InboundTransfer {
    int ends;
    boolean starved;

    Transfer() {
      super(true);
    }

    @Override
    public int copyIn(long position, Message chunk, long bytes) {
      return 0;
    }

    @Override
    public void ended() {
      if (starved) {
        throw new OutOfMemoryError("as where the heap is full");
      }
      ends++;
    }
  }

  /** The peer offers all bytes in its file. */
  private int errorOfShare() {
    receiver.add(transfer, link, BYTES);
    offerAll();
    assertTrue(receiver.arriveShared(link, link.in().peek()));
    assertEquals(1, transfer.ends);
    return transfer.error;
  }

  private void offerAll() {
    FrameWriter out = ring.writer();
    long frame = out.claim(ChunkSender.SHARE_BYTES);
    out.setWord(frame, 0, 1);
    out.setWord(frame, Long.BYTES, 1);
    out.setWord(frame, 2 * Long.BYTES, 0);
    out.setWord(frame, 3 * Long.BYTES, BYTES);
    out.publish(frame, ChunkSender.SHARE_BYTES, FrameKinds.SHARE, 0, 0, transfer.number, 0);
  }

  @Test
  void shouldCopyOutOfAFile() {
    link.file = Arena.ofAuto().allocate(BYTES);
    assertEquals(0, errorOfShare());
  }

  @Test
  void shouldFailIfThePeerHasNoSuchFile() {
    assertEquals(ErrorNumbers.BAD_ADDRESS, errorOfShare());
  }

  /** The last frame stays in the ring and is taken again. */
  @Test
  void shouldEndOnceThereIsMemory() {
    link.file = Arena.ofAuto().allocate(BYTES);
    receiver.add(transfer, link, BYTES);
    offerAll();
    transfer.starved = true;
    long header = link.in().peek();
    assertThrows(OutOfMemoryError.class, () -> receiver.arriveShared(link, header));
    transfer.starved = false;
    assertTrue(receiver.arriveShared(link, header));
    assertEquals(1, transfer.ends);
    assertNull(receiver.find(_ -> true));
    assertEquals(0, link.announcedTransfers);
  }

  @Test
  void shouldFailOnceThereIsMemory() {
    receiver.add(transfer, link, BYTES);
    transfer.starved = true;
    assertThrows(OutOfMemoryError.class, () -> receiver.failAll(link, ErrorNumbers.PEER_LEFT));
    transfer.starved = false;
    receiver.failAll(link, ErrorNumbers.PEER_LEFT);
    receiver.failAll(link, ErrorNumbers.PEER_LEFT);
    assertEquals(1, transfer.ends);
  }

  /** A peer that leaves closes its link first, and deletes its files then. */
  @Test
  void shouldSayThatThePeerHasLeftIfItsFileIsDeleted() {
    link.leaving = true;
    assertEquals(ErrorNumbers.PEER_LEFT, errorOfShare());
  }

  @Test
  void shouldNotTrustWhatItCopiedFromAPeerThatLeaves() {
    link.file = Arena.ofAuto().allocate(BYTES);
    link.leaving = true;
    assertEquals(ErrorNumbers.PEER_LEFT, errorOfShare());
  }
}

package dev.weft.nic.rma;

import dev.weft.nic.matching.ReceiveCompletions;
import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.Pool;
import dev.weft.nic.message.SourcePolicy;
import dev.weft.nic.transfer.ChunkReceiver;
import dev.weft.nic.transfer.ChunkSender;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.ProtocolViolation;

/**
 * Executes reads and writes of peers without direct access to this side's registered memory; see
 * {@link RmaRequester}. A request that the regions do not grant gets an error before a byte is
 * accessed.
 *
 * <p>An illegal frame breaks its link; a frame without room for its completion stays in its ring.
 *
 * <p>Used by one thread at a time.
 */
public final class RmaResponder {
  private final DirectAccess directAccess;
  private final ReceiveCompletions completions;
  private final SourcePolicy sources;
  private final ControlQueue control;
  private final ChunkSender chunksOut;
  private final ChunkReceiver chunksIn;
  private final RmaTargets asked;
  private final Message bytes = new Message();
  private final int rangeLimit;
  private final int maxReads; // of one peer
  private final Pool<InboundRead> unusedReads;
  private final Pool<InboundWrite> unusedWrites;

  /** The parts of the endpoint that responders use. */
  public record Parts(
      DirectAccess directAccess,
      ReceiveCompletions completions,
      SourcePolicy sources,
      ControlQueue control,
      ChunkSender chunksOut,
      ChunkReceiver chunksIn) {}

  public RmaResponder(MachineLimits limits, Parts parts) {
    directAccess = parts.directAccess;
    completions = parts.completions;
    sources = parts.sources;
    control = parts.control;
    chunksOut = parts.chunksOut;
    chunksIn = parts.chunksIn;
    rangeLimit = limits.buffers();
    maxReads = limits.sends();
    unusedWrites = new Pool<>(limits.sends(), () -> new InboundWrite(this, rangeLimit));
    unusedReads = new Pool<>(maxReads, () -> new InboundRead(this, rangeLimit));
    asked = new RmaTargets(rangeLimit);
  }

  /** Executes a short write; false if the frame must stay or is illegal. */
  public boolean write(Link link, long header) {
    FrameReader in = link.in();
    if (!asked.read(in, header)
        || asked.entriesLength() + asked.length() != FrameReader.payloadLength(header)) {
      link.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
      return false;
    }
    boolean hasData = hasData(header);
    if (hasData && !completions.reserveUnposted()) {
      return false;
    }
    int error = asked.grant(directAccess, false, true);
    if (error == 0) {
      bytes.memory = in.memory();
      bytes.at = in.payload() + asked.entriesLength();
      error = asked.copyIn(0, bytes, asked.length());
    }
    written(error, asked);
    report(link, hasData, in.data(), error, asked.length());
    control.acknowledge(link, FrameReader.handle(header), error);
    return true;
  }

  /** Requests the bytes of a long write; false if the frame must stay or is illegal. */
  public boolean announceWrite(Link link, long header) {
    InboundWrite write = unusedWrites.take();
    if (!write.ranges.read(link.in(), header)
        || write.ranges.length() == 0
        || write.ranges.entriesLength() != FrameReader.payloadLength(header)
        || !ChunkReceiver.mayAnnounce(link)) {
      link.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
      return false;
    }
    write.handle = FrameReader.handle(header);
    write.hasData = hasData(header);
    write.data = link.in().data();
    if (write.hasData && !completions.hasRoom()) {
      unusedWrites.giveBack(write);
      return false;
    }
    begin(link, write);
    return true;
  }

  private void begin(Link link, InboundWrite write) {
    int error = write.ranges.grant(directAccess, false, true);
    if (error == 0) {
      chunksIn.add(write, link, write.ranges.length());
      control.pull(link, write.handle, write.number, write.ranges.length());
    } else {
      control.acknowledge(link, write.handle, error);
      unusedWrites.giveBack(write);
    }
  }

  /** Completes a long write, or its failure. */
  void ended(InboundWrite write) {
    written(write.error, write.ranges);
    if (write.hasData && write.error == 0) {
      completions.writtenInChunks(write.size, write.data, sources.handleOf(write.link));
      write.hasData = false; // not once more
    }
    if (!write.abandoned && !write.acknowledged) {
      control.acknowledge(write.link, write.handle, write.error);
      write.acknowledged = true;
    }
    unusedWrites.giveBack(write);
  }

  private void written(int error, RmaTargets ranges) {
    if (error == 0) {
      directAccess.touched(true, ranges.length());
      ranges.written();
    }
  }

  /** Reports a write with data, unless it failed. */
  private void report(Link link, boolean hasData, long data, int error, long length) {
    if (hasData && error == 0) {
      completions.written(length, data, sources.handleOf(link));
    } else if (hasData) {
      completions.release();
    }
  }

  private static boolean hasData(long header) {
    return (FrameReader.flags(header) & FrameKinds.HAS_DATA) != 0;
  }

  /** Executes a read; false if the frame must stay or is illegal. */
  public boolean read(Link link, long header) {
    if (link.inboundReads == maxReads) {
      return false;
    }
    InboundRead read = unusedReads.take();
    if (!read.ranges.read(link.in(), header)
        || read.ranges.entriesLength() != FrameReader.payloadLength(header)) {
      unusedReads.giveBack(read);
      link.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
      return false;
    }
    begin(link, read);
    return true;
  }

  private void begin(Link link, InboundRead read) {
    int error = read.ranges.grant(directAccess, false, false);
    read.link = link;
    link.inboundReads++;
    read.whole = error == 0;
    read.ask(link.in().data(), read.ranges.length());
    if (error == 0 && read.wanted > 0) {
      chunksOut.add(read);
    } else {
      control.end(link, read.transfer, error);
      ended(read);
    }
  }

  /** Ends a read: all of it is written, or it has failed. */
  void ended(InboundRead read) {
    read.link.inboundReads--;
    if (read.whole && read.written == read.wanted) {
      directAccess.touched(false, read.written);
    }
    unusedReads.giveBack(read);
  }
}

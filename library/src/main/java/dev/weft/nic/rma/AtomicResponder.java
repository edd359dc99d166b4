package dev.weft.nic.rma;

import dev.weft.atomic.AtomicRun;
import dev.weft.atomic.AtomicUnit;
import dev.weft.nic.message.AtomicWork;
import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.Pool;
import dev.weft.nic.transfer.ChunkSender;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.ProtocolViolation;
import java.lang.foreign.MemorySegment;

/**
 * Executes atomic operations of peers without direct access to this side's registered memory; see
 * {@link RmaRequester}. An operation that the regions do not grant gets an error before a byte
 * changes. An illegal frame breaks its link.
 *
 * <pre>
 *   payload:   the ranges | datatype 32, operation 32 | operands | compares
 * </pre>
 *
 * <p>Used by one thread at a time.
 */
public final class AtomicResponder {
  /** Bytes between the ranges and the operands. */
  static final long HEAD = Long.BYTES;

  private final DirectAccess directAccess;
  private final ControlQueue control;
  private final ChunkSender chunksOut;
  private final RmaTargets ranges;
  private final AtomicUnit unit = new AtomicUnit();
  private final AtomicRun run = new AtomicRun();
  private final Pool<InboundFetch> unused;

  /** How many results may wait for room in the ring of one peer. */
  private final int maxFetches;

  public AtomicResponder(MachineLimits limits, RmaResponder.Parts parts) {
    this.directAccess = parts.directAccess();
    this.control = parts.control();
    this.chunksOut = parts.chunksOut();
    this.maxFetches = limits.sends();
    this.unused = new Pool<>(maxFetches, () -> new InboundFetch(this));
    this.ranges = new RmaTargets(limits.buffers());
  }

  /** The 64 bits between the ranges and the operands. */
  static long head(AtomicWork work) {
    return (long) work.datatype << Integer.SIZE | work.operation;
  }

  /** Executes an operation without a result; false if the frame is illegal. */
  public boolean change(Link link, long header) {
    if (!read(link.in(), header) || !isPlain()) {
      link.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
      return false;
    }
    int error = grant(false, true);
    if (error == 0) {
      error = execute(link.in(), null);
    }
    if (error == 0) {
      directAccess.touched(true, ranges.length());
      ranges.written();
    }
    control.acknowledge(link, FrameReader.handle(header), error);
    return true;
  }

  private boolean isPlain() {
    return !AtomicUnit.compares(run.operation) && !AtomicUnit.onlyReads(run.operation);
  }

  /**
   * Executes an operation that fetches the previous values; false if the frame is illegal or must
   * stay.
   */
  public boolean fetch(Link link, long header) {
    if (link.inboundFetches == maxFetches) {
      return false;
    }
    if (!read(link.in(), header)) {
      link.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
      return false;
    }
    InboundFetch fetch = unused.take();
    boolean changes = !AtomicUnit.onlyReads(run.operation);
    int error = grant(true, changes);
    if (error == 0) {
      error = execute(link.in(), fetch.results);
    }
    if (error == 0 && changes) {
      ranges.written();
    }
    answer(link, fetch, error);
    return true;
  }

  private void answer(Link link, InboundFetch fetch, int error) {
    fetch.link = link;
    link.inboundFetches++;
    fetch.ask(link.in().data(), ranges.length());
    if (error == 0) {
      directAccess.touched(false, ranges.length());
      chunksOut.add(fetch);
    } else {
      control.end(link, fetch.transfer, error);
      ended(fetch);
    }
  }

  /** The results are written, or the peer does not need them any more. */
  void ended(InboundFetch fetch) {
    fetch.link.inboundFetches--;
    unused.giveBack(fetch);
  }

  /** Fills in the run; false if the frame is illegal. */
  private boolean read(FrameReader in, long header) {
    long entries = FrameReader.payloadLength(header) - HEAD;
    if (entries < 0 || !ranges.read(in, header) || ranges.entriesLength() > entries) {
      return false;
    }
    long head = in.word(ranges.entriesLength());
    run.datatype = (int) (head >>> Integer.SIZE);
    run.operation = (int) head;
    return AtomicUnit.supports(run.datatype, run.operation)
        && ranges.length() > 0
        && ranges.length() <= AtomicWork.MAX_BYTES
        && ranges.areMultiplesOf(AtomicUnit.size(run.datatype))
        && FrameReader.payloadLength(header) == expectedPayload();
  }

  private long expectedPayload() {
    long values = AtomicUnit.onlyReads(run.operation) ? 0 : ranges.length();
    long compares = AtomicUnit.compares(run.operation) ? ranges.length() : 0;
    return ranges.entriesLength() + HEAD + values + compares;
  }

  private int grant(boolean read, boolean write) {
    int error = read ? ranges.grant(directAccess, true, false) : 0;
    if (error == 0 && write) {
      error = ranges.grant(directAccess, true, true);
    }
    boolean misaligned = error == 0 && !ranges.areAligned(AtomicUnit.alignment(run.datatype));
    return misaligned ? ErrorNumbers.MISALIGNED : error;
  }

  private int execute(FrameReader in, MemorySegment resultsOrNull) {
    long values = in.payload() + ranges.entriesLength() + HEAD;
    boolean compares = AtomicUnit.compares(run.operation);
    run.operands(AtomicUnit.onlyReads(run.operation) ? null : in.memory());
    run.compares(compares ? in.memory() : null);
    run.results(resultsOrNull);
    return ranges.change(unit, run, values);
  }
}

package dev.weft.provider.verbs.threads;

import dev.weft.provider.verbs.threads.Bytes.Part;
import dev.weft.provider.verbs.threads.Work.Kind;
import dev.weft.provider.verbs.threads.Work.Seen;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Polls queues on one thread, and looks at once whether each completion is true. */
final class Poller {
  private static final int MOST = 6;
  private static final int ROUTE = 40;

  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), MOST);
  private final Ledger ledger;
  private final Random random;
  private int number;

  Poller(Ledger ledger, Random random) {
    this.ledger = ledger;
    this.random = random;
  }

  void drain(Polled from) {
    while (poll(from) > 0) {
      Thread.onSpinWait();
    }
  }

  /** Takes some completions; how many. */
  int poll(Polled from) {
    return from.queue instanceof ExtendedCompletionQueue extended && random.nextBoolean()
        ? pollInPlace(from, extended)
        : pollBatch(from);
  }

  private int pollBatch(Polled from) {
    long before = System.nanoTime();
    int count = from.queue.poll(batch, 1 + random.nextInt(MOST));
    ledger.require(count >= 0, "ibv_poll_cq", count);
    for (int i = 0; i < count; i++) {
      Seen seen =
          new Seen(
              batch.status(i),
              batch.opcode(i),
              batch.byteLen(i),
              batch.immData(i),
              batch.wcFlags(i),
              batch.qpNum(i),
              this,
              number++,
              before,
              System.nanoTime());
      take(from, batch.wrId(i), seen);
    }
    return count;
  }

  private int pollInPlace(Polled from, ExtendedCompletionQueue queue) {
    long before = System.nanoTime();
    int result = queue.startPoll();
    if (result != 0) {
      ledger.require(result == VerbsErrno.ENOENT, "ibv_start_poll", result);
      return 0;
    }
    int count = 0;
    int most = 1 + random.nextInt(MOST);
    try {
      do {
        takeInPlace(from, queue, before);
        count++;
      } while (count < most && queue.nextPoll() == 0);
    } finally {
      queue.endPoll();
    }
    return count;
  }

  private void takeInPlace(Polled from, ExtendedCompletionQueue queue, long before) {
    Seen seen =
        new Seen(
            queue.status(),
            queue.readOpcode(),
            queue.readByteLen(),
            queue.readImmData(),
            queue.readWcFlags(),
            queue.readQpNum(),
            this,
            number++,
            before,
            System.nanoTime());
    take(from, queue.wrId(), seen);
  }

  private void take(Polled from, long wrId, Seen seen) {
    Work work = ledger.of(wrId);
    ledger.require(work != null, "unknown wr_id", Long.toHexString(wrId), seen);
    if (work == null) {
      return;
    }
    if (work.completions.incrementAndGet() > 1) {
      ledger.require(false, "twice", work, seen);
      return;
    }
    Node node = work.node;
    boolean right = work.isReceive() ? node.receives == from : node.sends == from;
    ledger.require(right, "in another queue", work, seen);
    if (seen.isSuccess()) {
      check(work, seen);
    }
    work.parts.forEach(Part::spoil);
    giveBack(work, seen);
    work.seen = seen;
  }

  private static void giveBack(Work work, Seen seen) {
    int holds = seen.isSuccess() ? work.holds : 1;
    Node node = work.node;
    (work.isReceive() ? node.receivePlaces : node.sendPlaces).giveBack(holds);
    (work.isReceive() ? node.receives : node.sends).owed.giveBack(holds);
  }

  private void check(Work work, Seen seen) {
    if (work.isReceive()) {
      arrive(work, seen);
      return;
    }
    ledger.require(work.node.qpNum == seen.qpNum(), "qp_num", work, seen);
    ledger.require(work.kind.opcode == seen.opcode(), "opcode", work, seen);
    if (work.kind == Kind.READ) {
      requireRead(work);
    } else if (work.kind == Kind.ADD) {
      work.found = Bytes.gather(work.parts).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }
    if (work.kind.isFetch()) {
      ledger.require(work.length == seen.length(), "byte_len", work, seen);
    }
  }

  void requireRead(Work work) {
    MemorySegment wanted =
        new Part(work.node.peer.side.constants, work.remoteAt, work.length).untouched();
    ledger.require(Bytes.gather(work.parts).mismatch(wanted) < 0, "what was read", work);
  }

  private void arrive(Work receive, Seen seen) {
    boolean datagram = receive.node.side.setup.isDatagram();
    int skipped = datagram ? ROUTE : 0;
    boolean immediate = (seen.flags() & WcFlags.WITH_IMM) != 0;
    MemorySegment all = Bytes.gather(receive.parts);
    MemorySegment data = all.asSlice(skipped);
    boolean written = seen.opcode() == CompletionOpcode.RECV_RDMA_WITH_IMM;
    Work sent =
        ledger.ofId(immediate ? seen.immediate() : data.get(ValueLayout.JAVA_INT_UNALIGNED, 0));
    ledger.require(sent != null, "a message of no request", receive, seen);
    if (sent == null) {
      return;
    }
    ledger.require(sent.arrivals.incrementAndGet() == 1, "arrived twice", sent, receive, seen);
    ledger.require(sent.node.peer.qpNum == seen.qpNum(), "at another peer", sent, receive, seen);
    ledger.require(sent.kind.isImmediate() == immediate, "immediate", sent, receive, seen);
    ledger.require((sent.kind == Kind.WRITE_IMM) == written, "opcode", sent, receive, seen);
    ledger.require(sent.length + skipped == seen.length(), "byte_len", sent, receive, seen);
    int length = written ? 0 : sent.length;
    ledger.require(
        written || data.asSlice(0, length).mismatch(Bytes.message(sent.id, length)) < 0,
        "bytes",
        sent,
        receive,
        seen);
    requireUntouched(receive, written ? 0 : skipped + length);
    if (written) {
      requireWritten(sent, receive);
    }
    if (sent.lastWrite != null && receive.node.side.setup.isReliable()) {
      requireWritten(sent.lastWrite, receive);
    }
    sent.taker = receive;
  }

  private void requireWritten(Work write, Work receive) {
    boolean holds = write.target.memory().mismatch(Bytes.message(write.id, write.length)) < 0;
    ledger.require(holds, "not written before the message", write, receive);
  }

  private void requireUntouched(Work receive, int used) {
    int at = 0;
    for (Part part : receive.parts) {
      int from = Math.clamp(used - at, 0, part.length());
      long found = part.memory().asSlice(from).mismatch(part.untouched().asSlice(from));
      ledger.require(found < 0, "bytes behind the message", receive, used);
      at += part.length();
    }
  }
}

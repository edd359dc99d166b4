package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;

/** Reads drive progress: CQ-019, CQ-021. */
public final class ProgressClauses {

  private static final long WANTED = 1 << 20;
  private static final long LARGE = 1;

  private ProgressClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-019", Level.REQUIRED, "fi_cq(3), notes on count 0")
            .says("read with count 0 drives progress, also while an entry lies unread")
            .lookAt("a count=0 branch that returns before it progresses")
            .check(ProgressClauses::countZeroProgresses),
        clause("CQ-021", Level.REQUIRED, "fi_domain(3), FI_PROGRESS_MANUAL")
            .says("each kind of read advances all endpoints; automatic progress needs no read")
            .lookAt("which of the reads does not call progress, and what wakes the progress thread")
            .check(ProgressClauses::everyReadProgresses));
  }

  private static void countZeroProgresses(Trial trial) {
    Bench bench = Bench.on(trial).progress(ProgressModel.MANUAL).open();
    QueueReader queue = bench.receiver().receive();
    deliver(bench, 7);
    Sentinel.fill(queue.batch().segment());
    transferWhile(bench, "read(batch, 0)", () -> queue.read(0));
    transferWhile(bench, "read(null, 0)", () -> queue.queue().read(null, 0));
    Sentinel.untouched(queue.batch().segment(), 0, "the buffer of a read with count 0");
    List<Long> contexts = queue.drain(3).stream().map(Entry::context).toList();
    equal(List.of(7L, LARGE, LARGE), contexts, "contexts after reads with count 0");
  }

  /** Leaves an entry unread. The end of a send may need the progress of both peers. */
  private static void deliver(Bench bench, long context) {
    bench.receiver().postReceive(context);
    bench.sender().send(bench.receiver(), context);
    bench.arrivals().entry(bench.sender().transmit());
    bench.settle();
  }

  private static void everyReadProgresses(Trial trial) {
    Bench bench = Bench.on(trial).progress(ProgressModel.MANUAL).wait(WaitObject.UNSPEC).open();
    QueueReader queue = bench.receiver().receive();
    Map<String, Runnable> reads =
        Map.of(
            "read", () -> queue.read(1),
            "readfrom", () -> queue.readFrom(1),
            "sread(0)", () -> queue.sread(1, 0),
            "sread(1)", () -> queue.sread(1, 1));
    reads.forEach((name, read) -> transferWhile(bench, name, read));
    noReadNeeded(trial);
  }

  /** Automatic progress: the target makes no call at all. */
  private static void noReadNeeded(Trial trial) {
    Bench bench;
    try {
      bench = Bench.on(trial).progress(ProgressModel.AUTO).open();
    } catch (ClauseSkipped notOffered) {
      trial.chose("automatic progress is %s", notOffered.getMessage());
      return;
    }
    for (int i = 0; i < 20; i++) {
      transferWhile(bench, "automatic progress", () -> Bench.pause(1));
    }
    equal(20, bench.receiver().receive().drain(20).size(), "entries of a target that never read");
  }

  /** Sends a message too long to be buffered, while the receiver makes this call only. */
  static void transferWhile(Bench bench, String name, Runnable call) {
    long length = Math.min(WANTED, bench.info().endpoint().maxMessageSize());
    MemorySegment source = bench.memory(length);
    MemorySegment target = bench.memory(length);
    source.fill((byte) 0x5C);
    Peer sender = bench.sender();
    Peer receiver = bench.receiver();
    long handle = sender.handleOf(receiver);
    receiver.accepted(
        "recv", () -> receiver.endpoint().recv(target, length, FabricAddress.UNSPEC, LARGE));
    sender.accepted("send", () -> sender.endpoint().send(source, length, handle, LARGE));
    HangDetector detector = new HangDetector();
    boolean sent = false;
    while (!(sent && arrived(target, length)) && detector.lap()) {
      call.run();
      sent |= isSent(sender);
    }
    that(sent, "%s does not progress: the peer's send of %d bytes is not done", name, length);
    that(arrived(target, length), "%s does not progress: %d bytes have not arrived", name, length);
  }

  private static boolean isSent(Peer sender) {
    int read = sender.transmit().read(1);
    that(read == 1 || read == -Errno.EAGAIN, "read of the sender's queue gave %s", value(read));
    if (read == 1) {
      equal(LARGE, sender.transmit().batch().context(0), "context of the send");
    }
    return read == 1;
  }

  private static boolean arrived(MemorySegment target, long length) {
    return target.get(ValueLayout.JAVA_BYTE, length - 1) == 0x5C;
  }
}

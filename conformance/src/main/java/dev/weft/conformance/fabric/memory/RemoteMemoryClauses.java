package dev.weft.conformance.fabric.memory;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.AtomicBench;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.ModeBits;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Reading and writing a peer's memory: FL-002, FL-003, FL-012, FL-014, EP-048, EP-049, EP-051 to
 * EP-053, EP-056.
 */
public final class RemoteMemoryClauses {

  private static final String RMA = "fi_rma(3)";
  private static final String FLAGS = "fi_cq(3), completion flags";
  private static final long DATA = 0x31;
  private static final long ALONE_NANOS = 200_000_000;

  private RemoteMemoryClauses() {}

  public static List<Clause> fieldClauses() {
    return List.of(
        clause("FL-002", Level.REQUIRED, FLAGS)
            .says(
                "entries join FI_RMA or FI_ATOMIC with one direction; fetch and compare are"
                    + " FI_READ")
            .lookAt("the flag word of the initiator's entry")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::initiatorsFlags),
        clause("FL-003", Level.REQUIRED, FLAGS)
            .says("FI_READ and FI_WRITE mean started here, FI_REMOTE_... by the peer")
            .lookAt("the flag words of both ends of one write with data")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::bothEndsFlags),
        clause("FL-012", Level.REQUIRED, "fi_cq(3), op_context")
            .says("an entry of a peer's write with data has op_context 0")
            .lookAt("the context of entries that no operation was posted for")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::unsolicitedContext),
        clause("FL-014", Level.REQUIRED, "fi_cq(3), len")
            .says("len of such an entry is the number of bytes written")
            .lookAt("the length of the target's entry of a write with data")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::lengthAtTheTarget));
  }

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-048", Level.REQUIRED, RMA)
            .says("writes and reads move the bytes before their entry, also no bytes at all")
            .lookAt("the order of the copy and the entry of a read")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::writeAndRead),
        clause("EP-049", Level.REQUIRED, RMA)
            .says("a plain write leaves no entry at the target (its counters: group CN)")
            .lookAt("the target's side of a write without data")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::silentAtTheTarget),
        clause("EP-051", Level.REQUIRED, RMA + ", fi_writedata")
            .says("a write with data is one entry at the target and consumes no receive")
            .lookAt("whether the target's entry takes a posted receive with it")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::writeDataAtTheTarget),
        clause("EP-052", Level.REQUIRED, "fi_getinfo(3), FI_RX_CQ_DATA")
            .says("a write with data consumes a posted receive in FI_RX_CQ_DATA mode, else none")
            .lookAt("the mode that is answered, and the context of the target's entry")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::receiveConsumed),
        clause("EP-053", Level.REQUIRED, "fi_domain(3), fi_mr(3)")
            .says("access that was not granted fails at the initiator and changes nothing")
            .lookAt("the check of key, range and rights before the first byte")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::notGranted),
        clause("EP-056", Level.REQUIRED, "fi_mr(3)")
            .says("a key in use and unknown flags are refused; a closed region grants nothing")
            .lookAt("the table of keys when a region is registered and closed")
            .needs(Capabilities.RMA)
            .check(RemoteMemoryClauses::regions));
  }

  private static void initiatorsFlags(Trial trial) {
    boolean atomics = AtomicBench.isOffered(trial);
    Talk talk = Talk.on(Bench.on(trial).capabilities(atomics ? Capabilities.ATOMIC : 0));
    Window window = Window.open(talk, 64);
    window.write(talk.text(32, 1), 0, 1);
    sameFlags(CompletionFlags.RMA | CompletionFlags.WRITE, talk.sent(), "write");
    window.read(talk.memory(32), 0, 2);
    sameFlags(CompletionFlags.RMA | CompletionFlags.READ, talk.sent(), "read");
    if (atomics) {
      atomicFlags(new AtomicBench(talk, 0x78));
    }
  }

  private static void atomicFlags(AtomicBench bench) {
    long plain = CompletionFlags.ATOMIC | CompletionFlags.WRITE;
    sameFlags(plain, bench.change(DataType.UINT64, AtomicOperation.SUM, 1, 3), "atomic");
    long fetching = CompletionFlags.ATOMIC | CompletionFlags.READ;
    sameFlags(fetching, bench.fetch(DataType.UINT64, AtomicOperation.SUM, 1, 4), "fetch");
    sameFlags(fetching, bench.compare(DataType.UINT64, AtomicOperation.CSWAP, 1, 5), "compare");
  }

  private static void sameFlags(long expected, Entry entry, String operation) {
    equal(
        CompletionFlags.describe(expected),
        CompletionFlags.describe(entry.flags()),
        "flags of the entry of a " + operation);
  }

  /** The target's entry of a write of 32 bytes with data. */
  private static Entry targetsEntry(Talk talk) {
    Window.open(talk, 64).writeData(talk.text(32, 1), DATA, 5);
    return talk.received();
  }

  private static void bothEndsFlags(Trial trial) {
    Talk talk = Talk.on(trial);
    long target =
        CompletionFlags.RMA | CompletionFlags.REMOTE_WRITE | CompletionFlags.REMOTE_CQ_DATA;
    sameFlags(target, targetsEntry(talk), "peer's write with data");
    sameFlags(CompletionFlags.RMA | CompletionFlags.WRITE, talk.sent(), "write with data");
  }

  private static void unsolicitedContext(Trial trial) {
    equal(0L, targetsEntry(Talk.on(trial)).context(), "context of a peer's write with data");
  }

  private static void lengthAtTheTarget(Trial trial) {
    equal(32L, targetsEntry(Talk.on(trial)).length(), "len of a peer's write with data");
  }

  private static void writeAndRead(Trial trial) {
    Talk talk = Talk.on(trial);
    Window window = Window.open(talk, 100_000);
    for (long length : new long[] {1, 4096, 100_000}) {
      window.write(talk.text(length, length), 0, 1);
      equal(1L, talk.sent().context(), "context of a write");
      MemorySegment copy = talk.memory(length);
      window.read(copy, 0, 2);
      equal(2L, talk.sent().context(), "context of a read");
      Pattern.expect(copy, length, "%d bytes written and read back", length);
    }
    MemorySegment nothing = talk.memory(8).asSlice(0, 0);
    window.write(nothing, 8, 3);
    equal(3L, talk.sent().context(), "context of a write of no bytes");
    window.read(nothing, 8, 4);
    equal(4L, talk.sent().context(), "context of a read of no bytes");
    withoutTarget(trial, talk, window);
  }

  /** Whether the initiator's entry comes while the target's queues are not read. */
  private static void withoutTarget(Trial trial, Talk talk, Window window) {
    window.write(talk.text(8, 9), 0, 5);
    QueueReader initiator = talk.sender().transmit();
    long start = System.nanoTime();
    int read = initiator.read(1);
    while (read == -Errno.EAGAIN && System.nanoTime() - start < ALONE_NANOS) {
      read = initiator.read(1);
    }
    if (read == 1) {
      arrived(talk, window);
      trial.chose("writes complete without their target");
    } else {
      equal(5L, talk.sent().context(), "context of a write that its target had to see");
      trial.chose("writes complete when their target looks");
    }
  }

  /**
   * A write of 8 bytes has completed. Its bytes are in the target's memory at once if that is the
   * level of completions, else when the target looks.
   */
  private static void arrived(Talk talk, Window window) {
    MemorySegment written = window.memory().asSlice(0, 8);
    long level = talk.bench().info().transmit().operationFlags();
    if ((level & OperationFlags.DELIVERY_COMPLETE) == 0) {
      MemorySegment expected = talk.text(8, 9);
      HangDetector.await(
          () -> looked(talk, written.mismatch(expected) == -1), "a completed write never arrives");
    }
    Pattern.expect(written, 9, "memory of the target of a completed write");
  }

  private static boolean looked(Talk talk, boolean arrived) {
    talk.bench().progress();
    return arrived;
  }

  private static void silentAtTheTarget(Trial trial) {
    Talk talk = Talk.on(trial);
    Window window = Window.open(talk, 64);
    window.write(talk.text(32, 1), 0, 1);
    talk.sent();
    talk.nothingReceived("the target of a plain write");
  }

  private static void writeDataAtTheTarget(Trial trial) {
    Talk talk = Talk.on(trial);
    Window window = Window.open(talk, 64);
    talk.recv(talk.memory(8), 7);
    window.writeData(talk.text(32, 4), DATA, 5);
    Entry entry = talk.received();
    Pattern.expect(window.memory().asSlice(0, 32), 4, "the target's memory at its entry");
    sameFlags(
        CompletionFlags.RMA | CompletionFlags.REMOTE_WRITE | CompletionFlags.REMOTE_CQ_DATA,
        entry,
        "peer's write with data");
    equal(DATA, entry.data(), "data at the target");
    equal(0L, entry.context(), "context at the target");
    talk.sent();
    talk.send(talk.text(8, 1), 6);
    equal(7L, talk.received().context(), "context of the receive, which stayed posted");
    MemorySegment text = talk.text(8, 6);
    long to = talk.toReceiver();
    talk.sent();
    talk.post(
        "inject_writedata",
        () -> talk.near().injectWriteData(text, 8, DATA, to, window.address(0), window.key()));
    equal(DATA, talk.received().data(), "data of inject_writedata");
    talk.nothingSent("after inject_writedata");
  }

  private static void receiveConsumed(Trial trial) {
    Talk talk =
        Talk.on(
            Bench.on(trial)
                .hints(info -> info.toBuilder().mode(info.mode() | ModeBits.RX_CQ_DATA).build()));
    boolean consumes = (talk.bench().info().mode() & ModeBits.RX_CQ_DATA) != 0;
    talk.recv(talk.memory(8), 7);
    equal(consumes ? 7L : 0L, targetsEntry(talk).context(), "context of a peer's write with data");
    talk.cancel(7);
    if (consumes) {
      talk.nothingReceived("after the receive was consumed");
    } else {
      equal(Errno.ECANCELED, talk.failedReceive().error(), "err of the receive that was left");
      trial.chose(
          "a program that allows FI_RX_CQ_DATA is not asked for it: no receive is consumed");
    }
  }

  private static void notGranted(Trial trial) {
    Talk talk = Talk.on(trial);
    Window window = Window.open(talk, 64);
    Window readOnly = new Window(talk, 64, AccessFlags.REMOTE_READ, 0x78);
    MemorySegment text = talk.text(64, 1);
    long to = talk.toReceiver();
    int unknown =
        window.refused(
            "a write with an unknown key",
            () -> talk.near().write(text, 8, to, window.address(0), 0x5555, 1));
    int range =
        window.refused(
            "a write one byte past the end",
            () -> talk.near().write(text, 64, to, window.address(1), window.key(), 2));
    int rights =
        readOnly.refused(
            "a write to a region for reads",
            () -> talk.near().write(text, 8, to, readOnly.address(0), readOnly.key(), 3));
    trial.chose(
        "unknown key %s, range %s, rights %s",
        Errno.name(unknown), Errno.name(range), Errno.name(rights));
    window.write(text, 0, 4);
    equal(4L, talk.sent().context(), "context of a write after three refused ones");
    Pattern.expect(window.memory(), 1, "memory after a write that was granted");
  }

  private static void regions(Trial trial) {
    Talk talk = Talk.on(trial);
    Window window = Window.open(talk, 64);
    MemorySegment other = talk.memory(64);
    long rights = AccessFlags.REMOTE;
    refused(
        Errno.ENOKEY,
        "register with a key in use",
        () -> talk.bench().domain().register(other, rights, window.key(), null));
    refused(
        Errno.EBADFLAGS,
        "register with unknown access bits",
        () -> talk.bench().domain().register(other, rights | 1L << 45, 0x99, null));
    window.region().close();
    window.refused(
        "a write to a closed region",
        () -> talk.near().write(other, 8, talk.toReceiver(), window.address(0), window.key(), 1));
    talk.recv(talk.memory(8), 2);
    talk.send(talk.text(8, 1), 3);
    equal(2L, talk.received().context(), "context of a receive after the refused write");
    that(window.region().isClosed(), "the region should be closed");
  }
}

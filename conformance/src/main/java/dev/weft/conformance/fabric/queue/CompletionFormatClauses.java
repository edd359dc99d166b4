package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Formats of entries: CQ-007, CQ-008, CQ-010 to CQ-012. Offsets are those of C, as numbers. */
public final class CompletionFormatClauses {

  private static final String FORMAT = "fi_cq(3), fi_cq_attr.format";
  private static final long TAG = 0xAB42;
  private static final long DATA = 0x1122_3344;
  private static final int LENGTH = 24;
  private static final long FLAGS =
      CompletionFlags.TAGGED | CompletionFlags.RECV | CompletionFlags.REMOTE_CQ_DATA;

  /** All formats, in the order of a check's lists of offsets, strides and values. */
  private static final List<CompletionFormat> FORMATS =
      List.of(
          CompletionFormat.CONTEXT,
          CompletionFormat.MSG,
          CompletionFormat.DATA,
          CompletionFormat.TAGGED);

  private static final List<Integer> STRIDES = List.of(8, 24, 40, 48);

  private CompletionFormatClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-007", Level.REQUIRED, FORMAT)
            .says("the format given at open fixes the structure of every entry")
            .lookAt("where the queue chooses the projection: once, at open")
            .needs(Capabilities.TAGGED)
            .check(CompletionFormatClauses::fixedForLife),
        clause("CQ-008", Level.PERMITTED, FORMAT)
            .says("format UNSPEC is the implementation's default, which format() returns")
            .lookAt("how UNSPEC is resolved")
            .check(CompletionFormatClauses::unspecified),
        clause("CQ-010", Level.REQUIRED, "fi_cq(3), struct fi_cq_*_entry; fi_eq.h")
            .says("context, flags, len, buf, data and tag lie at bytes 0, 8, 16, 24, 32 and 40")
            .lookAt("the offsets of CompletionEntryLayout against the headers")
            .needs(Capabilities.TAGGED)
            .check(CompletionFormatClauses::offsets),
        clause("CQ-011", Level.REQUIRED, FORMAT)
            .says("a field means the same in every format: each is a prefix of the next")
            .lookAt("the projection of the narrower formats")
            .needs(Capabilities.TAGGED)
            .check(CompletionFormatClauses::prefixes),
        clause("CQ-012", Level.REQUIRED, "fi_cq(3), fi_cq_read; fi_eq.h")
            .says("entries are packed at their format's stride; bytes after the last are kept")
            .lookAt("a stride of 48 bytes for every format, or a copy that is too long")
            .needs(Capabilities.TAGGED)
            .check(CompletionFormatClauses::packed));
  }

  private static void fixedForLife(Trial trial) {
    for (CompletionFormat format : FORMATS) {
      Bench bench = Bench.on(trial).format(format).open();
      CompletionQueue queue = bench.receiver().receiveQueue();
      equal(format, queue.format(), "format() of the queue");
      for (int round = 1; round <= 3; round++) {
        MemorySegment memory = readOne(bench, round);
        equal((long) round, word(memory, 0), "op_context in format %s, round %d", format, round);
      }
      equal(format, queue.format(), "format() of the queue after traffic");
    }
  }

  private static void unspecified(Trial trial) {
    Bench bench = Bench.on(trial).format(CompletionFormat.UNSPEC).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    bench.fill(5, 1);
    MemorySegment memory = Arena.ofAuto().allocate(48, 8);
    CompletionBatch batch = CompletionBatch.over(memory, queue.format());
    returned(1, queue.read(batch, 1), "read of a queue of format UNSPEC");
    equal(5L, word(memory, 0), "op_context");
    trial.chose("UNSPEC is %s", queue.format());
  }

  private static void offsets(Trial trial) {
    Bench bench = Bench.on(trial).format(CompletionFormat.TAGGED).open();
    MemorySegment memory = readOne(bench, 7);
    equal(7L, word(memory, 0), "op_context at byte 0");
    equal(FLAGS, word(memory, 8), "flags at byte 8");
    equal((long) LENGTH, word(memory, 16), "len at byte 16");
    equal(DATA, word(memory, 32), "data at byte 32");
    equal(TAG, word(memory, 40), "tag at byte 40");
    for (int i = 0; i < FORMATS.size(); i++) {
      equal(STRIDES.get(i), FORMATS.get(i).stride(), "bytes of an entry of %s", FORMATS.get(i));
    }
  }

  private static void prefixes(Trial trial) {
    MemorySegment widest = readOne(Bench.on(trial).format(CompletionFormat.TAGGED).open(), 9);
    for (int i = 0; i < FORMATS.size(); i++) {
      CompletionFormat format = FORMATS.get(i);
      MemorySegment entry = readOne(Bench.on(trial).format(format).open(), 9);
      for (int offset = 0; offset < STRIDES.get(i); offset += Long.BYTES) {
        if (offset != 24) { // an address, which differs between benches if it is given at all
          equal(word(widest, offset), word(entry, offset), "%s, byte %d", format, offset);
        }
      }
    }
  }

  private static void packed(Trial trial) {
    for (int i = 0; i < FORMATS.size(); i++) {
      CompletionFormat format = FORMATS.get(i);
      int stride = STRIDES.get(i);
      Bench bench = Bench.on(trial).format(format).open();
      deliverTagged(bench, 1);
      deliverTagged(bench, 2);
      MemorySegment memory = Arena.ofAuto().allocate(4 * 48, 8);
      Sentinel.fill(memory);
      CompletionBatch batch = CompletionBatch.over(memory, format);
      int read = bench.receiver().receiveQueue().read(batch, 4);
      returned(2, read, "read(count=4) with 2 entries of %s", format);
      equal(1L, word(memory, 0), "first context, format %s", format);
      equal(2L, word(memory, stride), "second context, %d bytes on, format %s", stride, format);
      Sentinel.untouched(memory, 2L * stride, "bytes after 2 entries of %s", format);
    }
  }

  /** Delivers one tagged message with data and reads its entry into 48 bytes. */
  private static MemorySegment readOne(Bench bench, long context) {
    deliverTagged(bench, context);
    MemorySegment memory = Arena.ofAuto().allocate(48, 8);
    CompletionQueue queue = bench.receiver().receiveQueue();
    returned(1, queue.read(CompletionBatch.over(memory, queue.format()), 1), "read of one entry");
    return memory;
  }

  private static void deliverTagged(Bench bench, long context) {
    Peer receiver = bench.receiver();
    Peer sender = bench.sender();
    MemorySegment slot = receiver.slot(context);
    receiver.accepted(
        "trecv",
        () ->
            receiver
                .endpoint()
                .trecv(slot, Peer.SLOT, FabricAddress.UNSPEC, 0xAB00, 0xFF, context));
    long handle = sender.handleOf(receiver);
    sender.accepted(
        "tsenddata",
        () -> sender.endpoint().tsendData(sender.slot(0), LENGTH, DATA, handle, TAG, 1));
    sender.transmit().drain(1);
    bench.settle();
  }

  private static long word(MemorySegment memory, long offset) {
    return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }
}

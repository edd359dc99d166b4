package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.AddressVectorType;
import dev.weft.fabric.info.Capabilities;
import java.lang.foreign.Arena;
import java.util.List;

/** Source addresses: CQ-025 to CQ-030. */
public final class SourceAddressClauses {

  private static final String READFROM = "fi_cq(3), fi_cq_readfrom";
  private static final long STALE = 0;

  private SourceAddressClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-025", Level.REQUIRED, READFROM)
            .says("element i of the source array belongs to entry i, in every format")
            .lookAt("the index into the array: that of the entry within this read")
            .needs(Capabilities.SOURCE)
            .check(SourceAddressClauses::describesItsEntry),
        clause("CQ-026", Level.REQUIRED, READFROM)
            .says("entries other than received data get FI_ADDR_NOTAVAIL, never a stale element")
            .lookAt("the source that the writer stores for sends, and slots used again")
            .needs(Capabilities.SOURCE)
            .check(SourceAddressClauses::sendsHaveNone),
        clause("CQ-027", Level.REQUIRED, READFROM)
            .says("an array of fewer than count elements is rejected; elements past n are kept")
            .lookAt("the check of the array before the first entry is taken")
            .needs(Capabilities.SOURCE)
            .check(SourceAddressClauses::arrayBounds),
        clause("CQ-028", Level.REQUIRED, "fi_cq(3), notes on FI_SOURCE")
            .says("a reported source is usable as a destination at once")
            .lookAt("whether the source is a handle of this endpoint's address vector")
            .needs(Capabilities.SOURCE)
            .check(SourceAddressClauses::echo),
        clause("CQ-029", Level.REQUIRED, "fi_cq(3), notes on FI_SOURCE; fi_av(3)")
            .says("a peer that is not in the vector is FI_ADDR_NOTAVAIL, and is not inserted")
            .lookAt("the reverse look-up in the address vector")
            .needs(Capabilities.SOURCE)
            .check(SourceAddressClauses::strangersStayUnknown),
        clause("CQ-030", Level.UNSTATED, READFROM)
            .says("readfrom without an array is a plain read")
            .lookAt("null in place of the array")
            .needs(Capabilities.SOURCE)
            .check(SourceAddressClauses::withoutArray));
  }

  private static void describesItsEntry(Trial trial) {
    for (CompletionFormat format : List.of(CompletionFormat.CONTEXT, CompletionFormat.TAGGED)) {
      Bench bench = Bench.on(trial).format(format).open();
      Peer other = bench.openPeer();
      Peer receiver = bench.receiver();
      receiver.handleOf(other);
      for (int i = 0; i < 10; i++) {
        bench.deliver(i % 2 == 0 ? bench.sender() : other, i);
      }
      for (Entry entry : receiver.receive().drain(10)) {
        Peer from = entry.context() % 2 == 0 ? bench.sender() : other;
        equal(receiver.handleOf(from), entry.source(), "source of %s in format %s", entry, format);
      }
    }
  }

  private static void sendsHaveNone(Trial trial) {
    Bench bench = Bench.on(trial).sharedQueue().open();
    Peer receiver = bench.receiver();
    for (int round = 0; round < 3; round++) {
      bench.fill(10, 4);
      expectSources(receiver, 4, receiver.handleOf(bench.sender()), CompletionFlags.RECV);
      fillWith(receiver.receive().sources(), STALE);
      for (int i = 0; i < 4; i++) {
        receiver.send(bench.sender(), 20 + i);
      }
      expectSources(receiver, 4, FabricAddress.NOTAVAIL, CompletionFlags.SEND);
    }
  }

  private static void expectSources(Peer peer, int count, long source, long direction) {
    for (Entry entry : peer.receive().drain(count)) {
      equal(direction, entry.flags() & direction, "direction bit of %s", entry);
      equal(source, entry.source(), "source of %s", entry);
    }
  }

  private static void arrayBounds(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader reader = bench.receiver().receive();
    CompletionQueue queue = reader.queue();
    bench.fill(1, 2);
    AddressBatch tooShort = AddressBatch.allocate(Arena.ofAuto(), 7);
    rejected(
        IllegalArgumentException.class,
        "readfrom(count=8) into 7 sources",
        () -> queue.readFrom(reader.batch(), 8, tooShort));
    AddressBatch exact = AddressBatch.allocate(Arena.ofAuto(), 8);
    Sentinel.fill(exact.segment());
    returned(2, queue.readFrom(reader.batch(), 8, exact), "readfrom(count=8) of 2 entries");
    Sentinel.untouched(exact.segment(), 2 * Long.BYTES, "source elements after the second");
  }

  private static void echo(Trial trial) {
    Bench bench = Bench.on(trial).open();
    Peer receiver = bench.receiver();
    bench.deliver(1);
    long source = receiver.receive().drain(1).getFirst().source();
    bench.sender().postReceive(2);
    receiver.accepted(
        "send to the reported source",
        () -> receiver.endpoint().send(receiver.slot(1), Long.BYTES, source, 3));
    equal(2L, bench.sender().receive().drain(1).getFirst().context(), "context of the echo");
    equal(1L, bench.sender().payload(2), "payload of the echo");
  }

  private static void strangersStayUnknown(Trial trial) {
    Bench bench = Bench.on(trial).vector(AddressVectorType.TABLE).open();
    Peer receiver = bench.receiver();
    Peer stranger = bench.openPeer();
    bench.deliver(stranger, 1);
    Entry entry = receiver.receive().drain(1).getFirst();
    equal(FabricAddress.NOTAVAIL, entry.source(), "source of a peer that was never inserted");
    long known = receiver.handleOf(bench.sender());
    equal(known + 1, receiver.handleOf(stranger), "index of the next address inserted");
  }

  private static void withoutArray(Trial trial) {
    Bench bench = Bench.on(trial).open();
    Peer receiver = bench.receiver();
    bench.fill(1, 3);
    CompletionBatch batch = receiver.receive().batch();
    returned(3, receiver.receiveQueue().readFrom(batch, 8, null), "readfrom without an array");
    equal(List.of(1L, 2L, 3L), receiver.receive().contexts(3), "contexts without an array");
    Peer late = bench.openPeer();
    bench.deliver(late, 4);
    long inserted = receiver.handleOf(late);
    long seen = receiver.receive().drain(1).getFirst().source();
    boolean resolved = seen == inserted;
    equal(resolved ? inserted : FabricAddress.NOTAVAIL, seen, "source of a peer inserted late");
    trial.chose(
        "a peer inserted between arrival and read is %s",
        resolved ? "resolved" : "FI_ADDR_NOTAVAIL");
  }

  private static void fillWith(AddressBatch sources, long address) {
    for (int i = 0; i < sources.capacity(); i++) {
      sources.set(i, address);
    }
  }
}

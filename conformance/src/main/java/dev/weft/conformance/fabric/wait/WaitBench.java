package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.returned;

import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Test fixture of wait sets: a set, and peers whose only queues are members. */
final class WaitBench {

  private final Bench bench;
  private final WaitSet set;
  private final List<Peer> members;

  private WaitBench(Bench bench, WaitSet set, List<Peer> members) {
    this.bench = bench;
    this.set = set;
    this.members = members;
  }

  static WaitBench on(Trial trial, WaitObject kind, int members) {
    Bench bench = Bench.on(trial).open();
    WaitSet set = open(trial, bench, kind);
    return new WaitBench(
        bench, set, Stream.generate(() -> Parts.memberOf(bench, set)).limit(members).toList());
  }

  private static WaitSet open(Trial trial, Bench bench, WaitObject kind) {
    WaitSetAttributes attributes = WaitSetAttributes.builder().waitObject(kind).build();
    return bench.keep(
        Parts.offered(trial, "wait sets", () -> bench.fabric().openWaitSet(attributes, null)));
  }

  Bench bench() {
    return bench;
  }

  WaitSet set() {
    return set;
  }

  List<Peer> members() {
    return members;
  }

  /** A counter that is a member. */
  Counter counter() {
    return bench.keep(
        bench
            .domain()
            .openCounter(
                CounterAttributes.builder().waitObject(WaitObject.SET).waitSet(set).build(), null));
  }

  /**
   * Reads members whenever a wait ends, until it has a message for each round and the one that is
   * sent after the last. Returns how often there was nothing to read.
   */
  int consume(AtomicInteger taken, Rounds rounds) {
    List<QueueReader> readers =
        members.stream().map(member -> new QueueReader(member.receiveQueue())).toList();
    int spurious = 0;
    while (taken.get() <= rounds.total()) {
      int waited = set.await(-1);
      int before = taken.get();
      readers.forEach(reader -> takeAll(reader, taken));
      returned(0, waited, "wait with %d entries taken", before);
      spurious += taken.get() == before ? 1 : 0;
    }
    return spurious;
  }

  private static void takeAll(QueueReader reader, AtomicInteger taken) {
    int read = reader.read(16);
    for (; read > 0; read = reader.read(16)) {
      taken.addAndGet(read);
    }
    returned(-Errno.EAGAIN, read, "read of a drained member");
  }

  /** Closes the members' endpoints and queues. */
  void closeMembers() {
    for (Peer member : members) {
      member.endpoint().close();
      member.receiveQueue().close();
    }
  }
}

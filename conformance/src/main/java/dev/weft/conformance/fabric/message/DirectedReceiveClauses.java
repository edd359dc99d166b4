package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.info.Capabilities;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Directed receives, which take messages of one source only: EP-029, EP-030. */
public final class DirectedReceiveClauses {

  private DirectedReceiveClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-029", Level.REQUIRED, "fi_getinfo(3), FI_DIRECTED_RECV")
            .says("with the capability a receive takes its source's messages only, else any")
            .lookAt("the source in the comparison of receives and messages")
            .needs(Capabilities.DIRECTED_RECV | Capabilities.TAGGED)
            .check(DirectedReceiveClauses::directedReceive),
        clause("EP-030", Level.INFERRED, "fi_getinfo(3), FI_DIRECTED_RECV; prov/util")
            .says("of a wildcard and a directed receive the one posted first wins")
            .lookAt("separate lists for directed and other receives")
            .needs(Capabilities.DIRECTED_RECV)
            .check(DirectedReceiveClauses::firstPostedWins));
  }

  private static void directedReceive(Trial trial) {
    sourceIsIgnored(trial);
    Talk talk = Talk.on(trial);
    Peer second = talk.bench().openPeer();
    Peer receiver = talk.receiver();
    long fromSecond = receiver.handleOf(second);
    talk.send(talk.text(8, 1), 1);
    second.send(receiver, 2);
    settle(talk, second);
    MemorySegment slot = receiver.slot(3);
    talk.post("recv from the second", () -> talk.far().recv(slot, 8, fromSecond, 3));
    equal(3L, talk.received().context(), "context of the directed receive");
    equal(2L, receiver.payload(3), "the message of the second sender, which arrived later");
    talk.post("trecv from the second", () -> talk.far().trecv(slot, 8, fromSecond, 0, -1L, 5));
    talk.tsend(talk.text(8, 1), 7, 6);
    talk.nothingReceived("a tagged message of the first for a receive from the second");
    talk.recv(talk.memory(8), 4);
    equal(4L, talk.received().context(), "context of the wildcard receive");
  }

  private static void sourceIsIgnored(Trial trial) {
    long all = Capabilities.DIRECTED_RECV;
    Talk talk =
        Talk.on(
            Bench.on(trial)
                .hints(info -> info.toBuilder().capabilities(info.capabilities() & ~all).build()));
    if ((talk.bench().info().capabilities() & all) == 0) {
      long other = talk.receiver().handleOf(talk.bench().openPeer());
      MemorySegment buffer = talk.memory(8);
      talk.post("recv", () -> talk.far().recv(buffer, 8, other, 1));
      talk.send(talk.text(8, 1), 2);
      equal(1L, talk.received().context(), "context of a receive from another peer");
    }
  }

  private static void settle(Talk talk, Peer further) {
    for (int i = 0; i < 20; i++) {
      talk.bench().settle();
      further.progress();
    }
  }

  private static void firstPostedWins(Trial trial) {
    Talk talk = Talk.on(trial);
    long from = talk.toSender();
    MemorySegment wild = talk.memory(8);
    MemorySegment directed = talk.memory(8);
    talk.recv(wild, 1);
    talk.post("recv from the sender", () -> talk.far().recv(directed, 8, from, 2));
    talk.send(talk.text(8, 1), 5);
    equal(1L, talk.received().context(), "context where the wildcard was posted first");
    talk.recv(wild, 3);
    talk.send(talk.text(8, 1), 6);
    equal(2L, talk.received().context(), "context where the directed one was posted first");
    talk.nothingReceived("with one receive and no message left");
  }
}

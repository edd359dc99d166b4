package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.Receives;
import dev.weft.conformance.verbs.bench.Station;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.conformance.verbs.queue.FieldClauses;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.LinkLayer;
import dev.weft.verbs.attributes.PortAttributes;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** VE, VQ: datagrams, and the fields of their receives. */
public final class DatagramClauses {
  private static final String POLL = "ibv_poll_cq(3)";
  private static final String IBA = "InfiniBand architecture, Poll For Completion";
  private static final int GRH = 40;
  private static final ValueLayout.OfShort WIRE_SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** Time in which a datagram has arrived or was dropped; neither is reported to the sender. */
  private static final long ARRIVAL_MILLIS = 200;

  private DatagramClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VE-05", Level.SETTLED, POLL + ", byte_len")
            .says("byte_len of a datagram counts the 40 bytes of the GRH (X-24)")
            .lookAt("the length of datagram receives")
            .check(DatagramClauses::lengthCountsTheHeader),
        clause("VE-10", Level.REQUIRED, POLL + ", src_qp")
            .says("a datagram's receive has the number of the sender")
            .lookAt("src_qp of datagram receives")
            .check(DatagramClauses::sourcePair),
        clause("VE-11", Level.REQUIRED, IBA)
            .says("a datagram's receive has the sender's LID, service level and path bits")
            .lookAt("what the packet carries of the address handle")
            .check(DatagramClauses::sourcePath),
        clause("VE-12", Level.REQUIRED, "ibv_post_recv(3)")
            .says("with the GRH flag the first 40 bytes hold the GRH")
            .lookAt("what writes the header, and for which address handles")
            .check(DatagramClauses::headerIfFlagged),
        clause("VE-13", Level.REQUIRED, "ibv_post_recv(3)")
            .says("the payload starts at byte 40, also if these span buffers (X-24)")
            .lookAt("how the receiver skips the header in the scatter list")
            .check(DatagramClauses::payloadAfterTheHeader),
        clause("VE-16", Level.REQUIRED, IBA)
            .says("the P_Key index is valid for the general services pair only")
            .lookAt("pkey_index of completions")
            .check(DatagramClauses::partitionKeyIndex),
        clause("VE-21", Level.OPTIONAL, POLL + ", IBV_WC_IP_CSUM_OK")
            .says("VLAN and flow tag are readable if granted, else refused at creation")
            .lookAt("which fields creation grants")
            .check(DatagramClauses::vlanAndFlowTag),
        clause("VE-22", Level.SETTLED, "ibv_init_ah_from_wc(3)")
            .says("a completion and its GRH make an address for the answer")
            .lookAt("how the address is put together")
            .check(DatagramClauses::answerReachesTheSender),
        clause("VQ-39", Level.SETTLED, "ibv_post_send(3)")
            .says("a datagram that is dropped is a success for its sender, invisible elsewhere")
            .lookAt("what the receiving side does with a datagram that it cannot place")
            .check(DatagramClauses::lostSilently),
        clause("VQ-40", Level.UNSTATED, "ibv_post_send(3)")
            .says("a datagram above the MTU, or above the receive, never arrives in part")
            .lookAt("the length checks of datagrams")
            .check(DatagramClauses::tooLong));
  }

  private static void lengthCountsTheHeader(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair(QueuePairType.UD);
    for (int length : new int[] {10, 0, 24}) {
      pair.receiver().receive(1);
      pair.sender().sendBytes(1, length);
      Work work = pair.receiver().receives().expect(1).getFirst();
      equal(GRH + length, work.byteLength(), "byte_len of a datagram of %d bytes", length);
    }
  }

  private static void sourcePair(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair(QueuePairType.UD);
    Pair other = bench.pair(QueuePairType.UD);
    Party receiver = pair.receiver();
    other.sender().meet(receiver);
    receiver.receives(1, 2);
    pair.sender().send(1);
    equal(
        pair.sender().number(),
        receiver.receives().expect(1).getFirst().source().queuePair(),
        "src_qp");
    other.sender().send(2);
    equal(
        other.sender().number(),
        receiver.receives().expect(1).getFirst().source().queuePair(),
        "src_qp of the other sender");
  }

  private static void sourcePath(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair(QueuePairType.UD);
    Station from = pair.sender().station();
    Station to = pair.receiver().station();
    PortAttributes port = to.context().queryPort(1);
    int bits = port.lmc() > 0 ? 1 : 0;
    trial.skipUnless(
        port.linkLayer() != LinkLayer.ETHERNET, "the port is on Ethernet, which has no LIDs");
    AddressHandleAttributes path =
        AddressHandleAttributes.local(to.lid() + bits).withServiceLevel(3).withSourcePathBits(bits);
    AddressHandle handle = from.domain().createAh(path);
    pair.receiver().receive(1);
    pair.sender().post(1, r -> r.to(handle, pair.receiver().number(), PairPlan.QKEY));
    Work.Source source = pair.receiver().receives().expect(1).getFirst().source();
    handle.close();
    equal(from.lid() + bits, source.slid(), "slid");
    equal(3, source.serviceLevel(), "sl");
    equal((to.lid() + bits) & 0x7F & ((1 << port.lmc()) - 1), source.pathBits(), "path bits");
  }

  private static void headerIfFlagged(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair(QueuePairType.UD);
    Station from = pair.sender().station();
    Station to = pair.receiver().station();
    Gid there = to.context().queryGid(1, 0);
    AddressHandle handle = from.domain().createAh(AddressHandleAttributes.global(to.lid(), there));
    pair.receiver().receive(1);
    pair.sender().post(1, r -> r.to(handle, pair.receiver().number(), PairPlan.QKEY));
    Work work = pair.receiver().receives().expect(1).getFirst();
    handle.close();
    that(work.has(WcFlags.GRH), "no GRH flag for a path with a GID: %s", work);
    var header = pair.receiver().buffer().memory().asSlice(Party.slot(1), GRH);
    int payload = header.get(WIRE_SHORT, 4);
    boolean isEthernet = to.context().queryPort(1).linkLayer() == LinkLayer.ETHERNET;
    equal(
        payloadOf(work.byteLength() - GRH) + (isEthernet ? UDP : 0), payload, "PayLen of the GRH");
    equal(from.context().queryGid(1, 0), Gid.read(header, 8), "source GID of the GRH");
    equal(there, Gid.read(header, 24), "destination GID of the GRH");
  }

  /** Bytes of the UDP header that the routes of Ethernet add. */
  private static final int UDP = 8;

  /** PayLen of a datagram: BTH 12, DETH 8, the message in words of 4 bytes, and ICRC 4. */
  private static int payloadOf(int length) {
    return 12 + 8 + ((length + 3) & -4) + 4;
  }

  private static void payloadAfterTheHeader(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair(QueuePairType.UD);
    Buffer own = pair.receiver().buffer();
    pair.sender().buffer().pattern(0, 20, 3);
    Receives.post(pair.receiver(), 1, 0, 16, 512, 16, 1024, 64);
    pair.sender().sendBytes(1, 20);
    equal(GRH + 20, pair.receiver().receives().expect(1).getFirst().byteLength(), "byte_len");
    own.expectPattern(1024 + 8, 20, 3, "payload, buffers of 16, 16 and 64 bytes");
    Receives.post(pair.receiver(), 2, 2048, 43, 4096, 64);
    pair.sender().sendBytes(2, 20);
    pair.receiver().receives().numbers(1);
    Buffer sent = pair.sender().buffer();
    for (int i = 0; i < 20; i++) {
      equal(sent.at(i), own.at(i < 3 ? 2048 + GRH + i : 4096 + i - 3), "payload byte %d", i);
    }
  }

  private static void partitionKeyIndex(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    int index = bench.context().queryPort(1).pkeyTableLength() - 1;
    PairPlan plan = bench.plan(QueuePairType.GSI).partitionKey(index);
    Party services = plan.party(bench.here(), null, null);
    Pair pair = bench.plan(QueuePairType.UD).partitionKey(index).bothHere().open();
    plan.connect(services, pair.sender());
    pair.sender().meet(services);
    services.receive(1);
    pair.sender().send(1);
    Inbox inbox = bench.plainInbox(services.receives().queue());
    Sentinel.fill(inbox.batch().segment());
    Work work = inbox.expect(1).getFirst();
    equal(index, work.source().pkeyIndex(), "pkey_index at the general services pair");
    equal(1, services.number(), "qp_num of the general services pair");
  }

  private static void vlanAndFlowTag(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    List<String> ways = new ArrayList<>();
    for (long field : new long[] {WcFields.CVLAN, WcFields.FLOW_TAG}) {
      String name = WcFields.describe(field);
      try {
        var queue = bench.extended(field);
        bench.feeder(queue).feed(1, 1);
        VerbsCheck.answered(0, FieldClauses.startWithin(queue), "start_poll");
        int value = field == WcFields.CVLAN ? queue.readCvlan() : queue.readFlowTag();
        queue.endPoll();
        ways.add(name + " is " + value);
      } catch (VerbsException refusal) {
        equal(VerbsErrno.EOPNOTSUPP, refusal.errno(), "errno for " + name);
        ways.add(name + " is refused");
      }
    }
    trial.chose("%s", String.join(", ", ways));
  }

  private static void answerReachesTheSender(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair(QueuePairType.UD);
    Party receiver = pair.receiver();
    Inbox inbox = bench.plainInbox(receiver.receives().queue());
    receiver.receive(1);
    pair.sender().send(1);
    Work work = inbox.expect(1).getFirst();
    var header = receiver.buffer().memory().asSlice(Party.slot(1), GRH);
    AddressHandle answer = receiver.station().domain().createAhFromWc(1, inbox.batch(), 0, header);
    equal(pair.sender().station().lid(), answer.attributes().dlid(), "dlid of the answer");
    pair.sender().receive(7);
    receiver.post(2, r -> r.to(answer, work.source().queuePair(), PairPlan.QKEY));
    equal(7L, pair.sender().receives().numbers(1).getFirst(), "wr_id of the answer's receive");
    answer.close();
    VerbsCheck.refused(
        VerbsErrno.EINVAL,
        "init_ah_from_wc with a port that there is not",
        () -> bench.context().initAhFromWc(99, inbox.batch(), 0, header));
  }

  private static void lostSilently(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair(QueuePairType.UD);
    Party sender = pair.sender();
    Party receiver = pair.receiver();
    sender.send(1);
    sender.sends().expectStatus(CompletionStatus.SUCCESS);
    Party.pause(ARRIVAL_MILLIS);
    receiver.receive(2);
    AddressHandle handle = bench.keep(sender.station().handleTo(receiver.station()));
    sender.post(3, r -> r.to(handle, receiver.number(), PairPlan.QKEY + 1));
    sender.sends().expectStatus(CompletionStatus.SUCCESS);
    sender.post(4, r -> r.to(handle, 0xABCDEF, PairPlan.QKEY));
    sender.sends().expectStatus(CompletionStatus.SUCCESS);
    receiver.receives().expectEmpty("datagrams without a receive, key or queue pair");
    sender.send(5);
    equal(2L, receiver.receives().numbers(1).getFirst(), "wr_id of the receive left");
  }

  private static void tooLong(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.UD).senderHere().open();
    int mtu = bench.context().queryPort(1).activeMtu().bytes();
    pair.receiver().receiveAt(1, Party.RECEIVES, 2 * mtu + GRH);
    SendWorkRequest request =
        pair.sender().request(1).buffer(pair.sender().buffer().region(), 0, mtu + 1);
    int answer = pair.sender().pair().postSend(request);
    String above;
    if (answer == 0) {
      Work work = pair.sender().sends().expect(1).getFirst();
      that(
          Set.of(CompletionStatus.SUCCESS, CompletionStatus.LOC_LEN_ERR).contains(work.status()),
          "status of a datagram above the MTU: %s",
          work);
      above = CompletionStatus.name(work.status());
    } else {
      above = VerbsCheck.name(answer);
    }
    pair.receiver().receives().expectEmpty("a datagram above the MTU");
    trial.chose("above the MTU: %s; above the receive: %s", above, aboveTheReceive(bench));
  }

  private static String aboveTheReceive(VerbsBench bench) {
    Pair pair = bench.pair(QueuePairType.UD);
    pair.receiver().receiveAt(1, 0, GRH + 4);
    pair.sender().sendBytes(1, 8);
    pair.sender().sends().expectStatus(CompletionStatus.SUCCESS);
    Party.pause(ARRIVAL_MILLIS);
    if (pair.receiver().receives().poll(1) == 0) {
      return "dropped";
    }
    Work work = pair.receiver().receives().polled().getFirst();
    equal(CompletionStatus.LOC_LEN_ERR, work.status(), "status of a receive that is too small");
    return CompletionStatus.name(work.status());
  }
}

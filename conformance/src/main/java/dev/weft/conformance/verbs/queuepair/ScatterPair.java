package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.scatter.Guarded;
import dev.weft.conformance.scatter.PartList;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.ReliableBench;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.WindowBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Two queue pairs whose requests of several buffers are compared with a reference. All bytes of
 * both buffers are known before each request and compared after it.
 */
final class ScatterPair {
  private static final int IMMEDIATE = 0x01020304;
  private static final int DEPTH = 8;

  private final String name;
  private final QueuePairType type;
  private final VerbsBench bench;
  private final Party sender;
  private final Party receiver;
  private final UnaryOperator<SendWorkRequest> addressed;
  private final SharedReceiveQueue shared;
  private final Guarded own;
  private final Guarded peer;
  private MemoryWindow window;

  private ScatterPair(
      String name,
      VerbsBench bench,
      Pair pair,
      UnaryOperator<SendWorkRequest> addressed,
      SharedReceiveQueue shared) {
    this.name = name;
    this.type = pair.sender().pair().type();
    this.bench = bench;
    this.sender = pair.sender();
    this.receiver = pair.receiver();
    this.addressed = addressed;
    this.shared = shared;
    own = new Guarded("sender", sender.buffer().memory());
    peer = new Guarded("receiver", receiver.buffer().memory());
  }

  static ScatterPair of(VerbsBench bench, QueuePairType type) {
    Pair pair = plan(bench, type).open();
    return new ScatterPair(type.name(), bench, pair, request -> request, null);
  }

  /**
   * A reliably connected pair whose sender lives in this process, and the receiver in the other.
   */
  static ScatterPair fromHere(VerbsBench bench) {
    Pair pair = plan(bench, QueuePairType.RC).senderHere().open();
    return new ScatterPair("RC from the kit's process", bench, pair, request -> request, null);
  }

  /** A reliably connected pair that receives from a shared queue. */
  static ScatterPair sharing(VerbsBench bench) {
    SharedReceiveQueue shared =
        bench.shared(SharedReceiveQueueInit.basic(DEPTH, parts(bench.device().maxSrqSge())));
    Pair pair = plan(bench, QueuePairType.RC).shared(shared).open();
    return new ScatterPair("RC with a shared queue", bench, pair, request -> request, shared);
  }

  static ScatterPair reliableDatagram(ReliableBench reliable) {
    VerbsBench bench = reliable.bench();
    Party near = reliable.party(reliable.near(), null, plan(bench, QueuePairType.RD));
    Party far = reliable.party(reliable.far(), null, plan(bench, QueuePairType.RD));
    int context = reliable.contexts().near().number();
    return new ScatterPair(
        "RD",
        bench,
        new Pair(near, far),
        request -> request.through(context, far.number(), PairPlan.QKEY),
        null);
  }

  private static int parts(int limit) {
    return Math.min(ScatterShape.MAX_PARTS, limit);
  }

  private static PairPlan plan(VerbsBench bench, QueuePairType type) {
    int parts = parts(bench.device().maxSge());
    return bench
        .plan(type)
        .capabilities(
            new QueuePairCapabilities(DEPTH, DEPTH, parts, parts, ScatterShape.MAX_INLINE));
  }

  /** The operations to check; a window can be bound in this process only. */
  List<Integer> opcodes() {
    boolean binds = receiver.station().isHere();
    return ScatterShape.opcodes(type).stream()
        .filter(opcode -> binds || opcode != WorkOpcode.SEND_WITH_INV)
        .toList();
  }

  String name() {
    return name;
  }

  QueuePairType type() {
    return type;
  }

  /** The longest datagram, in bytes. */
  int maxDatagram() {
    return bench.maxDatagram();
  }

  /** A shared queue may take shorter lists than the pair. */
  ScatterShape.Limits limits() {
    int parts = parts(bench.device().maxSge());
    int receiveParts = shared == null ? parts : parts(bench.device().maxSrqSge());
    return new ScatterShape.Limits(
        type, opcodes(), own.bytes(), maxDatagram(), parts, receiveParts);
  }

  /** Carries the request out; returns where a byte differs from the reference, or null. */
  String difference(ScatterShape shape) {
    Random random = new Random(shape.hashCode());
    own.fill(random);
    peer.fill(random);
    if (shape.opcode() == WorkOpcode.SEND_WITH_INV) {
      bindWindow();
    }
    boolean late = shape.has(ScatterShape.Way.LATE) && isReliable();
    if (!late) {
      receive(shape);
    }
    long compare = random.nextBoolean() ? word(peer, shape.remote()) : random.nextLong();
    SendWorkRequest request = request(shape, compare, random.nextLong());
    answered(0, sender.pair().postSend(chained(shape, request)), "post_send");
    if (late) {
      receive(shape);
    }
    await(shape, request);
    expect(shape, request);
    String difference = own.difference();
    return difference == null ? peer.difference() : difference;
  }

  private boolean isReliable() {
    return type == QueuePairType.RC || type == QueuePairType.RD;
  }

  // Posting

  private void receive(ScatterShape shape) {
    ReceiveWorkRequest request = new ReceiveWorkRequest().wrId(1);
    if (shape.consumesReceive()) {
      boolean write = shape.opcode() == WorkOpcode.RDMA_WRITE_WITH_IMM;
      add(request.buffers(), receiver, write ? PartList.of() : shape.receive());
      post(request);
    } else if (!isReliable()) {
      post(request);
    }
  }

  private void post(ReceiveWorkRequest request) {
    answered(
        0,
        shared == null ? receiver.pair().postRecv(request) : shared.postRecv(request),
        "post_recv");
  }

  private static void add(ScatterGatherList to, Party party, PartList list) {
    list.parts().forEach(part -> to.add(party.buffer().region(), part.offset(), part.length()));
  }

  private SendWorkRequest request(ScatterShape shape, long compareAdd, long swap) {
    int flags = SendFlags.SIGNALED | (shape.isInline() ? SendFlags.INLINE : 0);
    SendWorkRequest request = addressed.apply(sender.request(2)).flags(flags);
    request.buffers().clear();
    add(request.buffers(), sender, shape.own());
    long address = receiver.buffer().address(shape.remote());
    int key = receiver.buffer().rkey();
    return switch (shape.opcode()) {
      case WorkOpcode.SEND -> request.send();
      case WorkOpcode.SEND_WITH_IMM -> request.sendWithImmediate(IMMEDIATE);
      case WorkOpcode.SEND_WITH_INV -> request.sendWithInvalidate(window.rkey());
      case WorkOpcode.RDMA_WRITE -> request.write(address, key);
      case WorkOpcode.RDMA_WRITE_WITH_IMM -> request.writeWithImmediate(address, key, IMMEDIATE);
      case WorkOpcode.RDMA_READ -> request.read(address, key);
      case WorkOpcode.ATOMIC_WRITE -> request.atomicWrite(address, key);
      case WorkOpcode.ATOMIC_CMP_AND_SWP -> request.compareAndSwap(address, key, compareAdd, swap);
      default -> request.fetchAndAdd(address, key, compareAdd);
    };
  }

  /** The request in a list with those that its way of posting and its type need. */
  private SendWorkRequest chained(ScatterShape shape, SendWorkRequest request) {
    if (isBehind(shape)) {
      SendWorkRequest first = addressed.apply(sender.request(3));
      first.buffer(sender.buffer().region(), 0, Long.BYTES).next(request);
      return first.fetchAndAdd(receiver.buffer().address(0), receiver.buffer().rkey(), 0);
    }
    if (!isReliable() && !shape.consumesReceive()) {
      SendWorkRequest last = addressed.apply(sender.request(4));
      last.buffers().clear();
      request.next(last);
    }
    return request;
  }

  private boolean isBehind(ScatterShape shape) {
    return shape.has(ScatterShape.Way.BEHIND) && isReliable();
  }

  private void bindWindow() {
    if (window == null) {
      window = WindowBench.allocate(bench, receiver, MemoryWindowType.TYPE_2);
    }
    int key = window.rkey();
    int next = (key & ~0xFF) | ((key + 1) & 0xFF);
    MemoryWindowBind bind = WindowBench.part(receiver, RegionAccess.REMOTE_WRITE);
    receiver.post(5, request -> request.bindMw(window, next, bind));
    receiver.sends().numbers(1);
  }

  // Completions

  private void await(ScatterShape shape, SendWorkRequest request) {
    boolean notice = !isReliable() && !shape.consumesReceive();
    List<Work> sent = sender.sends().expect(isBehind(shape) || notice ? 2 : 1);
    sent.forEach(work -> that(work.isSuccess(), "a failure: %s", work));
    if (!shape.consumesReceive() && !notice) {
      return;
    }
    Work received = receiver.receives().expect(1).getFirst();
    that(received.isSuccess(), "a failure: %s", received);
    int header = type == QueuePairType.UD ? ScatterShape.ROUTE_HEADER : 0;
    int bytes = notice ? 0 : header + shape.own().total();
    equal(bytes, received.byteLength(), "byte_len of %s", received);
    boolean immediate =
        request.opcode() == WorkOpcode.SEND_WITH_IMM
            || request.opcode() == WorkOpcode.RDMA_WRITE_WITH_IMM;
    if (immediate) {
      equal(IMMEDIATE, received.immediate(), "immediate data of %s", received);
    }
  }

  // The reference

  private void expect(ScatterShape shape, SendWorkRequest request) {
    byte[] data = shape.own().gather(own.expected);
    if (isBehind(shape)) {
      System.arraycopy(peer.expected, 0, own.expected, 0, Long.BYTES);
    }
    if (ScatterShape.fetches(shape.opcode())) {
      byte[] found = new byte[data.length];
      System.arraycopy(peer.expected, shape.remote(), found, 0, found.length);
      shape.own().scatter(0, found, own.expected);
      change(shape, request);
    } else if (isWrite(shape.opcode())) {
      System.arraycopy(data, 0, peer.expected, shape.remote(), data.length);
    } else {
      int header = type == QueuePairType.UD ? ScatterShape.ROUTE_HEADER : 0;
      shape.receive().scatter(header, data, peer.expected);
      peer.expectAnything(shape.receive(), header);
    }
  }

  private static boolean isWrite(int opcode) {
    return opcode == WorkOpcode.RDMA_WRITE
        || opcode == WorkOpcode.RDMA_WRITE_WITH_IMM
        || opcode == WorkOpcode.ATOMIC_WRITE;
  }

  private void change(ScatterShape shape, SendWorkRequest request) {
    long before = shape.own().total() == Long.BYTES ? word(peer, shape.remote()) : 0;
    if (shape.opcode() == WorkOpcode.ATOMIC_FETCH_AND_ADD) {
      word(peer, shape.remote(), before + request.compareAdd());
    } else if (shape.opcode() == WorkOpcode.ATOMIC_CMP_AND_SWP && before == request.compareAdd()) {
      word(peer, shape.remote(), request.swap());
    }
  }

  private static long word(Guarded buffer, int offset) {
    int last = buffer.bytes() - Long.BYTES;
    return words(buffer).getLong(Math.min(offset, last));
  }

  private static void word(Guarded buffer, int offset, long value) {
    words(buffer).putLong(offset, value);
  }

  private static ByteBuffer words(Guarded buffer) {
    return ByteBuffer.wrap(buffer.expected).order(ByteOrder.nativeOrder());
  }
}

package dev.weft.provider.fabric.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.post.PostChecks;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A node of a program: its counters, its peers, and its pending operations. */
final class Player implements AutoCloseable {
  static final long UNKNOWN = -1;

  final int number;
  final Node node;
  final Endpoint endpoint;
  final CheckedReader reader;
  final long[] handles;

  /** The counters by their bind flag. */
  private final Map<Long, Counter> counters = new LinkedHashMap<>();

  /** Its registered memory. */
  final List<MemoryRegion> regions = new ArrayList<>();

  boolean left;
  long sends;
  long accesses;

  Player(
      int number,
      Setup setup,
      String fabric,
      MatchingModel.Side side,
      UnaryOperator<Endpoint> disguise) {
    this.number = number;
    FabricInfo info = Node.named(offer(setup), fabric);
    long flags = BindFlags.TRANSMIT | BindFlags.RECV;
    flags |= setup.selective() ? BindFlags.SELECTIVE_COMPLETION : 0;
    node =
        new Node(
            info,
            setup.wire() == Setup.Carrier.FRAMES ? Node.FAR.open(info, null) : Fabrics.open(info),
            Node.queueOf(WaitObject.NONE, 0),
            flags,
            opened -> count(opened, setup));
    endpoint = disguise.apply(node.endpoint);
    handles = new long[setup.nodes()];
    Arrays.fill(handles, UNKNOWN);
    reader = new CheckedReader(this, side, setup.direct());
  }

  private static FabricInfo offer(Setup setup) {
    FabricInfo hints = setup.hints().build();
    FabricProvider far = Node.FAR;
    return setup.wire() == Setup.Carrier.FRAMES
        ? far.getInfo(hints).infos().getFirst()
        : Fabrics.getInfo(hints).getFirst();
  }

  private void count(Node opened, Setup setup) {
    long messages = BindFlags.SEND | BindFlags.RECV;
    long memory = BindFlags.READ | BindFlags.WRITE | BindFlags.REMOTE_READ | BindFlags.REMOTE_WRITE;
    for (long flag = 1; flag <= BindFlags.REMOTE_WRITE; flag <<= 1) {
      if ((flag & (setup.datagram() ? messages : messages | memory)) != 0) {
        Counter counter = opened.domain.openCounter(CounterAttributes.defaults());
        opened.endpoint.bind(counter, flag);
        counters.put(flag, counter);
      }
    }
  }

  long counted(long flag) {
    return counters.containsKey(flag) ? counters.get(flag).read() : 0;
  }

  long failed(long flag) {
    return counters.containsKey(flag) ? counters.get(flag).readErr() : 0;
  }

  /** The number of ended accesses to peers' memory. */
  long accessesEnded() {
    long read = counted(BindFlags.READ) + failed(BindFlags.READ);
    return read + counted(BindFlags.WRITE) + failed(BindFlags.WRITE);
  }

  void learn(Player peer, MatchingModel.Side side) {
    handles[peer.number] = node.vector.insert(peer.node.endpoint.name());
    side.known.add(peer.number);
  }

  /** Zeroed memory of at least one byte. */
  MemorySegment memory(long bytes) {
    return node.memory(Math.max(1, bytes));
  }

  boolean hasWork() {
    return !left && ((PostChecks) node.endpoint).machine().hasWork();
  }

  /** Compares the counters with the queues at the end. */
  void compareCounters(MatchingModel.Side side) {
    long sent = counted(BindFlags.SEND);
    assertEquals(reader.failedSends(), failed(BindFlags.SEND), "SEND counter, errors");
    assertEquals(sends, sent + reader.failedSends(), "SEND counter");
    assertEquals(side.failures, failed(BindFlags.RECV), "RECV counter, errors");
    assertEquals(side.successes, counted(BindFlags.RECV), "RECV counter");
    assertEquals(accesses, accessesEnded(), "READ and WRITE counters");
  }

  @Override
  public void close() {
    if (!left) {
      left = true;
      node.endpoint.close();
      regions.forEach(MemoryRegion::close);
      counters.values().forEach(Counter::close);
      node.close();
    }
  }
}

package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Area.Part;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A node of a program: its queue pair and its memory. */
final class Player implements AutoCloseable {
  private static final int ALL =
      RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE | RegionAccess.FLUSH_GLOBAL;

  private static final int WINDOWS = 3;

  final int number;
  final Side side;
  final Forms forms = new Forms(this);
  final QueuePair pair;
  final QueuePair shown;
  final SharedReceiveQueue shared;

  /** Read by requests, never written. */
  final Area source;

  /** Written by receives and reads; peers have no right. */
  final Area sink;

  /** Accessed by the peer. */
  final Area target;

  /** Accessed by the peer until it is closed. */
  final Area spare;

  /** Accessed by the peer through windows only. */
  final Area windowed;

  private final List<Window> windows;

  /** The buffers of the last read, which fenced requests send. */
  List<Part> lastRead = List.of();

  /** Requests that fetch, since the last fence. */
  final List<Request> fetches = new ArrayList<>();

  Player peer;
  private AddressHandle handle;

  Player(
      Setup setup,
      int number,
      ProtectionDomain domain,
      SharedReceiveQueue shared,
      Side.Maker maker,
      Disguise disguise) {
    this.number = number;
    this.shared = shared;
    Queue sends = maker.sends();
    Queue receives = maker.receives();
    pair =
        domain.createQp(
            QueuePairInit.builder(setup.type())
                .sendCq(sends.real)
                .receiveCq(receives.real)
                .sharedReceiveQueue(shared)
                .signalAll(setup.signalAll())
                .capabilities(setup.room())
                .build());
    shown = disguise.wrap(pair);
    side = maker.make(pair.qpNum());
    source = new Area(domain, setup.direct(), RegionAccess.MW_BIND, number);
    sink = new Area(domain, setup.direct(), RegionAccess.LOCAL_WRITE, number + 10);
    target = new Area(domain, setup.direct(), ALL, number + 20);
    spare = new Area(domain, setup.direct(), ALL | RegionAccess.MW_BIND, number + 30, disguise);
    int bindable = RegionAccess.LOCAL_WRITE | RegionAccess.MW_BIND;
    windowed = new Area(domain, setup.direct(), bindable, number + 40);
    windows = IntStream.range(0, WINDOWS).mapToObj(i -> window(domain, i)).toList();
  }

  private Window window(ProtectionDomain domain, int index) {
    var type = isTypeTwo(index) ? MemoryWindowType.TYPE_2 : MemoryWindowType.TYPE_1;
    return new Window(domain, type, windowed);
  }

  /** Whether a window of this number is of type 2. */
  static boolean isTypeTwo(long number) {
    return number % WINDOWS != 0;
  }

  Window window(long number) {
    return windows.get((int) (number % WINDOWS));
  }

  List<Window> windows() {
    return windows;
  }

  List<Area> areas() {
    return List.of(source, sink, target, spare, windowed);
  }

  int postReceive(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad) {
    return shared == null ? shown.postRecv(first, bad) : shared.postRecv(first, bad);
  }

  /** Whether both have the same receive queue. */
  boolean takesReceivesOf(Player other) {
    return this == other || (shared != null && shared.equals(other.shared));
  }

  /** The path to its peer. */
  AddressHandle handle() {
    if (handle == null) {
      int lid = peer.pair.verbs().queryPort(1).lid();
      var gid = peer.pair.verbs().queryGid(1, 0);
      handle = pair.protectionDomain().createAh(AddressHandleAttributes.global(lid, gid));
    }
    return handle;
  }

  @Override
  public void close() {
    pair.close();
    if (handle != null) {
      handle.close();
    }
    windows.forEach(Window::close);
    areas().forEach(Area::close);
  }
}

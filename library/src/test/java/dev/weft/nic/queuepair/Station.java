package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.nic.memory.AccessFlags;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.memory.Region;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.Wire;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Test fixture: a queue pair with memory, one queue for all completions, and shorthand methods. */
public final class Station implements AutoCloseable {
  public static final int DOMAIN = 7;
  public static final int ALL_ACCESS =
      AccessFlags.LOCAL_WRITE
          | AccessFlags.REMOTE_WRITE
          | AccessFlags.REMOTE_READ
          | AccessFlags.REMOTE_ATOMIC
          | AccessFlags.MW_BIND
          | AccessFlags.FLUSH_GLOBAL;
  public static final int DEPTH = 16;
  public static final int QUEUE_KEY = 0x1234;
  public static final long BYTES = 1 << 20;

  public final Collector sends = new Collector();
  public final Collector receives = new Collector();
  public final List<Integer> events = new CopyOnWriteArrayList<>();
  public final QueuePairMachine machine;
  public final ProtectionTable table;
  final Arena arena = Arena.ofShared();
  public final MemorySegment memory;
  public final Region region;

  public final Attributes attributes = new Attributes();

  public Station(AddressMap addresses, TransportType type, int number) {
    this(addresses, type, number, null, false);
  }

  public Station(
      AddressMap addresses,
      TransportType type,
      int number,
      SharedReceives shared,
      boolean signalAll) {
    this(addresses, type, number, shared, signalAll, null, new ProtectionTable());
  }

  /** A reliable queue pair whose memory peers can map. */
  public Station(AddressMap addresses, int number, SharedMemory peers) {
    this(
        addresses,
        new Kind(TransportType.RELIABLE, number, false),
        null,
        null,
        new ProtectionTable(),
        peers);
  }

  /** A reliable datagram queue pair. */
  public Station(AddressMap addresses, int number, ReliableDomain domain, ProtectionTable table) {
    this(addresses, TransportType.RELIABLE_DATAGRAM, number, null, false, domain, table);
  }

  public Station(
      AddressMap addresses,
      TransportType type,
      int number,
      SharedReceives shared,
      boolean signalAll,
      ReliableDomain reliable,
      ProtectionTable table) {
    this(addresses, new Kind(type, number, signalAll), shared, reliable, table, null);
  }

  private record Kind(TransportType type, int number, boolean signalAll) {}

  private Station(
      AddressMap addresses,
      Kind kind,
      SharedReceives shared,
      ReliableDomain reliable,
      ProtectionTable table,
      SharedMemory peers) {
    this.table = table;
    memory = peers == null ? arena.allocate(BYTES, 64) : peers.allocate(BYTES);
    region = table.register(DOMAIN, memory, memory.address(), ALL_ACCESS);
    machine =
        QueuePairMachine.open(
            new QueuePairConfig(
                addresses,
                kind.type,
                kind.number,
                DOMAIN,
                table,
                peers,
                new QueuePairLimits(DEPTH, DEPTH, 4, 4, 64),
                kind.signalAll,
                sends,
                receives,
                shared,
                events::add,
                reliable));
    assertNotNull(machine);
    if (peers != null) {
      peers.grant(Integer.toUnsignedLong(region.key()), memory, memory.address(), ALL_ACCESS);
    }
    attributes.access = ALL_ACCESS;
    attributes.reachable = true;
    attributes.pathMtu = 5;
    attributes.maxReads = 4;
    attributes.maxReadsServed = 4;
    attributes.notReadyTimer = 1;
    attributes.timeout = 12;
    attributes.retries = 2;
    attributes.notReadyRetries = 7;
    attributes.queueKey = QUEUE_KEY;
    attributes.port = 1;
  }

  public static AddressMap network(Wire wire) {
    return new AddressMap(wire, number -> "loopback://q" + number);
  }

  /** How many passes of all queue pairs have failed. */
  public static long failures() {
    return ProgressFailures.LOG.count();
  }

  // States

  public int modify(int state, int mask) {
    attributes.state = state;
    return machine.modify(attributes, mask | Attributes.STATE);
  }

  private boolean isConnected() {
    return !machine.type().isDatagram();
  }

  public Station init() {
    int mask = Attributes.PARTITION_KEY_INDEX;
    mask |= isConnected() ? Attributes.ACCESS : Attributes.QUEUE_KEY;
    boolean special = machine.type() == TransportType.SMI || machine.type() == TransportType.GSI;
    assertEquals(0, modify(States.INIT, mask | (special ? 0 : Attributes.PORT)));
    return this;
  }

  public Station readyToReceive(int peer) {
    attributes.peer = peer;
    int path =
        Attributes.ADDRESS | Attributes.PATH_MTU | Attributes.PEER | Attributes.RECEIVE_NUMBER;
    boolean reliable = machine.type() == TransportType.RELIABLE;
    int more = reliable ? Attributes.MAX_READS_SERVED | Attributes.NOT_READY_TIMER : 0;
    assertEquals(0, modify(States.READY_TO_RECEIVE, isConnected() ? path | more : 0));
    return this;
  }

  public Station readyToSend() {
    int more =
        Attributes.TIMEOUT
            | Attributes.RETRIES
            | Attributes.NOT_READY_RETRIES
            | Attributes.MAX_READS;
    boolean reliable = machine.type() == TransportType.RELIABLE;
    assertEquals(0, modify(States.READY_TO_SEND, Attributes.SEND_NUMBER | (reliable ? more : 0)));
    return this;
  }

  /** Brings a reliable datagram queue pair to RTS; its contexts have the connections. */
  public Station ready() {
    assertEquals(0, modify(States.INIT, Attributes.QUEUE_KEY | Attributes.ACCESS));
    assertEquals(0, modify(States.READY_TO_RECEIVE, 0));
    assertEquals(0, modify(States.READY_TO_SEND, 0));
    return this;
  }

  public Station ready(int peer) {
    return init().readyToReceive(peer).readyToSend();
  }

  /** Moves to RTR after the peer has retried for a while. */
  void receiveLater() {
    init();
    receive(1, 0, 64);
    readyToReceive(100);
  }

  // Posting

  /** A send request, to be changed before it is {@link #post}ed. */
  public SendRequest request(long wrId, int opcode) {
    SendRequest request = machine.poster().send().reset();
    request.wrId = wrId;
    request.opcode = opcode;
    request.flags = WorkFlags.SIGNALED;
    return request;
  }

  public SendRequest request(long wrId, int opcode, long offset, int length) {
    SendRequest request = request(wrId, opcode);
    request.add(memory.address() + offset, length, region.key());
    return request;
  }

  /** A request on the peer's memory. */
  public SendRequest remote(
      long wrId, int opcode, long offset, int length, Station peer, long there) {
    SendRequest request = request(wrId, opcode, offset, length);
    request.remoteAddress = peer.memory.address() + there;
    request.remoteKey = peer.region.key();
    return request;
  }

  public int tryPost(SendRequest request) {
    machine.poster().enter();
    try {
      int error = machine.poster().stage(request);
      machine.poster().commit();
      return error;
    } finally {
      machine.poster().exit();
    }
  }

  public void post(SendRequest request) {
    assertEquals(0, tryPost(request));
  }

  public void send(long wrId, long offset, int length) {
    post(request(wrId, Operation.SEND, offset, length));
  }

  public int tryReceive(long wrId, long offset, int length) {
    machine.poster().enterReceives();
    try {
      ReceiveRequest request = machine.poster().receive().reset(wrId);
      request.add(memory.address() + offset, length, region.key());
      return machine.poster().post(request);
    } finally {
      machine.poster().exitReceives();
    }
  }

  public void receive(long wrId, long offset, int length) {
    assertEquals(0, tryReceive(wrId, offset, length));
  }

  /**
   * Reads the frames in its rings and sends what follows from them, even if another thread holds
   * the lock and would do that later.
   */
  public void serve() {
    machine.enter();
    try {
      machine.progress(); // the thread that holds the lock serves when it releases it
      machine.pump();
    } finally {
      machine.exit();
    }
  }

  /** Looks for missing responses, as the timer does after the timeout. */
  void timeOut() {
    machine.enter();
    try {
      machine.retryTimer.judge();
    } finally {
      machine.exit();
    }
  }

  // Memory

  public void fill(long offset, long length, int seed) {
    for (long i = 0; i < length; i++) {
      memory.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (seed + i * 7));
    }
  }

  public void requireFilled(long offset, long length, int seed) {
    for (long i = 0; i < length; i++) {
      assertEquals((byte) (seed + i * 7), memory.get(ValueLayout.JAVA_BYTE, offset + i));
    }
  }

  /** Fails unless the window is zero outside this part. */
  void requireOnly(long offset, long length, long window, long size) {
    for (long at = window; at < window + size; at++) {
      boolean inside = at >= offset && at < offset + length;
      assertEquals(0, inside ? 0 : memory.get(ValueLayout.JAVA_BYTE, at));
    }
  }

  public long word(long offset) {
    return memory.get(ValueLayout.JAVA_LONG, offset);
  }

  public void word(long offset, long value) {
    memory.set(ValueLayout.JAVA_LONG, offset, value);
  }

  @Override
  public void close() {
    machine.close();
    arena.close();
  }
}

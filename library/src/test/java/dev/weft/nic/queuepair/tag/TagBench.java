package dev.weft.nic.queuepair.tag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.queuepair.Collector;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.nic.workqueue.TagMatching;
import dev.weft.nic.workqueue.TagRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Test fixture: a queue pair whose shared queue matches tags, and a sender. */
public final class TagBench implements AutoCloseable {
  public static final int TAGS = 8;
  static final int BUFFERS = 4;

  /** The {@code app_ctx} of tagged messages. */
  static final int WORD = 0xCAFE;

  /** Offset of the tagged receive with wr_id 0, and bytes of the area. */
  public static final long SLOTS = 1 << 16;

  public static final int SLOT = 1 << 12;

  private static final ValueLayout.OfInt WIRE_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong WIRE_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  public final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  public final Collector told = new Collector();
  final List<Integer> events = new CopyOnWriteArrayList<>();
  final TagMatching tags = new TagMatching(TAGS, BUFFERS, told, events::add);
  public final SharedReceives shared = new SharedReceives(Station.DEPTH, 1, events::add, tags);
  final Station sender = new Station(addresses, TransportType.RELIABLE, 100);
  public final Station receiver =
      new Station(addresses, TransportType.RELIABLE, 200, shared, false);

  /** Opens both in RTS. */
  public static TagBench connected() {
    TagBench bench = new TagBench();
    bench.sender.ready(200);
    bench.receiver.ready(100);
    return bench;
  }

  public static long slot(long wrId) {
    return SLOTS + wrId * SLOT;
  }

  // List operations

  /** An addition into the slot of this wr_id, to be changed before it is {@link #post}ed. */
  public TagRequest addition(long wrId, long tag, long mask) {
    TagRequest add = reset(TagRequest.ADD, 1000 + wrId);
    add.receive.reset(wrId).add(address(wrId), SLOT, receiver.region.key());
    add.tag = tag;
    add.mask = mask;
    return add;
  }

  private long address(long wrId) {
    return receiver.memory.address() + slot(wrId);
  }

  private TagRequest reset(int opcode, long wrId) {
    TagRequest request = tags.request();
    request.opcode = opcode;
    request.wrId = wrId;
    request.flags = 0;
    request.unexpected = 0;
    request.handle = 0;
    return request;
  }

  TagRequest removal(int handle, long wrId) {
    TagRequest removal = reset(TagRequest.DELETE, wrId);
    removal.handle = handle;
    removal.flags = TagRequest.SIGNALED;
    return removal;
  }

  public int post(TagRequest request) {
    shared.enter();
    try {
      return tags.post(request);
    } finally {
      shared.exit();
    }
  }

  /** Adds without a completion; returns the handle. */
  public int add(long wrId, long tag) {
    TagRequest add = addition(wrId, tag, -1);
    assertEquals(0, post(add));
    return add.handle;
  }

  void report(int unexpected) {
    TagRequest report = reset(TagRequest.SYNCHRONIZE, 0);
    report.unexpected = unexpected;
    assertEquals(0, post(report));
  }

  /** Posts an ordinary receive into the slot of this wr_id. */
  public void receive(long wrId, int length) {
    shared.enter();
    try {
      ReceiveRequest request = shared.receive().reset(wrId);
      request.add(address(wrId), length, receiver.region.key());
      assertEquals(0, shared.post(request));
    } finally {
      shared.exit();
    }
  }

  // Messages

  void header(int operation, long tag) {
    sender.word(0, 0);
    sender.memory.set(ValueLayout.JAVA_BYTE, 0, (byte) operation);
    sender.memory.set(WIRE_INT, 4, WORD);
    sender.memory.set(WIRE_LONG, 8, tag);
  }

  void rendezvousHeader(long tag, long there, int key, int length) {
    header(MessageTag.RENDEZVOUS, tag);
    sender.memory.set(WIRE_LONG, 16, sender.memory.address() + there);
    sender.memory.set(WIRE_INT, 24, key);
    sender.memory.set(WIRE_INT, 28, length);
  }

  /** Sends a message with a pattern behind its header. */
  public void eager(long wrId, long tag, int length) {
    header(MessageTag.EAGER, tag);
    sender.fill(MessageTag.SIZE, length, (int) tag);
    sender.send(wrId, 0, MessageTag.SIZE + length);
  }

  /** Sends a rendezvous header for the pattern at the start of the sender's slots. */
  void rendezvous(long wrId, long tag, int length) {
    sender.fill(SLOTS, length, (int) tag);
    rendezvousHeader(tag, SLOTS, sender.region.key(), length);
    sender.send(wrId, 0, MessageTag.RENDEZVOUS_SIZE);
  }

  // Completions

  public WorkCompletion expect(int opcode, long wrId, int status, int flags) {
    WorkCompletion next = told.expect(wrId, status);
    assertEquals(opcode, next.opcode);
    assertEquals(Integer.toBinaryString(flags), Integer.toBinaryString(next.flags));
    return next;
  }

  public WorkCompletion expectReceived(long wrId, int flags) {
    WorkCompletion received = expect(Operation.RECEIVED_TAG, wrId, WcStatus.SUCCESS, flags);
    assertEquals(200, received.queuePair);
    assertEquals(WORD, received.tagMatchingPrivate);
    return received;
  }

  public static final int WHOLE = WorkFlags.TAG_MATCH | WorkFlags.TAG_DATA_VALID;

  @Override
  public void close() {
    sender.close();
    receiver.close();
  }
}

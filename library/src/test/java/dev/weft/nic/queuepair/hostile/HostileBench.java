package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.memory.AccessFlags;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.memory.Region;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.Carrier;
import dev.weft.nic.queuepair.Collector;
import dev.weft.nic.queuepair.RawFrame;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.reliabledatagram.EndToEndContexts;
import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Test fixture: a queue pair with a hostile peer, and bystanders. After each conversation nothing
 * was thrown or logged, memory that the peer may not access is unchanged, each request has ended
 * once, and the bystanders still exchange messages.
 */
final class HostileBench implements AutoCloseable {
  private static final long GRANT_AT = 8192;
  private static final int RECEIVES = 8;

  /** Eight seconds. */
  private static final int PATIENT = 21;

  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);

  private final Service service;
  private final AddressMap addresses;
  private final HostileFrameWriter writer;
  private final boolean inProcess;
  private final ProtectionTable table = new ProtectionTable();
  private final ReliableDomain domain = new ReliableDomain(new EndToEndContexts());
  private final MatchingSide tags = new MatchingSide();
  private final Station victim;
  private final BystanderPair bystanders;
  private final Region granted;
  private final long failuresBefore = Station.failures();
  private final GuardBytes guard;
  private final Set<Long> posted = new HashSet<>();
  private Carrier attacked;
  private long wrIds;
  private int receivedWell;
  private int endedWell;
  private int badResponses;

  static HostileBench inProcess(Service service, AddressMap addresses) {
    boolean toContext = service == Service.RELIABLE_DATAGRAM;
    return new HostileBench(
        service, addresses, new LocalFrameWriter(addresses, toContext, true), true);
  }

  /** A bench whose peer shares mapped files with the queue pair. */
  static HostileBench overFiles(Service service, AddressMap addresses, HostileFrameWriter writer) {
    return new HostileBench(service, addresses, writer, false);
  }

  private HostileBench(
      Service service, AddressMap addresses, HostileFrameWriter writer, boolean inProcess) {
    this.service = service;
    this.writer = writer;
    this.addresses = addresses;
    this.inProcess = inProcess;
    victim = patient(victim());
    bystanders = new BystanderPair(addresses, table);
    MemorySegment grantedBytes = victim.memory.asSlice(GRANT_AT, Conversation.GRANTED);
    granted =
        table.register(Station.DOMAIN, grantedBytes, grantedBytes.address(), Station.ALL_ACCESS);
    assertTrue(table.remove(victim.region.key()));
    guard = new GuardBytes(victim.memory);
  }

  /** Sets a long timeout, because this thread may answer late. */
  static Station patient(Station station) {
    station.attributes.timeout = PATIENT;
    return station;
  }

  private Station victim() {
    int number = Conversation.VICTIM;
    return switch (service) {
      case RELIABLE_DATAGRAM -> new Station(addresses, number, domain, table);
      case TAGGED ->
          new Station(addresses, TransportType.RELIABLE, number, tags.shared, false, null, table);
      default -> new Station(addresses, service.type(), number, null, false, null, table);
    };
  }

  /** Has another thread hold the lock of the queue pair, and serve it, most of the time. */
  LockContender contendForLock() {
    return new LockContender(victim.machine);
  }

  // One conversation

  /** Binds a window that a message may invalidate, for each conversation. */
  private int bindWindow() {
    Region window = table.addWindow(Station.DOMAIN, Region.Kind.WINDOW_2);
    int key = ProtectionTable.nextVariant(window.key());
    int access = AccessFlags.REMOTE_WRITE;
    assertTrue(
        table.bind(
            Station.DOMAIN,
            new ProtectionTable.Binding(
                window.key(), key, granted.key(), granted.base, 64, access, Conversation.VICTIM)));
    return key;
  }

  Conversation.Grant grant() {
    boolean invalidates = service == Service.RELIABLE || service == Service.UNRELIABLE;
    return new Conversation.Grant(
        granted.base,
        granted.key(),
        invalidates ? bindWindow() : 0,
        service == Service.RELIABLE ? writer.placed() : null);
  }

  void run(Conversation conversation, Conversation.Grant grant, Flips flips) {
    begin(conversation);
    for (int i = 0; i < conversation.frames.size(); i++) {
      if (conversation.word != null && conversation.disturbed == i) {
        writer.disturb(conversation.word);
      }
      RawFrame frame = conversation.frames.get(i);
      if (conversation.word == null) {
        awaitRequestOf(frame);
      }
      if (!write(frame, flips)) {
        break;
      }
      poll();
    }
    if (conversation.word == null) {
      awaitTaken();
    } else {
      victim.machine.progress(); // a peer that changes its doorbell or position does not wake it
    }
    poll();
    if (conversation.mutation == null && flips == null) {
      requireValid(conversation);
    }
    finish(grant);
  }

  /** Runs a conversation with one protocol violation, and checks its consequence. */
  void run(Conversation conversation, Conversation.Grant grant, Violation.Committed committed) {
    begin(conversation);
    for (RawFrame frame : conversation.frames.subList(0, committed.index())) {
      awaitRequestOf(frame);
      assertTrue(write(frame, null), "the link ends too early");
      poll();
    }
    awaitTaken();
    poll();
    byte[] before = granted.segment.toArray(ValueLayout.JAVA_BYTE);
    int receivedBefore = receivedWell;
    int endedBefore = endedWell;
    Consequence consequence = committed.violation().consequence;
    boolean all = consequence == Consequence.MESSAGE_DROPPED;
    for (RawFrame frame : conversation.message(committed.index(), all)) {
      assertTrue(write(frame, null), "there is no link for what must not be written");
      awaitTaken();
      poll();
    }
    require(consequence);
    byte[] after = granted.segment.toArray(ValueLayout.JAVA_BYTE);
    assertArrayEquals(before, after, "bytes of a frame that no peer may write");
    assertEquals(receivedBefore, receivedWell, "messages that such a frame has ended");
    boolean others = consequence == Consequence.BAD_RESPONSE; // acknowledged with the answer
    assertTrue(others || endedBefore == endedWell, "requests that such a frame has ended");
    finish(grant);
  }

  private void require(Consequence consequence) {
    boolean datagrams = service == Service.DATAGRAM;
    switch (consequence) {
      case LINK_ENDS -> {
        await(writer::isClosed, "the link goes on");
        await(() -> datagrams || attackedState() == States.ERROR, "the connection goes on");
        assertEquals(datagrams ? 0 : 1, fatalEvents(), () -> "events " + attackedEvents());
      }
      case BAD_RESPONSE -> {
        assertEquals(1, badResponses, "requests with a bad response");
        assertEquals(States.ERROR, attackedState());
      }
      default -> {
        assertFalse(writer.isClosed(), "the link has ended");
        assertEquals(States.READY_TO_SEND, attackedState());
        assertEquals(0, fatalEvents());
      }
    }
  }

  private int attackedState() {
    return attacked == null ? victim.machine.state() : attacked.machine.state();
  }

  private List<Integer> attackedEvents() {
    return attacked == null ? victim.events : attacked.events;
  }

  private void finish(Conversation.Grant grant) {
    bystanders.requireServed(wrIds++);
    end();
    if (grant.window() != 0) {
      table.remove(grant.window());
    }
    assertEquals(failuresBefore, Station.failures(), "failed passes");
  }

  private void begin(Conversation conversation) {
    receivedWell = 0;
    endedWell = 0;
    badResponses = 0;
    victim.events.clear();
    if (service == Service.RELIABLE_DATAGRAM) {
      victim.ready();
      attacked = new Carrier(addresses, Conversation.CONTEXT, domain, table);
      attacked.attributes.timeout = PATIENT;
      attacked.ready(Conversation.SPEAKING_CONTEXT);
    } else {
      victim.ready(Conversation.WRITER);
    }
    writer.begin();
    for (int i = 0; i < RECEIVES + (service == Service.TAGGED ? 4 : 0); i++) {
      receive(i % RECEIVES);
    }
    for (Conversation.Asked asked : conversation.asked()) {
      ask(asked);
    }
  }

  private void receive(int slot) {
    long wrId = wrIds++;
    long address = granted.base + (long) slot * Conversation.RECEIVE;
    if (service == Service.TAGGED) {
      tags.add(wrId, address, Conversation.RECEIVE, granted.key(), posted);
      return;
    }
    victim.machine.enter();
    try {
      ReceiveRequest request = victim.machine.poster().receive().reset(wrId);
      request.add(address, Conversation.RECEIVE, granted.key());
      assertEquals(0, victim.machine.poster().post(request));
      posted.add(wrId);
    } finally {
      victim.machine.exit();
    }
  }

  private void ask(Conversation.Asked asked) {
    long wrId = wrIds++;
    SendRequest request = victim.request(wrId, asked.opcode());
    request.remoteAddress = 64;
    request.remoteKey = 1;
    request.add(granted.base, asked.length(), granted.key());
    victim.post(request);
    posted.add(wrId);
  }

  private boolean write(RawFrame frame, Flips flips) {
    try {
      boolean written = writer.write(frame, flips);
      if (written && !inProcess) {
        victim.machine.progress();
      }
      return written;
    } finally {
      if (flips != null) {
        flips.end();
      }
    }
  }

  private void poll() {
    take(victim.sends);
    take(victim.receives);
    take(tags.told);
    if (attacked != null) {
      attacked.machine.progress();
    }
  }

  private void take(Collector queue) {
    for (WorkCompletion next = queue.poll(); next != null; next = queue.poll()) {
      boolean last = !tags.tell(next);
      assertTrue(next.byteLength >= 0, "byte_len " + next.byteLength);
      if (last) {
        assertTrue(posted.remove(next.wrId), "a completion of wr_id " + next.wrId);
        boolean received = next.opcode >= Operation.RECEIVED;
        receivedWell += received && next.status == WcStatus.SUCCESS ? 1 : 0;
        endedWell += next.status == WcStatus.SUCCESS ? 1 : 0;
        badResponses += next.status == WcStatus.BAD_RESPONSE ? 1 : 0;
        assertTrue(!received || next.byteLength <= Conversation.GRANTED, "too long");
      }
    }
  }

  /**
   * Waits until all frames are taken or the link has ended, and all requests that follow from them
   * are sent. Between processes, or while the timer serves the queue pair, frames are taken later.
   */
  private void awaitTaken() {
    await(() -> writer.isClosed() || writer.isHeard(), "frames lie in their ring");
    victim.serve(); // an acknowledgement takes no room in the ring
  }

  private void await(BooleanSupplier condition, String otherwise) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - start < PATIENCE, otherwise);
      poll();
    }
  }

  /** Before an answer: waits until its request is sent. */
  private void awaitRequestOf(RawFrame frame) {
    if (frame.kind() > PacketFormat.LAST_REQUEST) {
      awaitTaken();
    }
  }

  // Afterwards

  /** Checks a valid conversation. Messages may arrive late if the timer serves the queue pair. */
  private void requireValid(Conversation conversation) {
    await(() -> receivedWell >= conversation.received(), "messages are missing");
    assertEquals(States.READY_TO_SEND, victim.machine.state(), "a valid conversation");
    assertEquals(conversation.received(), receivedWell, "messages received");
    assertEquals(0, fatalEvents());
  }

  private long fatalEvents() {
    return attackedEvents().stream().filter(event -> event == TransportEvents.QP_FATAL).count();
  }

  private void end() {
    assertTrue(fatalEvents() <= 1, () -> "events " + attackedEvents());
    victim.modify(States.ERROR, 0);
    poll();
    if (service == Service.TAGGED) {
      tags.report();
    } else {
      assertEquals(Set.of(), posted, "requests that have not ended");
    }
    guard.requireUntouched(0, GRANT_AT);
    guard.requireUntouched(GRANT_AT + Conversation.GRANTED, GRANT_AT);
    assertEquals(0, victim.modify(States.RESET, 0));
    if (attacked != null) {
      attacked.close();
      attacked = null;
    }
    writer.end();
  }

  @Override
  public void close() {
    writer.close();
    long end = GRANT_AT + Conversation.GRANTED;
    guard.requireUntouched(end, Station.BYTES - end);
    bystanders.close();
    victim.close();
  }
}

package dev.weft.software.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.WorkCompletion;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;

/**
 * A queue pair that a peer speaks to, and others beside it, of which the peer knows nothing. After
 * each conversation: nothing was thrown or logged, memory that was not granted is as it was, each
 * request has ended once, and the others still exchange messages.
 */
final class HostileBench implements AutoCloseable {
  private static final long GRANT_AT = 8192;
  private static final byte GUARD = 0x55;
  private static final int RECEIVES = 8;

  /** Eight seconds. */
  private static final int PATIENT = 21;

  private static final long PATIENCE = 60_000_000_000L;

  private final Service service;
  private final Network network;
  private final boolean inProcess;
  private final ProtectionTable table = new ProtectionTable();
  private final ReliableDomain domain = new ReliableDomain(new EndToEndContexts());
  private final MatchingSide tags = new MatchingSide();
  private final Station victim;
  private final Station a;
  private final Station b;
  private final ProtectedMemory granted;
  private final LoggedFailures logged = new LoggedFailures();
  private final MemorySegment pattern = MemorySegment.ofArray(new byte[(int) Station.BYTES]);
  private final Set<Long> posted = new HashSet<>();
  private Carrier attacked;
  private Liar liar;
  private long wrIds;
  private int receivedWell;

  HostileBench(Service service, Network network, boolean inProcess) {
    this.service = service;
    this.network = network;
    this.inProcess = inProcess;
    pattern.fill(GUARD);
    victim = patient(victim());
    a = patient(new Station(network, TransportType.RELIABLE, 3, null, false, null, table)).ready(4);
    b = patient(new Station(network, TransportType.RELIABLE, 4, null, false, null, table)).ready(3);
    MemorySegment grantedBytes = victim.memory.asSlice(GRANT_AT, Conversation.GRANTED);
    granted =
        table.register(Station.DOMAIN, grantedBytes, grantedBytes.address(), Station.ALL_ACCESS);
    assertTrue(table.remove(victim.region.key()));
    victim.memory.fill(GUARD);
  }

  /** This thread, which answers, may be kept from it for long. */
  private static Station patient(Station station) {
    station.attributes.timeout = PATIENT;
    return station;
  }

  private Station victim() {
    int number = Conversation.VICTIM;
    return switch (service) {
      case RELIABLE_DATAGRAM -> new Station(network, number, domain, table);
      case TAGGED ->
          new Station(network, TransportType.RELIABLE, number, tags.shared, false, null, table);
      default -> new Station(network, service.type(), number, null, false, null, table);
    };
  }

  // One conversation

  /** A window that a message may take away, bound anew for each conversation. */
  private int bindWindow() {
    ProtectedMemory window = table.addWindow(Station.DOMAIN, ProtectedMemory.Kind.WINDOW_2);
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
    return new Conversation.Grant(granted.base, granted.key(), invalidates ? bindWindow() : 0);
  }

  void run(Conversation conversation, Conversation.Grant grant, Flips flips) {
    begin(conversation);
    for (RawFrame frame : conversation.frames) {
      if (!write(frame, flips)) {
        break;
      }
      poll();
    }
    awaitTaken();
    poll();
    if (conversation.mutation == null && flips == null) {
      requireValid(conversation);
    }
    requireOthersServed();
    end();
    if (grant.window() != 0) {
      table.remove(grant.window());
    }
    assertEquals(0, logged.lines().size(), () -> "logged " + logged.lines());
  }

  private void begin(Conversation conversation) {
    receivedWell = 0;
    victim.events.clear();
    if (service == Service.RELIABLE_DATAGRAM) {
      victim.ready();
      attacked = new Carrier(network, 22, domain, table);
      attacked.attributes.timeout = PATIENT;
      attacked.ready(21);
    } else {
      victim.ready(Conversation.SPEAKER);
    }
    openLiar();
    for (int i = 0; i < RECEIVES + (service == Service.TAGGED ? 4 : 0); i++) {
      receive(i % RECEIVES);
    }
    for (Conversation.Asked asked : conversation.asked()) {
      ask(asked);
    }
  }

  private void openLiar() {
    if (liar == null) {
      boolean toContext = service == Service.RELIABLE_DATAGRAM;
      liar =
          toContext
              ? Liar.at(Carrier.network(network), 21)
              : Liar.at(network, Conversation.SPEAKER);
    }
  }

  private Link link() {
    return liar.link(service == Service.RELIABLE_DATAGRAM ? 22 : Conversation.VICTIM);
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
      ReceiveRequest request = victim.machine.posting().receive().reset(wrId);
      request.add(address, Conversation.RECEIVE, granted.key());
      assertEquals(0, victim.machine.posting().post(request));
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
    Link link = link();
    if (link == null || link.isClosed()) {
      return false;
    }
    long place = frame.write(link);
    if (place == FrameWriter.FULL) {
      return false;
    }
    if (flips != null) {
      flips.begin(link.out().memory(), place, frame);
    }
    try {
      link.ring();
      if (!inProcess) {
        victim.machine.progress();
      }
    } finally {
      if (flips != null) {
        flips.end();
      }
    }
    return true;
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
        receivedWell += received && next.status == Status.SUCCESS ? 1 : 0;
        assertTrue(!received || next.byteLength <= Conversation.GRANTED, "too long");
      }
    }
  }

  /** Between processes frames are taken later: until they are, or nobody listens any more. */
  private void awaitTaken() {
    long start = System.nanoTime();
    Link link = inProcess ? null : link();
    while (link != null && !link.isClosed() && !link.out().isDrained()) {
      assertTrue(System.nanoTime() - start < PATIENCE, "frames lie in their ring");
      poll();
    }
  }

  // Afterwards

  private void requireValid(Conversation conversation) {
    assertEquals(States.READY_TO_SEND, victim.machine.state(), "a valid conversation");
    assertEquals(conversation.received(), receivedWell, "messages received");
    assertEquals(0, fatalEvents());
  }

  private long fatalEvents() {
    return victim.events.stream().filter(event -> event == TransportEvents.QP_FATAL).count();
  }

  private void requireOthersServed() {
    long wrId = wrIds++;
    b.receive(wrId, 64, 64);
    a.word(0, wrId);
    a.send(wrId, 0, 64);
    b.receives.expect(wrId, Status.SUCCESS);
    a.sends.expect(wrId, Status.SUCCESS);
    assertEquals(wrId, b.word(64));
  }

  private void end() {
    assertTrue(fatalEvents() <= 1, () -> "events " + victim.events);
    victim.modify(States.ERROR, 0);
    poll();
    if (service == Service.TAGGED) {
      tags.report();
    } else {
      assertEquals(Set.of(), posted, "requests that have not ended");
    }
    requireUntouched(0, GRANT_AT);
    requireUntouched(GRANT_AT + Conversation.GRANTED, GRANT_AT);
    assertEquals(0, victim.modify(States.RESET, 0));
    if (attacked != null) {
      attacked.close();
      attacked = null;
    }
    if (inProcess) {
      liar.close(); // the links of a new one are new
      liar = null;
    } else {
      liar.doorbell();
    }
  }

  private void requireUntouched(long from, long size) {
    long at = MemorySegment.mismatch(victim.memory, from, from + size, pattern, 0, size);
    assertEquals(-1, at, "memory that was not granted");
  }

  @Override
  public void close() {
    if (liar != null) {
      liar.close();
    }
    logged.close();
    long end = GRANT_AT + Conversation.GRANTED;
    requireUntouched(end, Station.BYTES - end);
    a.close();
    b.close();
    victim.close();
  }
}

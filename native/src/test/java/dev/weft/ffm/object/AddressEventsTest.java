package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Insertions that report to an event queue. */
class AddressEventsTest {

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  private static void requireVectorsWithEvents(String provider) {
    Installed.requireProvider(provider);
    assumeFalse(
        Installed.isAtLeast(2, 0) && !provider.equals("ofi:sockets"),
        "libfabric 2.x binds vectors of sockets only");
  }

  private static AddressVector open(Pair pair) {
    return pair.domain.openAddressVector(
        AddressVectorAttributes.builder().flags(AddressVectorAttributes.EVENT).build(), "vector");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:net", "ofi:sockets"})
  void shouldReportInsertions(String provider) {
    requireVectorsWithEvents(provider);
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        EventQueue queue = pair.fabric.openEventQueue(EventQueueAttributes.blocking());
        AddressVector vector = open(pair)) {
      byte[] name = pair.a.endpoint.name();
      AddressBatch handles = AddressBatch.allocate(pair.arena, 3);
      byte[][] addresses = {name, {'?'}, pair.b.endpoint.name()};
      refused(Errno.ENOEQ, () -> vector.insert(addresses, handles, null));
      vector.bind(queue, 0);
      refused(Errno.EINVAL, () -> vector.bind(queue, 0));
      refused(Errno.EBUSY, queue::close);
      assertEquals(0, vector.insert(addresses, handles, List.of("three")));
      expect(queue, pair, vector, List.of("three"));
      assertEquals(FabricAddress.NOTAVAIL, handles.get(1));
      assertEquals(0, vector.remove(handles.get(0)));
      assertEquals(-Errno.EINVAL, vector.remove(handles.get(0)));
      assertEquals(0, vector.insert(new byte[][] {name}, handles, null));
      long handle = handles.get(0);
      assertEquals(0, vector.remove(handle));
      expectEnd(queue, pair, vector, "vector", 1);
      assertEquals(-Errno.EINVAL, vector.remove(handle), "a handle that was removed");
    }
  }

  /** C reads as many bytes as the family says. */
  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:net", "ofi:sockets"})
  void shouldNotPassAddressesThatAreCutOff(String provider) {
    requireVectorsWithEvents(provider);
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        EventQueue queue = pair.fabric.openEventQueue(EventQueueAttributes.blocking());
        AddressVector vector = open(pair)) {
      vector.bind(queue, 0);
      byte[] name = pair.a.endpoint.name();
      byte[] half = Arrays.copyOf(name, 8);
      AddressBatch handles = AddressBatch.allocate(pair.arena, 3);
      assertEquals(0, vector.insert(new byte[][] {name, half, name}, handles, "context"));
      assertEquals(FabricAddress.NOTAVAIL, handles.get(1));
      expect(queue, pair, vector, "context");
      assertEquals(0, vector.insert(new byte[][] {half, name}, handles, "context"));
      assertEquals(FabricAddress.NOTAVAIL, handles.get(0));
      assertNotEquals(FabricAddress.NOTAVAIL, handles.get(1));
    }
  }

  private static void expect(EventQueue queue, Pair pair, AddressVector vector, Object context) {
    EventEntry entry = EventEntry.allocate(pair.arena, 0);
    assertEquals(-Errno.EAVAIL, queue.sread(entry, -1, 0));
    ErrorEvent failure = ErrorEvent.allocate(pair.arena);
    assertEquals(48, queue.readErr(failure, 0));
    assertSame(vector, failure.object());
    assertEquals(context, failure.context());
    assertEquals(1, failure.data());
    expectEnd(queue, pair, vector, context, 2);
  }

  private static void expectEnd(
      EventQueue queue, Pair pair, AddressVector vector, Object context, long inserted) {
    EventEntry entry = EventEntry.allocate(pair.arena, 0);
    assertEquals(24, queue.sread(entry, -1, 0));
    assertEquals(EventType.describe(EventType.AV_COMPLETE), EventType.describe(entry.event()));
    assertSame(vector, entry.object());
    assertEquals(context, entry.context());
    assertEquals(inserted, entry.data());
  }

  private static void refused(int errno, Runnable call) {
    FabricException refusal = assertThrows(FabricException.class, call::run);
    assertEquals(Errno.name(errno), Errno.name(refusal.errno()), refusal::getMessage);
  }
}

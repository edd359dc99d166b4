package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.connection.Caller;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Receives shared by several endpoints: each is used once, in each sender's order. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SharedReceivesTest {
  private static final int ENDPOINTS = 3;
  private static final int MESSAGES = 5_000;
  private static final int SLOTS = 64;
  private static final int ROUNDS = 5_000;
  private static final long LONG = 1 << 16;

  private final List<AutoCloseable> open = new ArrayList<>();
  private final FabricInfo info = info(FabricInfo.builder());
  private final Fabric fabric = keep(Fabrics.open(info));
  private final Domain domain = keep(fabric.openDomain(info));
  private final AddressVector vector =
      keep(domain.openAddressVector(AddressVectorAttributes.defaults()));
  private final SharedReceiveContext receives =
      keep(domain.openSharedReceiveContext(ReceiveAttributes.defaults()));

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable object : open.reversed()) {
      object.close();
    }
  }

  private static FabricInfo info(FabricInfo.Builder hints) {
    FabricInfo offer = Fabrics.getInfo(hints.provider("loopback").build()).getFirst();
    return offer.toBuilder()
        .fabric(offer.fabric().toBuilder().name(Node.freshName()).build())
        .build();
  }

  private FabricInfo sharing() {
    return info.toBuilder()
        .endpoint(
            info.endpoint().toBuilder()
                .receiveContextCount(EndpointAttributes.SHARED_CONTEXT)
                .build())
        .build();
  }

  private <T extends AutoCloseable> T keep(T object) {
    open.add(object);
    return object;
  }

  private final class Side {
    final CompletionQueue queue =
        keep(domain.openCompletionQueue(Node.queueOf(WaitObject.UNSPEC, 0)));
    final CompletionBatch batch =
        CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
    final Endpoint endpoint;

    Side(FabricInfo withInfo) {
      this(withInfo, vector);
    }

    Side(FabricInfo withInfo, AddressVector with) {
      endpoint = keep(domain.openEndpoint(withInfo));
      endpoint.bind(queue, Caller.BOTH);
      endpoint.bind(with, 0);
    }

    Side sharing() {
      endpoint.bind(receives, 0);
      return enabled();
    }

    Side enabled() {
      endpoint.enable();
      return this;
    }
  }

  @Test
  void shouldTakeAnotherVectorOnceNoEndpointHasTheFirst() {
    AddressVector other = keep(domain.openAddressVector(AddressVectorAttributes.defaults()));
    Side first = new Side(sharing()).sharing();
    Side second = new Side(sharing()).sharing();
    first.endpoint.close();
    Side third = new Side(sharing(), other);
    assertEquals(
        Errno.EINVAL, assertThrows(FabricException.class, third::sharing).errno(), "two vectors");
    second.endpoint.close();
    third.enabled();
    Side fourth = new Side(sharing());
    assertThrows(FabricException.class, fourth::sharing);
  }

  @Test
  void shouldForgetTheVectorOfAnEndpointThatCouldNotBeEnabled() {
    AddressVector other = keep(domain.openAddressVector(AddressVectorAttributes.defaults()));
    byte[] taken = new Side(info).enabled().endpoint.name();
    Side first = new Side(sharing().toBuilder().sourceAddress(taken).build());
    assertEquals(Errno.EADDRINUSE, assertThrows(FabricException.class, first::sharing).errno());
    new Side(sharing(), other).sharing();
  }

  @Test
  void shouldGiveEachMessageAndEachReceiveOnce() throws Exception {
    MemorySegment memory = domain.allocate(SLOTS * 8);
    AtomicIntegerArray seen = new AtomicIntegerArray(ENDPOINTS * MESSAGES);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < ENDPOINTS; i++) {
      Side receiver = new Side(sharing()).sharing();
      Side sender = new Side(info).enabled();
      long handle = vector.insert(receiver.endpoint.name());
      int number = i;
      threads.add(Thread.ofPlatform().start(() -> send(sender, handle, number)));
      threads.add(Thread.ofPlatform().start(() -> receive(receiver, memory, number, seen)));
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      int free = slot;
      Node.accepted(() -> receives.recv(memory.asSlice(free * 8L, 8), 8, -1, free));
    }
    for (Thread thread : threads) {
      thread.join(300_000);
    }
    for (int i = 0; i < seen.length(); i++) {
      assertEquals(1, seen.get(i), "message " + i);
    }
  }

  private static void send(Side sender, long handle, int number) {
    MemorySegment memory = Arena.ofAuto().allocate(8, 8);
    for (int i = 0; i < MESSAGES; i++) {
      memory.set(ValueLayout.JAVA_LONG, 0, (long) number * MESSAGES + i);
      Node.accepted(() -> sender.endpoint.inject(memory, 8, handle));
    }
  }

  /** Receives messages, checks their order, and posts each slot again. */
  private void receive(Side receiver, MemorySegment memory, int number, AtomicIntegerArray seen) {
    for (int i = 0; i < MESSAGES; i++) {
      assertEquals(1, receiver.queue.sread(receiver.batch, 1, 0, 300_000));
      long slot = receiver.batch.context(0);
      long message = memory.get(ValueLayout.JAVA_LONG, slot * 8);
      assertEquals((long) number * MESSAGES + i, message, "in the sender's order");
      seen.incrementAndGet((int) message);
      Node.accepted(() -> receives.recv(memory.asSlice(slot * 8, 8), 8, -1, slot));
    }
  }

  @Test
  void shouldAllocateNothingForMessagesThatWait() {
    Side receiver = new Side(sharing()).sharing();
    Side sender = new Side(info).enabled();
    MemorySegment memory = domain.allocate(8);
    long handle = vector.insert(receiver.endpoint.name());
    Runnable round =
        () -> {
          assertEquals(0, sender.endpoint.inject(memory, 8, handle));
          assertEquals(-Errno.EAGAIN, receiver.queue.read(receiver.batch, 1));
          assertEquals(0, receives.recv(memory, 8, -1, 1));
          assertEquals(1, receiver.queue.read(receiver.batch, 1));
        };
    assertEquals(0, SteadyAllocation.ofRounds(ROUNDS, round), "bytes in " + ROUNDS);
  }

  @Test
  void shouldReceiveLongMessages() {
    Side receiver = new Side(sharing()).sharing();
    Side sender = new Side(info).enabled();
    MemorySegment from = domain.allocate(LONG).fill((byte) 7);
    MemorySegment to = domain.allocate(LONG);
    long handle = vector.insert(receiver.endpoint.name());
    assertEquals(0, sender.endpoint.send(from, LONG, handle, 1));
    assertEquals(-Errno.EAGAIN, receiver.queue.read(receiver.batch, 1));
    assertEquals(0, receives.recv(to, LONG, -1, 2));
    assertEquals(1, receiver.queue.sread(receiver.batch, 1, 0, 300_000));
    assertEquals(1, sender.queue.sread(sender.batch, 1, 0, 300_000));
    assertEquals(-1, from.mismatch(to));
  }

  @Test
  void shouldLendAnUnusedReceiveToOthers() {
    Side first = new Side(sharing()).sharing();
    Side second = new Side(sharing()).sharing();
    Side sender = new Side(info).enabled();
    MemorySegment memory = domain.allocate(LONG);
    long handle = vector.insert(first.endpoint.name());
    assertEquals(0, sender.endpoint.send(memory, LONG, handle, 1));
    assertEquals(0, sender.endpoint.cancel(1));
    assertEquals(0, receives.recv(memory, 8, -1, 2));
    first.queue.read(first.batch, 0);
    sender.endpoint.inject(memory, 8, vector.insert(second.endpoint.name()));
    assertEquals(1, second.queue.sread(second.batch, 1, 0, 300_000));
    assertEquals(2, second.batch.context(0));
  }

  @Test
  void shouldKeepToItsLimits() {
    var few = domain.openSharedReceiveContext(ReceiveAttributes.builder().size(2).build());
    keep(few);
    assertEquals(2, few.attributes().size());
    MemorySegment memory = domain.allocate(8);
    assertEquals(0, few.recv(memory, 8, -1, 1));
    assertEquals(0, few.trecv(memory, 8, -1, 1, 0, 2));
    assertEquals(-Errno.EAGAIN, few.recv(memory, 8, -1, 3));
    assertEquals(0, few.cancel(1));
    assertEquals(0, few.recv(memory, 8, -1, 3));
    Message message = new Message();
    assertEquals(-Errno.EOPNOTSUPP, few.recvMsg(message, OperationFlags.MULTI_RECV));
    assertEquals(-Errno.EBADFLAGS, few.recvMsg(message, OperationFlags.INJECT));
    var tooMany = ReceiveAttributes.builder().size(1L << 40).build();
    assertThrows(FabricException.class, () -> domain.openSharedReceiveContext(tooMany));
  }

  @Test
  void shouldBeSharedByNoMoreThanTheDomainSays() {
    FabricInfo narrow =
        info.toBuilder()
            .domain(info.domain().toBuilder().maxSharedReceiveEndpoints(1).build())
            .build();
    try (Domain other = fabric.openDomain(narrow);
        var context = other.openSharedReceiveContext(ReceiveAttributes.defaults());
        Endpoint first = other.openEndpoint(sharing());
        Endpoint second = other.openEndpoint(sharing())) {
      first.bind(context, 0);
      assertThrows(FabricException.class, () -> second.bind(context, 0));
    }
  }

  @Test
  void shouldBeOffered() {
    FabricInfo.Builder hints =
        FabricInfo.builder()
            .endpoint(
                EndpointAttributes.builder()
                    .receiveContextCount(EndpointAttributes.SHARED_CONTEXT)
                    .build());
    FabricInfo offer = info(hints);
    assertEquals(EndpointAttributes.SHARED_CONTEXT, offer.endpoint().receiveContextCount());
    assertEquals(1, offer.endpoint().transmitContextCount());
    assertTrue(offer.domain().maxSharedReceiveEndpoints() > 1);
  }
}

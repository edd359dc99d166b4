package dev.weft.ffm.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.ffm.Installed;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that receives from all its connections out of one shared receive context. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedReceivesTest {
  private static final long CAPABILITIES = Capabilities.MSG | Capabilities.TAGGED;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> providers() {
    return ConnectionSide.providers();
  }

  /** A server and two clients, which are connected to it. */
  private static final class Server implements AutoCloseable {
    final ConnectionSide side;
    final ConnectionSide clients;
    final SharedReceiveContext receives;
    final List<Endpoint> accepted = new ArrayList<>();
    final List<Endpoint> callers = new ArrayList<>();

    Server(String provider) {
      side = new ConnectionSide(provider, CAPABILITIES, EndpointAttributes.SHARED_CONTEXT);
      clients = new ConnectionSide(provider, CAPABILITIES);
      receives =
          side.keep(side.domain.openSharedReceiveContext(ReceiveAttributes.defaults(), "shared"));
      PassiveEndpoint passive = side.listen();
      for (int i = 0; i < 2; i++) {
        Endpoint caller = clients.connect(passive.name(), "");
        Endpoint accepting = side.open(side.expect(EventType.CONNREQ, clients).info());
        accepting.bind(receives, 0);
        accepting.accept(null);
        clients.expect(EventType.CONNECTED, side);
        side.expect(EventType.CONNECTED, clients);
        callers.add(caller);
        accepted.add(accepting);
      }
    }

    void post(MemorySegment buffer, long context) {
      assertEquals(0, receives.recv(buffer, 64, FabricAddress.UNSPEC, context));
    }

    @Override
    public void close() {
      clients.close();
      side.close();
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldReceiveFromEachConnection(String provider) {
    try (Server server = new Server(provider)) {
      MemorySegment[] buffers = new MemorySegment[4];
      for (int i = 0; i < buffers.length; i++) {
        buffers[i] = server.side.buffer(0);
        server.post(buffers[i], 100 + i);
      }
      for (int i = 0; i < buffers.length; i++) {
        MemorySegment sent = server.clients.buffer(10 + i);
        assertEquals(0, server.callers.get(i % 2).send(sent, 64, FabricAddress.UNSPEC, i));
        server.clients.complete(i, server.side);
        server.side.complete(100 + i, server.clients);
        assertEquals(10 + i, buffers[i].get(ValueLayout.JAVA_BYTE, 63));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldMatchTags(String provider) {
    try (Server server = new Server(provider)) {
      MemorySegment first = server.side.buffer(0);
      MemorySegment second = server.side.buffer(0);
      long any = FabricAddress.UNSPEC;
      assertEquals(0, server.receives.trecv(first, 64, any, 1, 0, 101));
      assertEquals(0, server.receives.trecv(second, 64, any, 2, 0, 102));
      MemorySegment sent = server.clients.buffer(7);
      assertEquals(0, server.callers.get(1).tsend(sent, 64, any, 2, 5));
      server.clients.complete(5, server.side);
      server.side.complete(102, server.clients);
      assertEquals(7, second.get(ValueLayout.JAVA_BYTE, 0));
      assertEquals(0, first.get(ValueLayout.JAVA_BYTE, 0));
    }
  }

  /** C would dereference NULL. */
  @ParameterizedTest
  @MethodSource("providers")
  void shouldNotLookForMessages(String provider) {
    try (Server server = new Server(provider)) {
      TaggedMessage message =
          new TaggedMessage()
              .vector(IoVector.of(server.side.buffer(0)))
              .address(FabricAddress.UNSPEC)
              .tag(1)
              .context(1);
      long peek = OperationFlags.PEEK;
      long claim = OperationFlags.CLAIM;
      long discard = OperationFlags.DISCARD;
      for (long flags : new long[] {peek, claim, discard, peek | claim, peek | discard}) {
        assertEquals(-Errno.EOPNOTSUPP, server.receives.trecvMsg(message, flags));
      }
      assertEquals(0, server.receives.trecvMsg(message, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldTakeNoTaggedReceivesWithoutTheCapability(String provider) {
    try (ConnectionSide side =
            new ConnectionSide(provider, Capabilities.MSG, EndpointAttributes.SHARED_CONTEXT);
        SharedReceiveContext receives =
            side.domain.openSharedReceiveContext(
                ReceiveAttributes.builder().capabilities(Capabilities.MSG).build(), "shared")) {
      MemorySegment buffer = side.buffer(0);
      long any = FabricAddress.UNSPEC;
      assertEquals(-Errno.EOPNOTSUPP, receives.trecv(buffer, 64, any, 1, 0, 1));
      assertEquals(-Errno.EOPNOTSUPP, receives.trecvv(IoVector.of(buffer), any, 1, 0, 1));
    }
  }

  /** {@code FI_MSG} includes {@code FI_RECV}. */
  @ParameterizedTest
  @MethodSource("providers")
  void shouldShareWithEndpointsOfTheSameCapability(String provider) {
    try (ConnectionSide side =
        new ConnectionSide(provider, Capabilities.MSG, EndpointAttributes.SHARED_CONTEXT)) {
      ReceiveAttributes messages =
          ReceiveAttributes.builder().capabilities(Capabilities.MSG).build();
      SharedReceiveContext receives =
          side.keep(side.domain.openSharedReceiveContext(messages, "shared"));
      side.open(side.info).bind(receives, 0);
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldTakeNoReceivesAtTheEndpoint(String provider) {
    try (Server server = new Server(provider)) {
      Endpoint endpoint = server.accepted.getFirst();
      MemorySegment buffer = server.side.buffer(0);
      assertEquals(-Errno.EOPNOTSUPP, endpoint.recv(buffer, 64, FabricAddress.UNSPEC, 1));
      assertEquals(-Errno.EOPNOTSUPP, endpoint.trecv(buffer, 64, FabricAddress.UNSPEC, 1, 0, 1));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldStayOpenWhileEndpointsAreBound(String provider) {
    try (Server server = new Server(provider)) {
      FabricException busy = assertThrows(FabricException.class, server.receives::close);
      assertEquals(Errno.EBUSY, busy.errno());
      server.post(server.side.buffer(0), 1);
    }
  }

  /** tcp alone reports it; sockets knows no queue for a receive that no endpoint has. */
  @ParameterizedTest
  @MethodSource("tcp")
  void shouldReportCancelledReceivesOnce(String provider) {
    try (Server server = new Server(provider)) {
      server.post(server.side.buffer(0), 1);
      server.post(server.side.buffer(0), 2);
      assertEquals(0, server.receives.cancel(77));
      assertEquals(0, server.receives.cancel(2));
      assertEquals(Set.of(2L), canceled(server));
      MemorySegment sent = server.clients.buffer(7);
      assertEquals(0, server.callers.getFirst().send(sent, 64, FabricAddress.UNSPEC, 5));
      server.side.complete(1, server.clients);
    }
  }

  static Stream<String> tcp() {
    return Installed.providers("ofi:tcp", "ofi:net");
  }

  private static Set<Long> canceled(Server server) {
    Set<Long> contexts = new TreeSet<>();
    ErrorCompletion error = ErrorCompletion.allocate(server.side.arena);
    while (server.side.queue.read(server.side.batch, 1) == -Errno.EAVAIL) {
      assertEquals(1, server.side.queue.readErr(error, 0));
      assertEquals(Errno.ECANCELED, error.error());
      contexts.add(error.context());
    }
    return contexts;
  }

  @ParameterizedTest
  @MethodSource("tcp")
  void shouldReportPendingReceivesWhenItIsClosed(String provider) {
    try (Server server = new Server(provider)) {
      for (int i = 0; i < 300; i++) {
        server.post(server.side.buffer(0), i);
      }
      server.accepted.forEach(Endpoint::close);
      server.receives.close();
      Set<Long> contexts = canceled(server);
      assertEquals(300, contexts.size());
      server.side.queue.read(server.side.batch, 1);
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldCancelNothingBeforeAnEndpointIsBound(String provider) {
    try (ConnectionSide side =
        new ConnectionSide(provider, CAPABILITIES, EndpointAttributes.SHARED_CONTEXT)) {
      SharedReceiveContext receives = side.keep(side.domain.openSharedReceiveContext(null, null));
      assertEquals(0, receives.recv(side.buffer(0), 64, FabricAddress.UNSPEC, 1));
      assertEquals(-Errno.ENOCQ, receives.cancel(1));
    }
  }
}

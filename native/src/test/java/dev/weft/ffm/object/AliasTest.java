package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.Installed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AliasTest {
  private static final long SENDS = BindFlags.TRANSMIT;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  private static Pair selective() {
    return new Pair("ofi:sockets", Capabilities.MSG, BindFlags.SELECTIVE_COMPLETION);
  }

  private static void receive(Pair pair, Endpoint receiver, long context) {
    pair.post(() -> receiver.recv(pair.buffer(0), Pair.LENGTH, FabricAddress.UNSPEC, context));
  }

  @Test
  void shouldSendWithItsOwnFlags() {
    try (Pair pair = selective();
        Endpoint alias = pair.a.endpoint.alias(SENDS | OperationFlags.COMPLETION)) {
      pair.b.endpoint.operationFlags(BindFlags.RECV, OperationFlags.COMPLETION);
      receive(pair, pair.b.endpoint, 1);
      receive(pair, pair.b.endpoint, 2);
      pair.post(() -> pair.a.endpoint.send(pair.buffer(1), 8, pair.a.peer, 3));
      pair.post(() -> alias.send(pair.buffer(2), 8, pair.a.peer, 4));
      assertEquals(1, pair.b.await().batch.context(0));
      assertEquals(2, pair.b.await().batch.context(0));
      assertEquals(4, pair.a.await().batch.context(0));
      assertEquals(-Errno.EAGAIN, pair.a.queue.read(pair.a.batch, 1));
      assertEquals(0, pair.a.endpoint.operationFlags(SENDS) & OperationFlags.COMPLETION);
    }
  }

  /** The alias changes the flags of one direction, and has those of the endpoint in the other. */
  @Test
  void shouldCopyTheFlagsOfTheOtherDirection() {
    try (Pair pair = selective()) {
      pair.b.endpoint.operationFlags(BindFlags.RECV, OperationFlags.COMPLETION);
      try (Endpoint alias = pair.b.endpoint.alias(SENDS)) {
        assertEquals(OperationFlags.COMPLETION, alias.operationFlags(BindFlags.RECV));
        receive(pair, alias, 5);
        pair.post(() -> pair.a.endpoint.inject(pair.buffer(1), 8, pair.a.peer));
        assertEquals(5, pair.b.await().batch.context(0));
      }
    }
  }

  @Test
  void shouldCancelWhatEitherHasPosted() {
    try (Pair pair = new Pair("ofi:sockets", Capabilities.MSG);
        Endpoint alias = pair.b.endpoint.alias(BindFlags.RECV)) {
      receive(pair, alias, 6);
      receive(pair, pair.b.endpoint, 7);
      assertEquals(0, pair.b.endpoint.cancel(6));
      assertEquals(0, alias.cancel(7));
      ErrorCompletion error = ErrorCompletion.allocate(pair.arena);
      for (long context : new long[] {6, 7}) {
        assertEquals(1, pair.b.queue.readErr(error, 0));
        assertEquals(Errno.ECANCELED, error.error());
        assertEquals(context, error.context());
      }
      assertEquals(0, pair.b.used());
    }
  }

  @Test
  void shouldCloseBeforeItsEndpoint() {
    try (Pair pair = selective()) {
      Endpoint alias = pair.a.endpoint.alias(SENDS);
      Endpoint second = alias.alias(SENDS);
      assertBusy(pair.a.endpoint);
      assertBusy(alias);
      second.close();
      alias.close();
      assertThrows(IllegalStateException.class, () -> alias.send(null, 0, pair.a.peer, 1));
      assertThrows(IllegalStateException.class, () -> alias.bind(pair.a.queue, SENDS));
      assertThrows(IllegalStateException.class, alias::name);
      assertThrows(IllegalStateException.class, () -> alias.alias(SENDS));
    }
  }

  private static void assertBusy(Endpoint endpoint) {
    assertEquals(Errno.EBUSY, assertThrows(FabricException.class, endpoint::close).errno());
  }

  @Test
  void shouldRequireOneDirection() {
    try (Pair pair = selective()) {
      for (long flags : new long[] {0, SENDS | BindFlags.RECV, OperationFlags.COMPLETION}) {
        var refused = assertThrows(FabricException.class, () -> pair.a.endpoint.alias(flags));
        assertEquals(Errno.EINVAL, refused.errno());
      }
    }
  }

  /** The endpoint can be closed afterwards. */
  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:net", "ofi:shm"})
  void shouldSayThatTheProviderHasNone(String provider) {
    Installed.requireProvider(provider);
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      var refused = assertThrows(FabricException.class, () -> pair.a.endpoint.alias(SENDS));
      assertEquals(Errno.ENOSYS, refused.errno());
    }
  }
}

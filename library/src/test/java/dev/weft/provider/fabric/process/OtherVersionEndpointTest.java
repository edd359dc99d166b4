package dev.weft.provider.fabric.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.LoggedFailures;
import dev.weft.OwnShmFolder;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.connection.Caller;
import dev.weft.wire.LayoutVersion;
import dev.weft.wire.shm.ForgedVersion;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Operations to a peer of another version fail at once as those to none, and say why. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OtherVersionEndpointTest {
  private static final int OTHER = LayoutVersion.OWN + 1;
  private static final long BYTES = 8;

  private final String fabric = "version-" + ProcessHandle.current().pid();
  private final LoggedFailures log = new LoggedFailures("dev.weft");
  private Node peer;
  private Node own;
  private MemorySegment buffer;
  private long handle;

  @BeforeEach
  void open() throws IOException {
    peer = open("peer");
    own = open("own");
    buffer = own.memory(BYTES);
    handle = own.handleOf(peer);
    ForgedVersion.write(OwnShmFolder.current(), fabric, "peer", OTHER);
  }

  private Node open(String name) {
    long needed = Capabilities.MSG | Capabilities.RMA | Capabilities.DIRECTED_RECV;
    return Node.open(
        fabric,
        ShmPeer.hints("shm://" + fabric + "/" + name).capabilities(needed),
        WaitObject.NONE);
  }

  @AfterEach
  void close() {
    own.close();
    peer.close();
    log.close();
  }

  enum Kind {
    SEND,
    READ,
    WRITE,
    WATCH
  }

  @ParameterizedTest
  @EnumSource
  void shouldFailAndSayWhy(Kind kind) {
    LongToIntFunction post =
        switch (kind) {
          case SEND -> context -> own.endpoint.send(buffer, BYTES, handle, context);
          case READ -> context -> own.endpoint.read(buffer, BYTES, handle, 0, 1, context);
          case WRITE -> context -> own.endpoint.write(buffer, BYTES, handle, 0, 1, context);
          case WATCH -> context -> own.endpoint.watchPeer(handle, context);
        };
    assertEquals(0, post.applyAsInt(1));
    expectMismatch(1);
  }

  @Test
  void shouldEndReceivesThatNameThePeer() {
    own.endpoint.option(EndpointOption.RECV_ENDS_WITH_PEER, 1);
    assertEquals(0, own.endpoint.recv(buffer, BYTES, handle, 1));
    expectMismatch(1);
  }

  private void expectMismatch(long context) {
    own.expectError(context, Errno.EHOSTUNREACH);
    int providerError = own.error.providerError();
    assertEquals(LayoutVersion.error(OTHER), providerError);
    assertEquals(LayoutVersion.mismatch("The peer", OTHER), own.queue.strerror(providerError));
  }

  @Test
  void shouldRefuseInjectedMessages() {
    assertEquals(-Errno.EHOSTUNREACH, own.endpoint.inject(buffer, BYTES, handle));
    assertEquals(-Errno.EHOSTUNREACH, own.endpoint.injectWrite(buffer, BYTES, handle, 0, 1));
  }

  @Test
  void shouldReachThePeerOnceItHasThisVersion() throws IOException {
    assertEquals(-Errno.EHOSTUNREACH, own.endpoint.inject(buffer, BYTES, handle));
    ForgedVersion.write(OwnShmFolder.current(), fabric, "peer", LayoutVersion.OWN);
    assertEquals(0, own.endpoint.send(buffer, BYTES, handle, 2));
    own.expect(2);
  }

  @Test
  void shouldRefuseConnections() throws IOException {
    try (Caller server = Caller.open(fabric, ShmPeer.hints("shm://" + fabric + "/server"));
        Caller client = Caller.open(fabric, ShmPeer.hints("shm://" + fabric + "/client"))) {
      server.listen();
      ForgedVersion.write(OwnShmFolder.current(), fabric, "server#listen", OTHER);
      client.endpoint().connect(server.passive().name(), null);
      client.expectFailure(Errno.ECONNREFUSED);
      String text = client.eventQueue.strerror(client.error.providerError());
      assertTrue(text.startsWith(LayoutVersion.mismatch("The peer", OTHER)), text);
    }
  }
}

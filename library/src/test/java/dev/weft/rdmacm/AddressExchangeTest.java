package dev.weft.rdmacm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.attributes.Gid;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class AddressExchangeTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final QueuePairAddress ONE =
      new QueuePairAddress(0x10, 0x123456, 0xFFFFFF, new Gid(0xFE80_0000_0000_0000L, -2));
  private static final QueuePairAddress OTHER = new QueuePairAddress(0xFFFF, 1, 0, Gid.ZERO);

  @TempDir private Path folder;

  @Test
  void shouldWriteAnAddressAsTheManualDoes() {
    assertEquals("0010:123456:ffffff:fe80:0000:0000:0000:ffff:ffff:ffff:fffe", ONE.toString());
    assertEquals(ONE, QueuePairAddress.parse(ONE.toString()));
    assertEquals(OTHER, QueuePairAddress.parse(OTHER.toString()));
    assertThrows(IllegalArgumentException.class, () -> QueuePairAddress.parse("0010:123456"));
  }

  @Test
  void shouldCarryMemory() {
    RemoteMemory memory = new RemoteMemory(-2, Long.MAX_VALUE, -3);
    QueuePairAddress address = new QueuePairAddress(1, 2, 3, Gid.ZERO, memory);
    assertEquals(
        "0001:000002:000003:0000:0000:0000:0000:0000:0000:0000:0000"
            + "/fffffffffffffffe:7fffffffffffffff:fffffffd",
        address.toString());
    assertEquals(address, QueuePairAddress.parse(address.toString()));
    assertNull(QueuePairAddress.parse(ONE.toString()).memory());
    for (String wrong : List.of("/", "/0:0:0", "/" + "f".repeat(16) + ":" + "f".repeat(16))) {
      assertThrows(
          IllegalArgumentException.class, () -> QueuePairAddress.parse(ONE.toString() + wrong));
    }
    String negative = ONE + "/0000000000000000:8000000000000000:00000000";
    assertThrows(IllegalArgumentException.class, () -> QueuePairAddress.parse(negative));
  }

  @Test
  void shouldFindBytesInMemoryAndNothingElse() {
    RemoteMemory memory = new RemoteMemory(100, 10, 7);
    assertEquals(100, memory.at(0));
    assertEquals(110, memory.at(10));
    for (long outside : new long[] {-1, 11, Long.MAX_VALUE, Long.MIN_VALUE}) {
      var refused = assertThrows(IllegalArgumentException.class, () -> memory.at(outside));
      assertEquals("offset=" + outside + ", allowed 0..10", refused.getMessage());
    }
  }

  @Test
  void shouldExchangeOverSockets() throws Exception {
    int port = freePort();
    FutureTask<QueuePairAddress> heard = new FutureTask<>(() -> AddressExchange.serve(port, ONE));
    Thread.startVirtualThread(heard);
    String host = InetAddress.getLoopbackAddress().getHostAddress();
    assertEquals(ONE, AddressExchange.ask(host, port, OTHER, PATIENCE));
    assertEquals(OTHER, heard.get(PATIENCE.toMillis(), MILLISECONDS));
  }

  /** The kernel connects the callers, whose requests nobody reads. */
  @Test
  @Timeout(600)
  void shouldNotWaitForeverForAPeerThatIsSilent() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      String host = silent.getInetAddress().getHostAddress();
      int port = silent.getLocalPort();
      IOException refused =
          assertThrows(
              IOException.class,
              () -> AddressExchange.ask(host, port, OTHER, Duration.ofMillis(200)));
      String start =
          "host=%s, tcpPort=%d: no address of a queue pair within PT0.2S".formatted(host, port);
      assertTrue(refused.getMessage().startsWith(start), refused.getMessage());
    }
  }

  @Test
  void shouldRefuseWhatIsNoAddress() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket caller = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket called = listener.accept()) {
      called.getOutputStream().write(new byte[] {0, 3, 'a', 'b', 'c'});
      assertThrows(IOException.class, () -> AddressExchange.overSocket(caller, ONE));
    }
  }

  @Test
  void shouldExchangeThroughFiles() throws Exception {
    Path one = folder.resolve("one");
    Path other = folder.resolve("other");
    FutureTask<QueuePairAddress> heard =
        new FutureTask<>(() -> AddressExchange.throughFiles(one, other, ONE, PATIENCE));
    Thread.startVirtualThread(heard);
    assertEquals(ONE, AddressExchange.throughFiles(other, one, OTHER, PATIENCE));
    assertEquals(OTHER, heard.get(PATIENCE.toMillis(), MILLISECONDS));
    assertFalse(Files.exists(folder.resolve("one.new")), "an unfinished file stays behind");
    Path nobody = folder.resolve("nobody");
    assertThrows(
        NoSuchFileException.class,
        () -> AddressExchange.throughFiles(one, nobody, ONE, Duration.ZERO));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

package dev.weft.rdmacm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Wrong arguments are refused by their call, and change nothing. */
class ConnectionMisuseTest {
  private static final byte[] NOTHING = {};
  private static final InetSocketAddress SOMEWHERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  private static final ConnectionParameters USUAL = ConnectionParameters.usual();
  private static final QueuePairAddress ADDRESS = new QueuePairAddress(1, 2, 3, Gid.ZERO);
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final VerbsContext verbs = Devices.named("loopback0").onFabric("misuse").open();
  private final CompletionQueue queue = verbs.createCq(16, null, null, 0);
  private final ProtectionDomain domain = verbs.allocPd();
  private final ConnectionId id = new ConnectionId(new ConnectionChannel(), null);

  private QueuePairInit init(QueuePairType type) {
    return QueuePairInit.builder(type).completionQueue(queue).port(1).build();
  }

  @AfterEach
  void close() {
    id.close();
    if (id.queuePair() != null) {
      id.queuePair().close();
    }
    domain.close();
    queue.close();
    verbs.close();
  }

  private static void refused(String name, Executable call) {
    String text = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(text.startsWith(name + "=") && text.contains("a"), text);
  }

  @Test
  void shouldRefuseAPatienceWithoutEnd() {
    refused("patience.toMillis()", () -> id.patience(ChronoUnit.FOREVER.getDuration()));
  }

  @Test
  void shouldRefuseNullAtOnce() {
    refused("channel", () -> new ConnectionId(null, null));
    refused("channel", () -> ConnectionListener.open(null, SOMEWHERE, 1, null));
    refused("address", () -> ConnectionListener.open(new ConnectionChannel(), null, 1, null));
    refused("patience", () -> new ConnectionChannel().getEvent(null));
    refused("domain", () -> id.createQp(null, init(QueuePairType.RC)));
    refused("init", () -> id.createQp(domain, null));
    refused("peer", () -> id.connect(null, USUAL, NOTHING));
    refused("parameters", () -> id.connect(SOMEWHERE, null, NOTHING));
    refused("parameters", () -> id.accept(null, NOTHING));
    assertNull(id.queuePair());
    id.createQp(domain, init(QueuePairType.RC));
    refused("privateData", () -> id.connect(SOMEWHERE, USUAL, new byte[197]));
    assertEquals(QueuePairState.INIT, id.queuePair().state());
  }

  @Test
  void shouldRefuseNullInExchangesAndSteps() {
    Path file = Path.of("unwritten");
    refused("own", () -> AddressExchange.serve(1, null));
    refused("host", () -> AddressExchange.ask(null, 1, ADDRESS, Duration.ZERO));
    refused("own", () -> AddressExchange.ask("localhost", 1, null, Duration.ZERO));
    refused("patience", () -> AddressExchange.ask("localhost", 1, ADDRESS, null));
    refused("socket", () -> AddressExchange.overSocket(null, ADDRESS));
    refused("own", () -> AddressExchange.overSocket(new Socket(), null));
    refused("ownFile", () -> AddressExchange.throughFiles(null, file, ADDRESS, Duration.ZERO));
    refused("peerFile", () -> AddressExchange.throughFiles(file, null, ADDRESS, Duration.ZERO));
    refused("own", () -> AddressExchange.throughFiles(file, file, null, Duration.ZERO));
    refused("patience", () -> AddressExchange.throughFiles(file, file, ADDRESS, null));
    refused("pair", () -> QueuePairAddress.of(null));
    refused("text", () -> QueuePairAddress.parse(null));
    refused("gid", () -> new QueuePairAddress(1, 2, 3, null));
    refused("pair", () -> QueuePairTransitions.initialise(null, 0));
    refused("pair", () -> QueuePairTransitions.connect(null, ADDRESS, ADDRESS));
    refused("pair", () -> QueuePairTransitions.activate(null, ADDRESS));
    refused("pair", () -> QueuePairTransitions.fail(null));
    for (int port : new int[] {-1, 0, 1 << 16}) {
      refused("tcpPort", () -> AddressExchange.serve(port, ADDRESS));
      refused("tcpPort", () -> AddressExchange.ask("localhost", port, ADDRESS, Duration.ZERO));
    }
  }

  private static void ranged(String name, int most, IntFunction<Object> create) {
    assertNotNull(create.apply(0));
    assertNotNull(create.apply(most));
    for (int wrong : new int[] {-1, most + 1, 300 + most, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      refused(name, () -> create.apply(wrong));
    }
  }

  @Test
  void shouldRefuseNumbersThatTheWireCannotCarry() {
    ranged("responderResources", 255, n -> new ConnectionParameters(n, 1, 14, 7, 7, 12));
    ranged("initiatorDepth", 255, n -> new ConnectionParameters(1, n, 14, 7, 7, 12));
    ranged("responderResources", 255, USUAL::withReads);
    ranged("timeout", 31, n -> new ConnectionParameters(1, 1, n, 7, 7, 12));
    ranged("retryCount", 7, n -> USUAL.withRetries(n, 7));
    ranged("rnrRetryCount", 7, n -> USUAL.withRetries(7, n));
    ranged("rnrTimer", 31, n -> new ConnectionParameters(1, 1, 14, 7, 7, n));
    ranged("lid", 0xFFFF, n -> new QueuePairAddress(n, 1, 1, Gid.ZERO));
    ranged("queuePair", 0xFFFFFF, n -> new QueuePairAddress(1, n, 1, Gid.ZERO));
    ranged("packet", 0xFFFFFF, n -> new QueuePairAddress(1, 1, n, Gid.ZERO));
  }

  @Test
  void shouldRefuseMoreReadsThanTheDeviceHas() {
    id.createQp(domain, init(QueuePairType.RC));
    int most = verbs.queryDevice().maxQpReadAtomic();
    ConnectionParameters many = USUAL.withReads(most + 1);
    VerbsException refusal =
        assertThrows(VerbsException.class, () -> id.connect(SOMEWHERE, many, NOTHING));
    assertEquals(VerbsErrno.EINVAL, refusal.errno());
    assertEquals("rdma_connect", refusal.call());
    assertTrue(refusal.getMessage().contains("allowed 0.." + most), refusal.getMessage());
    assertEquals(QueuePairState.INIT, id.queuePair().state());
  }

  @Test
  void shouldLeaveNoQueuePairThatCannotBeConnected() {
    assertThrows(VerbsException.class, () -> id.createQp(domain, init(QueuePairType.GSI)));
    assertNull(id.queuePair());
    id.createQp(domain, init(QueuePairType.RC));
  }

  /** They have no peer: accept refused them, and the caller waited for its answer. */
  @Test
  void shouldRefuseQueuePairsOfDatagrams() {
    VerbsException refusal =
        assertThrows(VerbsException.class, () -> id.createQp(domain, init(QueuePairType.UD)));
    assertEquals(VerbsErrno.EOPNOTSUPP, refusal.errno());
    assertEquals("rdma_create_qp", refusal.call());
    assertTrue(refusal.getMessage().contains("qp_type=UD, allowed RC, UC"), refusal.getMessage());
    assertNull(id.queuePair());
  }

  /** rdma_destroy_qp(3), and rdma_create_qp(3) again. */
  @Test
  void shouldMakeAnotherQueuePairBeforeItConnects() throws InterruptedException {
    id.createQp(domain, init(QueuePairType.UC)).close();
    VerbsException none =
        assertThrows(VerbsException.class, () -> id.connect(SOMEWHERE, USUAL, NOTHING));
    assertEquals(VerbsErrno.EINVAL, none.errno());
    id.createQp(domain, init(QueuePairType.RC));
    assertEquals(QueuePairType.RC, id.queuePair().type());
    assertThrows(VerbsException.class, () -> id.createQp(domain, init(QueuePairType.RC)));
    id.connect(SOMEWHERE, USUAL, NOTHING);
    id.queuePair().close();
    VerbsException late =
        assertThrows(VerbsException.class, () -> id.createQp(domain, init(QueuePairType.RC)));
    assertEquals(VerbsErrno.EINVAL, late.errno());
  }

  @Test
  void shouldMakeNoQueuePairAfterTheEnd() {
    id.close();
    VerbsException refusal =
        assertThrows(VerbsException.class, () -> id.createQp(domain, init(QueuePairType.RC)));
    assertEquals(VerbsErrno.EINVAL, refusal.errno());
    assertNull(id.queuePair());
  }

  @Test
  void shouldWaitForEverAndNotAtAll() throws InterruptedException {
    ConnectionChannel channel = new ConnectionChannel();
    assertNull(channel.getEvent(Duration.ofSeconds(-1)));
    ConnectionId told = new ConnectionId(channel, null);
    channel.add(new ConnectionEvent(Ending.DISCONNECTED, told, NOTHING));
    assertEquals(told, channel.getEvent(FOR_EVER).id());
    told.close();
  }

  /** A requester with an invalid timeout code. */
  @Test
  void shouldIgnoreACallerWithWrongValues() throws IOException, InterruptedException {
    ConnectionChannel channel = new ConnectionChannel();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (ConnectionListener listener = ConnectionListener.open(channel, any, 4, null);
        Socket caller = new Socket()) {
      caller.connect(listener.address());
      DataOutputStream out = new DataOutputStream(caller.getOutputStream());
      out.writeInt(CmChannel.MAGIC);
      out.writeByte(CmChannel.REQUEST);
      out.writeShort(1);
      out.writeInt(2);
      out.writeInt(3);
      out.writeLong(0);
      out.writeLong(0);
      out.write(new byte[] {1, 1, (byte) 200, 7, 7, 12, 2, 0, 0, 0, 0});
      out.flush();
      assertEquals(-1, drained(caller), "the listener should hang up");
      assertNull(channel.getEvent(Duration.ZERO));
    }
  }

  private static int drained(Socket caller) throws IOException {
    int last = 0;
    while (last >= 0) {
      last = caller.getInputStream().read();
    }
    return last;
  }
}

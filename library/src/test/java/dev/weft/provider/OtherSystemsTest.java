package dev.weft.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.OwnProcess;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.futures.LeasedBuffer;
import dev.weft.futures.Node;
import dev.weft.futures.Operations;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * On another system than Linux loopback works, and shared memory is refused with the reason. The
 * processes take the system from {@code os.name}; the JDK below them remains that of Linux.
 */
class OtherSystemsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"Windows 11", "Mac OS X"})
  void shouldHaveLoopbackOnly(String system) throws IOException {
    Process process =
        new ProcessBuilder(
                OwnProcess.command(
                    List.of("-Dos.name=" + system, "-Ddev.weft.shm.folder=" + folder),
                    OtherSystemsTest.class))
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    String refusal =
        "system=%s, allowed Linux. Use loopback, which exchanges messages within a process only"
            .formatted(system);
    assertEquals(
        List.of(
            "loopback: matches (3)",
            "shm: system=Linux, available " + system,
            "loopback delivered 8 bytes",
            "shm: fi_getinfo: No data available (FI_ENODATA 61): loopback: provider=shm, available"
                + " loopback | shm: system=Linux, available "
                + system
                + ". Ask for less, or for another provider",
            "loopback0 has queue pairs",
            "shm0: ibv_create_qp: Operation not supported (EOPNOTSUPP 95): " + refusal),
        printed.lines().toList());
  }

  /** The other process: what each provider and device does. */
  public static void main(String[] arguments) {
    Fabrics.explain(FabricInfo.builder().build()).forEach(IO::println);
    exchange();
    FabricException refusal = assertThrows(FabricException.class, () -> Node.open("shm"));
    IO.println("shm: " + refusal.getMessage());
    makeQueuePair("loopback0");
    IO.println("loopback0 has queue pairs");
    VerbsException none = assertThrows(VerbsException.class, () -> makeQueuePair("shm0"));
    IO.println("shm0: " + none.getMessage());
  }

  private static void exchange() {
    try (Node node = Node.open("loopback");
        Operations operations = Operations.driven(node.endpoint(), node.queue())) {
      long self = node.peer(node.address());
      LeasedBuffer room = LeasedBuffer.allocate(node.domain(), Long.BYTES);
      LeasedBuffer message = LeasedBuffer.allocate(node.domain(), Long.BYTES);
      var received = operations.trecv(room, self, 1, 0);
      operations.tsend(message, Long.BYTES, self, 1).join();
      IO.println("loopback delivered " + received.join().length() + " bytes");
    }
  }

  private static void makeQueuePair(String device) {
    try (VerbsContext context = Devices.named(device).open();
        ProtectionDomain domain = context.allocPd();
        CompletionQueue queue = context.createCq(16, null, null, 0)) {
      domain
          .createQp(QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build())
          .close();
    }
  }
}

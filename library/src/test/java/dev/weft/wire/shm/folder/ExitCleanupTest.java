package dev.weft.wire.shm.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnProcess;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.info.FabricInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that closes nothing and is terminated. */
@Tag("long")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ExitCleanupTest {
  @TempDir private Path base;

  /** Opens endpoints and memory repeatedly without closing them. */
  static final class Careless {
    private Careless() {}

    public static void main(String[] arguments) {
      open();
      System.out.println("open");
      if (arguments.length > 0) {
        System.exit(0);
      }
      while (true) {
        open();
        LockSupport.parkNanos(1);
      }
    }

    private static void open() {
      var info = Fabrics.getInfo(FabricInfo.builder().provider("shm").build()).getFirst();
      var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var queue = domain.openCompletionQueue(CompletionQueueAttributes.defaults());
      var peers = domain.openAddressVector(AddressVectorAttributes.defaults());
      var endpoint = domain.openEndpoint(info);
      endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.bind(peers, 0);
      endpoint.enable();
      long self = peers.insert(endpoint.name());
      var memory = domain.allocate(64);
      endpoint.send(memory, 64, self, 1);
    }
  }

  @Test
  void shouldLeaveNothingWhenAProgramExits() throws Exception {
    Process careless = start("exit");
    assertEquals(0, careless.waitFor());
    assertEquals(List.of(), remains());
  }

  @Test
  void shouldLeaveNothingWhenAProgramIsTerminatedWhileItOpensMore() throws Exception {
    Process careless = start();
    try (BufferedReader output = careless.inputReader()) {
      assertNotNull(output.readLine());
      assertTrue(!remains().isEmpty());
      careless.destroy();
      careless.waitFor();
    }
    assertEquals(List.of(), remains());
  }

  private Process start(String... arguments) throws IOException {
    List<String> options = List.of("-Ddev.weft.shm.folder=" + base);
    return new ProcessBuilder(OwnProcess.command(options, Careless.class, arguments))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private List<Path> remains() throws IOException {
    try (Stream<Path> files = Files.walk(base)) {
      return files.filter(file -> !file.equals(base)).toList();
    }
  }
}

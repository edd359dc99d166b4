package dev.weft.provider.fabric.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.DirectMemoryHoard;
import dev.weft.OwnProcess;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process without direct memory keeps a peer's fetch until there is some again. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FetchMemoryTest {
  private static final long KEY = 7;
  private static final int TRANSMIT_SIZE = 2;

  @Test
  void shouldAnswerOnceThereIsMemory() throws Exception {
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:MaxDirectMemorySize=1m");
    List<String> command =
        OwnProcess.command(options, OwnProcess.class, FetchMemoryTest.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals("done\n", said);
  }

  // The process without direct memory.

  public static void main(String[] arguments) {
    try (Node asking = open();
        Node asked = open()) {
      MemorySegment memory = asked.memory(64);
      MemoryRegion region = asked.domain.register(memory, AccessFlags.REMOTE, KEY);
      MemorySegment buffer = asking.memory(64);
      buffer.set(ValueLayout.JAVA_LONG, 0, 1);
      AtomicTarget target =
          new AtomicTarget(DataType.INT64).destination(asking.handleOf(asked)).key(KEY);
      try (DirectMemoryHoard _ = new DirectMemoryHoard()) {
        require(asking.endpoint.fetchAtomic(buffer, buffer, target, AtomicOperation.SUM, 1) == 0);
        require(failures(asked, TRANSMIT_SIZE + 1) > TRANSMIT_SIZE);
        require(memory.get(ValueLayout.JAVA_LONG, 0) == 0);
      }
      await(asking, asked);
      require(memory.get(ValueLayout.JAVA_LONG, 0) == 1);
      region.close();
    }
    System.out.println("done");
  }

  private static Node open() {
    TransmitAttributes few = TransmitAttributes.builder().size(TRANSMIT_SIZE).build();
    FabricInfo info = Node.farInfo("fetch", FabricInfo.builder().transmit(few));
    return new Node(
        info,
        Node.FAR.open(info, null),
        Node.queueOf(WaitObject.NONE, 0),
        BindFlags.TRANSMIT | BindFlags.RECV,
        _ -> {});
  }

  /** Has a node progress this often; how often it found no memory. */
  private static int failures(Node node, int times) {
    int failures = 0;
    for (int i = 0; i < times; i++) {
      try {
        node.progress();
      } catch (OutOfMemoryError none) {
        failures++;
      }
    }
    return failures;
  }

  private static void await(Node asking, Node asked) {
    while (asking.queue.read(asking.batch, 1) != 1) {
      failures(asked, 1);
    }
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("not as required");
    }
  }
}

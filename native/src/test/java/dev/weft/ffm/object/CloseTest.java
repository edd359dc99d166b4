package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.Installed;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CloseTest {
  private static final int ROUNDS = 20;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldSurviveEveryOrder(String provider) throws IOException, InterruptedException {
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED", "-Xmx128m");
    assertEquals("good\n", ChildJvm.run(options, CloseOrders.class, provider));
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldLetOtherThreadsReadMeanwhile(String provider)
      throws IOException, InterruptedException {
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
    assertEquals("good\n", ChildJvm.run(options, ReadersWhileClosing.class, provider));
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldLetOtherThreadsOpenMeanwhile(String provider)
      throws IOException, InterruptedException {
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
    assertEquals("good\n", ChildJvm.run(options, OpeningWhileClosing.class, provider));
  }

  /** An object says that it is closed once what it used can be closed. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldSayThatItIsClosedOnceItIsReleased(String provider) {
    FabricInfo info = Fabrics.getInfo(FabricInfo.builder().provider(provider).build()).getFirst();
    var attributes = CompletionQueueAttributes.blocking(CompletionFormat.CONTEXT);
    try (Fabric fabric = Fabrics.open(info)) {
      for (int i = 0; i < ROUNDS; i++) {
        Domain domain = fabric.openDomain(info);
        CompletionQueue queue = domain.openCompletionQueue(attributes);
        var closing = CompletableFuture.runAsync(queue::close);
        while (!queue.isClosed()) {
          Thread.onSpinWait();
        }
        domain.close();
        closing.join();
        assertTrue(domain.isClosed());
      }
    }
  }
}

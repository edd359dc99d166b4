package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.Installed;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CloseTest {

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
}

package dev.weft.ffm.linker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.Installed;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Null checks and collections of compiled code, after libfabric has installed its handlers. */
class SignalActionsTest {

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @Test
  void shouldKeepNullChecksAndCollectionsWorking() throws IOException, InterruptedException {
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED", "-Xmx128m");
    assertEquals("good\n", ChildJvm.run(options, NullChecks.class));
  }
}

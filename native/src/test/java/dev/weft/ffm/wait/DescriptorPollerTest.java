package dev.weft.ffm.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ffm.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DescriptorPollerTest {

  @Test
  void shouldStartOnceThereAreDescriptors() throws IOException, InterruptedException {
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
    assertEquals(
        "epoll_create1 failed, then watched\n", ChildJvm.run(options, StarvedPoller.class));
  }
}

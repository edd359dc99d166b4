package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.provider.fabric.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PollSetNullTest {
  @Test
  void shouldRefuseNull() {
    try (Node node = Node.open(Node.freshName());
        PollSet set = node.domain.openPollSet(PollSetAttributes.defaults(), null)) {
      expectRefused(() -> set.add(null, 0));
      expectRefused(() -> set.del(null, 0));
    }
  }

  private static void expectRefused(Executable call) {
    String text = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertEquals("member=null, a value is required", text);
  }
}

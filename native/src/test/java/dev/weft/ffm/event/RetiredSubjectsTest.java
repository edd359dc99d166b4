package dev.weft.ffm.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left in C of closed objects, when their event queue closes. */
class RetiredSubjectsTest {
  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @Test
  void shouldCloseEachOnceAlthoughClosingThrows() {
    FabricInfo hints = FabricInfo.builder().provider("ofi:tcp").build();
    try (Fabric fabric = Fabrics.open(Fabrics.getInfo(hints).getFirst())) {
      var queue = (NativeEventQueue) fabric.openEventQueue(EventQueueAttributes.blocking());
      List<Failing> subjects = IntStream.range(0, 3).mapToObj(_ -> new Failing()).toList();
      subjects.forEach(subject -> queue.retire(subjects.indexOf(subject), subject));
      IllegalStateException thrown = assertThrows(IllegalStateException.class, queue::close);
      assertEquals(2, thrown.getSuppressed().length);
      assertFalse(queue.isClosed());
      queue.close();
      subjects.forEach(subject -> assertEquals(1, subject.closes));
    }
  }

  private static final class Failing implements RetiredSubject {
    int closes;

    @Override
    public boolean stop() {
      return true;
    }

    @Override
    public void close() {
      closes++;
      throw new IllegalStateException("thrown on purpose");
    }
  }
}

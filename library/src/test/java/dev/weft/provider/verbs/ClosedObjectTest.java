package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.provider.verbs.device.Quota;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsContext;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An object says that it is closed once what it used can be closed. */
class ClosedObjectTest {
  private final VerbsContext context = new Opened().context;
  private final AtomicInteger releases = new AtomicInteger();

  /** An object that is closed once more while it is released. */
  private final class Reentrant extends SoftwareObject {
    Reentrant(ObjectUses uses) {
      super(uses, "destroy");
    }

    @Override
    void release() {
      releases.incrementAndGet();
      assertFalse(isClosed(), "closed while it is released");
      assertThrows(IllegalStateException.class, useCount()::requireOpen, "can be used");
      close(); // does nothing
    }
  }

  @Test
  void shouldNotPollForNothingAfterItsEnd() {
    CompletionQueue queue = context.createCq(1, null, null, 0);
    assertEquals(0, queue.poll(null, 0));
    queue.close();
    assertThrows(IllegalStateException.class, () -> queue.poll(null, 0));
    context.close();
  }

  @Test
  void shouldSayThatItIsClosedOnceItIsReleased() {
    SoftwareObject object =
        ObjectUses.create((SoftwareContext) context, new Quota("max", 1), "create", Reentrant::new);
    object.close();
    assertTrue(object.isClosed());
    object.close();
    context.close();
    assertEquals(1, releases.get(), "released");
  }
}

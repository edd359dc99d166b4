package dev.weft.provider.fabric.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.provider.fabric.object.SoftwareObject;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An object says that it is closed once its close has ended. */
class ClosedObjectTest {
  private final AtomicInteger releases = new AtomicInteger();

  private final SoftwareObject object =
      new SoftwareObject(ObjectClass.EP, null) {
        @Override
        public void release() {
          releases.incrementAndGet();
          assertFalse(isClosed(), "closed while it is released");
          assertThrows(IllegalStateException.class, this::requireOpen, "can be used");
          close(); // does nothing
        }
      };

  @Test
  void shouldSayThatItIsClosedOnceItIsReleased() {
    object.close();
    assertTrue(object.isClosed());
    object.close();
    assertEquals(1, releases.get(), "released");
  }

  @Test
  void shouldNotHoldItsParentsIfItsReleaseThrows() {
    SoftwareObject child =
        new SoftwareObject(ObjectClass.CQ, null) {
          @Override
          public void release() {
            throw new IllegalStateException("of the test");
          }
        };
    child.dependOn(object);
    assertThrows(IllegalStateException.class, child::close);
    assertTrue(child.isClosed());
    object.close();
    assertTrue(object.isClosed());
  }
}

package dev.weft.ffm.fid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An object whose closing in C ends in an exception. */
class FailedCloseTest {
  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @Test
  void shouldStayOpen() {
    Failing object = new Failing();
    assertThrows(UnsupportedOperationException.class, object::close);
    assertFalse(object.isClosing());
    assertEquals(1, object.reopened);
    object.enter();
    object.leave();
    object.fails = false;
    object.close();
    assertTrue(object.isClosed());
    assertTrue(object.isClosing());
    assertFalse(object.tryEnter());
  }

  private static final class Failing extends NativeObject {
    boolean fails = true;
    int reopened;

    Failing() {
      super(ObjectClass.DOMAIN, Arena.global().allocate(256, Long.BYTES).address(), null);
    }

    @Override
    protected int closeInC() {
      if (fails) {
        throw new UnsupportedOperationException("fails");
      }
      return 0;
    }

    @Override
    protected void closingFailed() {
      reopened++;
    }

    @Override
    protected void released() {}
  }
}

package dev.weft.recording;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OpenObjectsTest {
  private static final OpenObjects<Object> OBJECTS =
      OpenObjects.describedBy(Statistics.class, _ -> {});

  private static final class Statistics extends Event {}

  @Test
  void shouldNotKeepAnObjectThatIsNotClosed() {
    WeakReference<Object> dropped = opened();
    while (dropped.get() != null) {
      System.gc();
    }
    assertNull(dropped.get());
  }

  private static WeakReference<Object> opened() {
    Object object = new Object();
    OBJECTS.add(object);
    return new WeakReference<>(object);
  }
}

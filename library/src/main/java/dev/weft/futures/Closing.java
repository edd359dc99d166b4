package dev.weft.futures;

import dev.weft.fabric.FabricObject;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Closes objects that other threads may close at the same time. */
final class Closing {
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private Closing() {}

  /** {@link FabricObject#close}; returns once the object is closed, whichever thread does it. */
  static void close(FabricObject object) {
    object.close();
    while (!object.isClosed()) {
      LockSupport.parkNanos(object, PAUSE_NANOS);
    }
  }
}

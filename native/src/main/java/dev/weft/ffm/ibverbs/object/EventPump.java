package dev.weft.ffm.ibverbs.object;

import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libc;
import dev.weft.ffm.wait.DescriptorPoller;
import java.util.function.BooleanSupplier;

/**
 * Moves events from a file descriptor of C into a queue of Java, as soon as the descriptor is
 * readable. A thread that asks for an event moves them as well, so that it sees those that C has.
 */
final class EventPump {
  private static final long CONTROL = Libc.function("fcntl");
  private static final int GET_FLAGS = 3;
  private static final int SET_FLAGS = 4;
  private static final int NON_BLOCKING = 0x800;

  private final int descriptor;
  private final BooleanSupplier enter;
  private final Runnable leave;
  private final BooleanSupplier moveOne;
  private volatile DescriptorPoller.Watch watch;

  /**
   * A pump that does not run yet. Reads of the descriptor do not block from now on.
   *
   * @param enter begins a call into C; false once the object is destroyed
   * @param leave ends it
   * @param moveOne moves one event; false if C has none. One thread at a time calls it
   */
  EventPump(int descriptor, BooleanSupplier enter, Runnable leave, BooleanSupplier moveOne) {
    this.descriptor = descriptor;
    this.enter = enter;
    this.leave = leave;
    this.moveOne = moveOne;
    int flags = (int) Downcalls.call(CONTROL, descriptor, GET_FLAGS, 0);
    if (flags < 0
        || (int) Downcalls.call(CONTROL, descriptor, SET_FLAGS, flags | NON_BLOCKING) != 0) {
      throw new IllegalStateException("fcntl failed for descriptor " + descriptor);
    }
  }

  /** Begins to watch the descriptor. */
  void start() {
    watch = DescriptorPoller.watch(descriptor, this::descriptorReady);
    watch.arm();
  }

  private void descriptorReady() {
    if (enter.getAsBoolean()) {
      try {
        moveAll();
        watch.arm();
      } finally {
        leave.run();
      }
    }
  }

  /** Moves the events that C has. */
  void pump() {
    if (enter.getAsBoolean()) {
      try {
        moveAll();
      } finally {
        leave.run();
      }
    }
  }

  private synchronized void moveAll() {
    boolean moved = true;
    while (moved) {
      moved = moveOne.getAsBoolean();
    }
  }

  /** Forgets the descriptor, before C closes it; no call is under way. */
  void stop() {
    watch.close();
  }
}

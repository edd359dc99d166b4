package dev.weft.ffm.wait;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.wait.ChannelWait;
import dev.weft.wait.WaitDescriptor;
import dev.weft.wait.WaitDescriptors;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A closed descriptor, whose numbers other files of the process have meanwhile. */
class ClosedDescriptorTest {
  private static final int LAPS = 500;

  @Test
  void shouldNotTouchTheFilesThatHaveItsNumbersThen() throws IOException {
    ChannelWait closed = new ChannelWait();
    int[] numbers = OtherPipe.ends(closed.descriptor());
    closed.close();
    try (OtherPipe other = OtherPipe.at(numbers)) {
      assertFalse(closed.raise());
      assertFalse(closed.lower());
      closed.close();
      assertThrows(IllegalStateException.class, closed::descriptor);
      other.requireUntouched();
    }
  }

  /** Without the guard of its owner, too. */
  @Test
  void shouldForgetItsNumbers() throws IOException {
    WaitDescriptor closed = WaitDescriptors.open();
    int[] numbers = OtherPipe.ends(closed.number());
    closed.close();
    try (OtherPipe other = OtherPipe.at(numbers)) {
      closed.raise();
      closed.lower();
      closed.close();
      other.requireUntouched();
    }
  }

  /** A publisher and a waiter go on while the queue closes. */
  @Test
  void shouldNotTouchThemWhileItCloses() throws Exception {
    for (int lap = 0; lap < LAPS; lap++) {
      ChannelWait wait = new ChannelWait();
      int[] numbers = OtherPipe.ends(wait.descriptor());
      AtomicBoolean over = new AtomicBoolean();
      Thread publisher = Thread.ofPlatform().start(() -> repeat(over, wait::raise));
      Thread waiter = Thread.ofVirtual().start(() -> repeat(over, wait::lower));
      Thread.yield();
      wait.close();
      try (OtherPipe other = OtherPipe.at(numbers)) {
        Thread.yield();
        other.requireUntouched();
      } finally {
        over.set(true);
        publisher.join();
        waiter.join();
      }
    }
  }

  private static void repeat(AtomicBoolean over, Runnable call) {
    while (!over.get()) {
      call.run();
    }
  }
}

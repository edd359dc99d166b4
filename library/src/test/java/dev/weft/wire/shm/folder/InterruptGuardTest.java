package dev.weft.wire.shm.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** File operations on an interrupted thread are repeated, and the interrupt is kept. */
class InterruptGuardTest {

  @AfterEach
  void clear() {
    boolean _ = Thread.interrupted();
  }

  @Test
  void shouldRepeatWhatAnInterruptEnded() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    Thread.currentThread().interrupt();
    int result =
        InterruptGuard.deferred(
            () -> {
              if (calls.incrementAndGet() <= 2 && Thread.currentThread().isInterrupted()) {
                throw new ClosedByInterruptException();
              }
              return calls.get();
            });
    assertEquals(2, result);
    assertTrue(Thread.interrupted());
  }

  @Test
  void shouldRepeatAsOftenAsItIsInterrupted() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    int result =
        InterruptGuard.deferred(
            () -> {
              if (calls.incrementAndGet() <= 3) {
                Thread.currentThread().interrupt();
                throw new ClosedByInterruptException();
              }
              return calls.get();
            });
    assertEquals(4, result);
    assertTrue(Thread.interrupted());
  }

  /** Another thread that closes the channel ends the work. */
  @Test
  void shouldNotRepeatWhatAnotherThreadEnded() {
    AtomicInteger calls = new AtomicInteger();
    assertThrows(
        AsynchronousCloseException.class,
        () ->
            InterruptGuard.deferred(
                () -> {
                  if (calls.incrementAndGet() == 1) {
                    throw new AsynchronousCloseException();
                  }
                  return null;
                }));
    assertFalse(Thread.interrupted());
  }

  @Test
  void shouldNotInterruptByItself() throws IOException {
    assertEquals("done", InterruptGuard.deferred(() -> "done"));
    assertFalse(Thread.interrupted());
  }

  @Test
  void shouldKeepTheInterruptWhereTheWorkFails() {
    Thread.currentThread().interrupt();
    assertThrows(
        IOException.class,
        () ->
            InterruptGuard.deferred(
                () -> {
                  if (Thread.currentThread().isInterrupted()) {
                    throw new ClosedByInterruptException();
                  }
                  throw new IOException("no such file");
                }));
    assertTrue(Thread.interrupted());
  }
}

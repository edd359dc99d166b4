package dev.weft.ffm.linker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.Installed;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Null checks and collections of compiled code while libfabric installs handlers, and after it. */
class SignalActionsTest {
  private static final List<String> OPTIONS =
      List.of("--enable-native-access=ALL-UNNAMED", "-Xmx128m");

  /** SIGURG, which is ignored unless a program wants it. */
  private static final int SIGNAL = 23;

  private static final long ACTION_BYTES = 256;

  @Test
  void shouldKeepNullChecksAndCollectionsWorking() throws IOException, InterruptedException {
    Installed.requireLibfabric();
    assertEquals("good\n", ChildJvm.run(OPTIONS, NullChecks.class));
  }

  @Test
  void shouldLoadAndOpenBesideBusyThreads() throws IOException, InterruptedException {
    Installed.requireLibfabric();
    assertEquals("good\n", ChildJvm.run(OPTIONS, BusyLoading.class, "ofi:shm", "ofi:tcp"));
  }

  @Test
  void shouldRefuseHandlersDuringCallsOnly() {
    assumeTrue(SignalActions.isFiltered(), "needs a kernel that allows seccomp filters");
    assertEquals(0, ignore());
    assertEquals(-1, SignalActions.keep(SignalActionsTest::ignore));
    assertEquals(-1, SignalActions.keep(SignalActionsTest::ignoreInNewThread));
    assertEquals(0, ignore());
  }

  private static int ignore() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment action = arena.allocate(ACTION_BYTES, Long.BYTES);
      action.set(ValueLayout.JAVA_LONG, 0, 1); // SIG_IGN
      return (int) Downcalls.call(Libc.function("sigaction"), SIGNAL, action.address(), 0);
    }
  }

  private static int ignoreInNewThread() {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    Thread.ofPlatform().start(() -> result.complete(ignore()));
    return result.join();
  }

  @Test
  void shouldThrowWhatTheCallThrows() {
    IllegalStateException wrong = new IllegalStateException("wrong");
    Supplier<Integer> call =
        () -> {
          throw wrong;
        };
    assertSame(wrong, assertThrows(IllegalStateException.class, () -> SignalActions.keep(call)));
    assertEquals(1, SignalActions.keep(() -> SignalActions.keep(() -> 1)));
  }

  @Test
  void shouldEndTheCallOfAnInterruptedThread() {
    Thread.currentThread().interrupt();
    assertEquals(2, SignalActions.keep(() -> 2));
    assertTrue(Thread.interrupted());
  }
}

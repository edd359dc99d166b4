package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.UnwritableMemory;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A read into memory that cannot be written names that memory, and loses no entry. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class UnwritableBatchTest {
  private final String fabric = Node.freshName();

  private static void refused(String argument, Runnable read) {
    RuntimeException misuse = assertThrows(RuntimeException.class, read::run);
    assertTrue(misuse.getMessage().startsWith(argument), misuse::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "DOMAIN, READ_ONLY", "DOMAIN, CLOSED", "DOMAIN, OF_ANOTHER_THREAD",
    "SAFE, READ_ONLY", "SAFE, CLOSED", "SAFE, OF_ANOTHER_THREAD"
  })
  void shouldLoseNoReceive(Threading threading, UnwritableMemory kind) {
    var memory = kind.allocate(CompletionFormat.TAGGED.stride());
    CompletionBatch unwritable = CompletionBatch.over(memory, CompletionFormat.TAGGED);
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric, Node.hints().threading(threading), WaitObject.UNSPEC)) {
      assertEquals(0, b.endpoint.recv(b.memory(8), 8, -1, 1));
      assertEquals(0, b.endpoint.recv(b.memory(8), 8, -1, 2));
      assertEquals(0, a.endpoint.inject(a.memory(8), 8, a.handleOf(b)));
      refused("batch", () -> b.queue.read(unwritable, 1));
      refused("batch", () -> b.queue.sread(unwritable, 1, 0, -1));
      b.expect(1);
      b.expectNothing();
      assertEquals(0, b.endpoint.cancel(2));
      b.expectError(2, Errno.ECANCELED);
    }
  }

  /** Memory of a thread that has ended. */
  private static <T> T elsewhere(Function<Arena, T> allocate) {
    CompletableFuture<T> made = new CompletableFuture<>();
    Thread.ofPlatform().start(() -> made.complete(allocate.apply(Arena.ofConfined())));
    return made.join();
  }

  @Test
  void shouldLoseNoFailure() {
    ErrorCompletion confined = elsewhere(ErrorCompletion::allocate);
    try (Node a = Node.open(fabric)) {
      assertEquals(0, a.endpoint.recv(a.memory(8), 8, -1, 1));
      assertEquals(0, a.endpoint.cancel(1));
      refused("entry", () -> a.queue.readErr(confined, 0));
      a.expectError(1, Errno.ECANCELED);
    }
  }

  private static EventQueueAttributes writableEvents() {
    return EventQueueAttributes.blocking().toBuilder().flags(EventQueueAttributes.WRITE).build();
  }

  @Test
  void shouldLoseNoEvent() {
    EventEntry confined = elsewhere(arena -> EventEntry.allocate(arena, 8));
    EventEntry entry = EventEntry.allocate(Arena.ofAuto(), 8);
    try (Node a = Node.open(fabric);
        EventQueue events = a.fabric.openEventQueue(writableEvents())) {
      events.write(entry.event(EventType.NOTIFY), 0);
      refused("entry", () -> events.read(confined, 0));
      refused("entry", () -> events.sread(confined, -1, 0));
      assertTrue(events.read(entry, 0) > 0);
      assertEquals(-Errno.EAGAIN, events.read(entry, 0));
    }
  }
}

package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Guarded iteration over a queue. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CompletionsTest {

  private static List<Long> contexts(Completions.Poll poll, int most) {
    List<Long> contexts = new ArrayList<>();
    while (contexts.size() < most && poll.next()) {
      contexts.add(poll.context());
    }
    return contexts;
  }

  @Test
  void shouldShowSuccessesAndFailuresInOrder() {
    try (Station station = Station.open()) {
      Completions completions = Completions.of(station.queue, 2);
      for (int context = 1; context <= 5; context++) {
        station.receive(context == 3 ? 4 : 8, context);
        station.inject(8);
      }
      try (var poll = completions.startPoll()) {
        for (int context = 1; context <= 5; context++) {
          assertTrue(poll.next());
          assertEquals(context, poll.context());
          assertEquals(context == 3, poll.isFailure());
        }
        assertFalse(poll.next());
      }
    }
  }

  @Test
  void shouldGiveTheFieldsOfSuccess() {
    try (Station station = Station.open()) {
      MemorySegment memory = station.memory(8);
      assertEquals(0, station.endpoint.trecv(memory, 8, -1, 7, 0, 1));
      assertEquals(0, station.endpoint.tinjectData(memory, 6, 42, station.self, 7));
      try (var poll = Completions.of(station.queue).startPoll()) {
        assertTrue(poll.next());
        assertEquals(6, poll.length());
        assertEquals(7, poll.tag());
        assertEquals(42, poll.data());
        assertEquals(0, poll.buffer());
        assertEquals(station.self, poll.source());
        Success success = assertInstanceOf(Success.class, poll.completion());
        assertEquals(poll.flags(), success.flags());
        assertEquals(6, success.length());
        assertEquals(7, success.tag());
        assertEquals(42, success.data());
        assertEquals(station.self, success.source());
        assertTrue((success.flags() & CompletionFlags.REMOTE_CQ_DATA) != 0);
        assertThrows(IllegalStateException.class, poll::failure);
      }
    }
  }

  @Test
  void shouldNotShowAFailureAsSuccess() {
    try (Station station = Station.open()) {
      station.receive(4, 9);
      station.inject(8);
      try (var poll = Completions.of(station.queue).startPoll()) {
        assertTrue(poll.next());
        for (Runnable field :
            List.<Runnable>of(poll::length, poll::data, poll::tag, poll::buffer)) {
          assertThrows(IllegalStateException.class, field::run);
        }
        Failure failure = poll.failure();
        assertEquals(failure, poll.completion());
        assertEquals(9, failure.context());
        assertEquals(Errno.ETRUNC, failure.error());
        assertEquals(4, failure.overflow());
        assertTrue(failure.toString().contains("4 bytes found no room"), failure::toString);
        assertEquals("FI_ETRUNC", failure.explain().name());
      }
    }
  }

  @Test
  void shouldRefuseFieldsWithoutEntry() {
    try (Station station = Station.open()) {
      Completions completions = Completions.of(station.queue);
      station.receive(8, 1);
      station.inject(8);
      Completions.Poll poll = completions.startPoll();
      assertThrows(IllegalStateException.class, poll::context);
      assertTrue(poll.next());
      assertFalse(poll.next());
      assertThrows(IllegalStateException.class, poll::length);
      poll.close();
      assertFalse(poll.next());
      assertThrows(IllegalStateException.class, poll::completion);
    }
  }

  @Test
  void shouldRefuseFieldsThatTheFormatLacks() {
    try (Station station = Station.open(CompletionFormat.CONTEXT)) {
      station.receive(8, 1);
      station.inject(8);
      try (var poll = Completions.of(station.queue).startPoll()) {
        assertTrue(poll.next());
        assertThrows(IllegalStateException.class, poll::length);
        Success success = assertInstanceOf(Success.class, poll.completion());
        assertEquals(1, success.context());
        assertThrows(IllegalStateException.class, success::flags);
        assertThrows(IllegalStateException.class, success::length);
        assertThrows(IllegalStateException.class, success::tag);
      }
    }
  }

  @Test
  void shouldLoseNothingWhenPollIsLeftEarly() {
    try (Station station = Station.open()) {
      Completions completions = Completions.of(station.queue);
      for (int context = 1; context <= 4; context++) {
        station.receive(8, context);
        station.inject(8);
      }
      try (var poll = completions.startPoll()) {
        assertEquals(List.of(1L), contexts(poll, 1));
      }
      try (var poll = completions.startPoll(1)) {
        assertEquals(List.of(2L, 3L, 4L), contexts(poll, 9));
      }
    }
  }

  @Test
  void shouldRefuseTwoPollsAtOnce() {
    try (Station station = Station.open()) {
      Completions completions = Completions.of(station.queue);
      try (var poll = completions.startPoll()) {
        assertFalse(poll.next());
        assertThrows(IllegalStateException.class, completions::startPoll);
      }
      completions.startPoll().close();
    }
  }

  @Test
  void shouldWaitForTheFirstEntry() throws Exception {
    try (Station station = Station.open()) {
      station.receive(8, 1);
      Thread sender =
          Thread.startVirtualThread(
              () -> {
                try {
                  Thread.sleep(20);
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                station.inject(8);
              });
      try (var poll = Completions.of(station.queue).startPoll(-1)) {
        assertTrue(poll.next());
      }
      sender.join();
    }
  }

  @Test
  void shouldBeEmptyAtTheEndOfTheTime() {
    try (Station station = Station.open();
        var poll = Completions.of(station.queue).startPoll(1)) {
      assertFalse(poll.next());
    }
  }

  @Test
  void shouldRefuseToWaitWithoutWaitObject() {
    try (Station station = Station.open(WaitObject.NONE, Threading.SAFE)) {
      Completions completions = Completions.of(station.queue);
      assertThrows(IllegalStateException.class, () -> completions.startPoll(1));
      completions.startPoll().close();
    }
  }

  @Test
  void shouldAllocateNothing() {
    try (Station station = Station.open()) {
      Completions completions = Completions.of(station.queue);
      MemorySegment memory = station.memory(8);
      Runnable exchange =
          () -> {
            station.endpoint.recv(memory, 8, -1, 1);
            station.endpoint.inject(memory, 8, station.self);
            try (var poll = completions.startPoll()) {
              assertTrue(poll.next() && poll.context() == 1 && poll.length() == 8);
            }
          };
      assertEquals(0, SteadyAllocation.ofRounds(5_000, exchange), "bytes in 5,000 rounds");
    }
  }
}

package dev.weft.provider.fabric.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A queue of any size delivers all completions, of posted operations and caused by peers, while it
 * is read. {@code -Dweft.programs=N} runs more programs, {@code -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class QueueSizesTest {
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int PROGRAMS = Math.max(1, Integer.getInteger("weft.programs", 300) / 300);
  private static final int SMALL = 40;
  private static final int STEPS_FOR_EACH_PLACE = 6;
  private static final List<Integer> LARGE = List.of(100, 1024);

  static Stream<Arguments> kinds() {
    List<Arguments> all = new ArrayList<>();
    for (String provider : List.of("loopback", "frames", "shm")) {
      for (RoomSide.Kind kind : RoomSide.Kind.values()) {
        all.add(Arguments.of(provider, kind));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldDeliverWhatIsAcceptedInQueuesOfAnySize(String provider, RoomSide.Kind kind) {
    long first = SEED == null ? System.nanoTime() : SEED;
    for (int size : sizes(first).toArray()) {
      for (long seed = first; seed < first + (SEED == null ? PROGRAMS : 1); seed++) {
        run(seed, size, provider, kind);
      }
    }
  }

  /** All sizes if many programs run, else some. */
  private static IntStream sizes(long seed) {
    IntStream small = IntStream.rangeClosed(1, SMALL);
    IntStream all =
        PROGRAMS > 1 || SEED != null
            ? small
            : small.filter(size -> size < 6 || (size + seed) % 8 == 0);
    return IntStream.concat(all, LARGE.stream().mapToInt(Integer::intValue));
  }

  private static void run(long seed, int size, String provider, RoomSide.Kind kind) {
    try (RoomRun run = new RoomRun(seed, size, provider, kind)) {
      run.run(40 + STEPS_FOR_EACH_PLACE * size);
    } catch (AssertionError failure) {
      throw new AssertionError(
          "-Dweft.seed=" + seed + ", a queue of " + size + ": " + failure.getMessage(), failure);
    }
  }
}

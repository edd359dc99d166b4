package dev.weft.software.fabric;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs of sends, receives, multi-receives, peeks, claims and cancels do what the model
 * says. Many more run with {@code -Dweft.programs=N}, one alone with {@code -Dweft.seed=S}.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MatchingModelTest {
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 300);
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int STEPS = 150;

  @Test
  void shouldDoWhatTheModelSays() {
    long first = SEED == null ? System.nanoTime() : SEED;
    for (long seed = first; seed < first + (SEED == null ? PROGRAMS : 1); seed++) {
      try (RandomProgram program = new RandomProgram(seed)) {
        program.run(STEPS);
      } catch (AssertionError | RuntimeException e) {
        fail("repeat with -Dweft.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }
}

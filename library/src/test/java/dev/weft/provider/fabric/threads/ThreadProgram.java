package dev.weft.provider.fabric.threads;

import dev.weft.SeededRandom;
import dev.weft.program.RandomProgram;
import java.util.Random;

/**
 * A random program of several threads. Its seed determines what each thread tries; the order of
 * what they do differs from run to run.
 *
 * @param seed the seed that generates it
 * @param steps how many steps each thread takes
 */
record ThreadProgram(long seed, Setup setup, int steps) implements RandomProgram<ThreadProgram> {
  private static final int STEPS = 60;

  /** Runs of a shorter program that must agree before a longer one is taken for the shortest. */
  private static final int TRIALS = 30;

  static ThreadProgram random(long seed, String provider) {
    Random random = SeededRandom.of(seed);
    return new ThreadProgram(seed, Setup.random(random, provider), STEPS);
  }

  @Override
  public Throwable failure() {
    try (ProgramRun run = new ProgramRun(this)) {
      run.run();
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }

  @Override
  public ThreadProgram shrink(Throwable failure) {
    ThreadProgram best = this;
    for (int fewer = steps / 2; fewer > 1; fewer /= 2) {
      ThreadProgram shorter = new ThreadProgram(seed, setup, fewer);
      best = shorter.fails() ? shorter : best;
    }
    return best;
  }

  private boolean fails() {
    for (int i = 0; i < TRIALS; i++) {
      if (failure() != null) {
        return true;
      }
    }
    return false;
  }
}

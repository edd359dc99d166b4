package dev.weft.futures.program;

import dev.weft.SeededRandom;
import dev.weft.program.StepText;
import dev.weft.program.SteppedProgram;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * A random program: its nodes, and its steps.
 *
 * @param seed the seed that generates it
 */
record FuturesProgram(long seed, FuturesSetup setup, List<FuturesStep> steps)
    implements SteppedProgram<FuturesProgram, FuturesStep> {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Of calls with a fault, which may cause nothing, and of programs that are made shorter. */
  private static final Duration IMPATIENCE = Duration.ofSeconds(1);

  static FuturesProgram random(long seed, String provider, int steps) {
    Random random = SeededRandom.of(seed);
    FuturesSetup setup = FuturesSetup.random(random, provider);
    return new FuturesProgram(seed, setup, new FuturesStepMaker(random, setup).make(steps));
  }

  @Override
  public Throwable failure() {
    return failure(FutureCalls.REAL, PATIENCE);
  }

  /** Runs it with a fault; null if the program agrees with the model, else the failure. */
  Throwable failure(FutureCalls calls) {
    return failure(calls, IMPATIENCE);
  }

  private Throwable failure(FutureCalls calls, Duration patience) {
    try (FuturesRun run = new FuturesRun(setup, calls, patience)) {
      run.run(steps);
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }

  @Override
  public Class<FuturesStep> stepType() {
    return FuturesStep.class;
  }

  @Override
  public FuturesProgram with(List<FuturesStep> others) {
    return new FuturesProgram(seed, setup, others);
  }

  /** Its lines. */
  @Override
  public String toString() {
    return StepText.lines(setup, steps);
  }
}

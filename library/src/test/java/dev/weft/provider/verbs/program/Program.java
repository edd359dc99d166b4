package dev.weft.provider.verbs.program;

import dev.weft.SeededRandom;
import dev.weft.program.StepText;
import dev.weft.program.SteppedProgram;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A random program: its queue pairs, and their steps.
 *
 * @param seed the seed that generates it
 */
record Program(long seed, Setup setup, List<Step> steps) implements SteppedProgram<Program, Step> {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  /** For a device that loses completions: a program that takes longer is not looked at. */
  private static final long IMPATIENCE = TimeUnit.MILLISECONDS.toNanos(30);

  static Program random(long seed, String device, int steps) {
    Random random = SeededRandom.of(seed);
    Setup setup = Setup.random(random, device);
    return new Program(seed, setup, new StepMaker(random, setup).make(steps));
  }

  @Override
  public Throwable failure() {
    return failure(Disguise.NONE);
  }

  /** Runs it on new queue pairs; null if they agree with the model, else the failure. */
  Throwable failure(Disguise disguise) {
    long patience = disguise.isFaulty() ? IMPATIENCE : PATIENCE;
    try (ProgramRun run = new ProgramRun(setup, disguise, patience)) {
      run.run(steps);
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }

  @Override
  public Class<Step> stepType() {
    return Step.class;
  }

  @Override
  public Program with(List<Step> others) {
    return new Program(seed, setup, others);
  }

  /** Its lines. */
  @Override
  public String toString() {
    return StepText.lines(setup, steps);
  }
}

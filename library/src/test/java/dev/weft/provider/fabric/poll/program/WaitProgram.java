package dev.weft.provider.fabric.poll.program;

import dev.weft.SeededRandom;
import dev.weft.fabric.poll.PollSet;
import dev.weft.program.RandomProgram;
import dev.weft.program.Shrinker;
import dev.weft.program.StepText;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A random program: its stations, and its steps.
 *
 * @param seed the seed that generates it
 */
record WaitProgram(long seed, WaitSetup setup, List<WaitStep> steps)
    implements RandomProgram<WaitProgram> {
  private static final int TRIALS = 1000;

  static WaitProgram random(long seed, String provider, int steps) {
    Random random = SeededRandom.of(seed);
    WaitSetup setup = WaitSetup.random(random, provider);
    return new WaitProgram(seed, setup, new WaitStepMaker(random, setup).make(steps));
  }

  @Override
  public Throwable failure() {
    return failure(UnaryOperator.identity());
  }

  @Override
  public WaitProgram shrink(Throwable failure) {
    return shrink(UnaryOperator.identity());
  }

  /** Runs it; null if the program agrees with the model, else the failure. */
  Throwable failure(UnaryOperator<PollSet> disguise) {
    try (WaitRun run = new WaitRun(setup, disguise)) {
      run.run(steps);
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }

  /** The shortest program that was found to fail. */
  WaitProgram shrink(UnaryOperator<PollSet> disguise) {
    var shrinker =
        new Shrinker<WaitStep>(
            fewer -> with(fewer).failure(disguise) instanceof AssertionError,
            step -> StepText.simpler(step, WaitStep.class),
            TRIALS);
    return with(shrinker.shrink(steps));
  }

  private WaitProgram with(List<WaitStep> others) {
    return new WaitProgram(seed, setup, others);
  }

  /** Its lines. */
  @Override
  public String toString() {
    return StepText.lines(setup, steps);
  }
}

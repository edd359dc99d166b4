package dev.weft.provider.fabric.poll.program;

import dev.weft.SeededRandom;
import dev.weft.fabric.poll.PollSet;
import dev.weft.program.StepText;
import dev.weft.program.SteppedProgram;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A random program: its stations, and its steps.
 *
 * @param seed the seed that generates it
 */
record WaitProgram(long seed, WaitSetup setup, List<WaitStep> steps)
    implements SteppedProgram<WaitProgram, WaitStep> {
  static WaitProgram random(long seed, String provider, int steps) {
    Random random = SeededRandom.of(seed);
    WaitSetup setup = WaitSetup.random(random, provider);
    return new WaitProgram(seed, setup, new WaitStepMaker(random, setup).make(steps));
  }

  @Override
  public Throwable failure() {
    return failure(UnaryOperator.identity());
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

  @Override
  public Class<WaitStep> stepType() {
    return WaitStep.class;
  }

  @Override
  public WaitProgram with(List<WaitStep> others) {
    return new WaitProgram(seed, setup, others);
  }

  /** Its lines. */
  @Override
  public String toString() {
    return StepText.lines(setup, steps);
  }
}

package dev.weft.provider.fabric.program;

import dev.weft.SeededRandom;
import dev.weft.fabric.Endpoint;
import dev.weft.program.StepText;
import dev.weft.program.SteppedProgram;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A random program: the configuration of its nodes, and their steps.
 *
 * @param seed the seed that generates it
 */
record Program(long seed, Setup setup, List<Step> steps) implements SteppedProgram<Program, Step> {
  static Program random(long seed, Setup.Carrier wire, int steps) {
    Random random = SeededRandom.of(seed);
    Setup setup = Setup.random(random, wire);
    return new Program(seed, setup, new StepMaker(random, setup).make(steps));
  }

  @Override
  public Throwable failure() {
    return failure(UnaryOperator.identity());
  }

  /** Runs it on new nodes; null if they agree with the models, else the failure. */
  Throwable failure(UnaryOperator<Endpoint> disguise) {
    try (ProgramRun run = new ProgramRun(setup, disguise)) {
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

package dev.weft.rdmacm.program;

import dev.weft.SeededRandom;
import dev.weft.program.StepText;
import dev.weft.program.SteppedProgram;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * A random program: its objects, and its steps.
 *
 * @param seed the seed that generates it
 */
record ConnectionProgram(long seed, ConnectionSetup setup, List<ConnectionStep> steps)
    implements SteppedProgram<ConnectionProgram, ConnectionStep> {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Of calls with a fault, which may cause nothing. */
  private static final Duration IMPATIENCE = Duration.ofSeconds(1);

  static ConnectionProgram random(long seed, String provider, int steps) {
    Random random = SeededRandom.of(seed);
    ConnectionSetup setup = ConnectionSetup.random(random, provider);
    return new ConnectionProgram(seed, setup, new ConnectionStepMaker(random, setup).make(steps));
  }

  @Override
  public Throwable failure() {
    return failure(ConnectionCalls.REAL);
  }

  /** Runs it; null if the program agrees with the model, else the failure. */
  Throwable failure(ConnectionCalls calls) {
    Duration patience = calls.equals(ConnectionCalls.REAL) ? PATIENCE : IMPATIENCE;
    try (ConnectionRun run = new ConnectionRun(setup, calls, patience)) {
      run.run(steps);
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }

  @Override
  public Class<ConnectionStep> stepType() {
    return ConnectionStep.class;
  }

  @Override
  public ConnectionProgram with(List<ConnectionStep> others) {
    return new ConnectionProgram(seed, setup, others);
  }

  /** Its lines. */
  @Override
  public String toString() {
    return StepText.lines(setup, steps);
  }
}

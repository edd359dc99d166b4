package dev.weft.provider.verbs.threads;

import dev.weft.SeededRandom;
import dev.weft.program.RandomProgram;

/** Threads that use the same queue pairs and completion queues; what they do is in the seed. */
record Program(long seed, Setup setup) implements RandomProgram<Program> {
  static Program random(long seed, String device) {
    return new Program(seed, Setup.random(SeededRandom.of(seed), device));
  }

  @Override
  public Throwable failure() {
    try {
      new ProgramRun(setup, seed).run();
      return null;
    } catch (AssertionError | RuntimeException e) {
      return e;
    }
  }

  /** A race does not come again: a shorter program would say nothing. */
  @Override
  public Program shrink(Throwable failure) {
    return this;
  }
}

package dev.weft.provider.fabric.poll.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates steps. Most members join the first poll set before the first messages. */
final class WaitStepMaker {
  private static final int VALUES = 4;
  private static final List<WaitStep.Change> CHANGES = List.of(WaitStep.Change.values());

  private final Random random;
  private final WaitSetup setup;

  WaitStepMaker(Random random, WaitSetup setup) {
    this.random = random;
    this.setup = setup;
  }

  List<WaitStep> make(int count) {
    List<WaitStep> steps = new ArrayList<>();
    for (int node = 0; node < setup.nodes(); node++) {
      if (random.nextInt(4) > 0) {
        steps.add(new WaitStep.Join(random.nextInt(8) / 7, node, random.nextBoolean(), false));
        steps.add(new WaitStep.Register(node, random.nextBoolean(), false));
      }
    }
    for (int i = 0; i < count; i++) {
      steps.add(next());
    }
    return steps;
  }

  private WaitStep next() {
    return switch (random.nextInt(24)) {
      case 0, 1, 2, 3 -> new WaitStep.Message(node(), node());
      case 4 -> new WaitStep.Failure(node());
      case 5, 6, 7 -> new WaitStep.Read(node(), 1 + random.nextInt(3));
      case 8 -> new WaitStep.ReadCounter(node());
      case 9 -> new WaitStep.Alter(node(), change(), random.nextInt(VALUES));
      case 10, 11 -> new WaitStep.Join(set(), node(), random.nextBoolean(), random.nextBoolean());
      case 12, 13, 14 -> new WaitStep.Poll(set(), 1 + random.nextInt(random.nextInt(200) + 1));
      case 15 -> new WaitStep.Idle(set());
      case 16 -> new WaitStep.Register(node(), random.nextBoolean(), random.nextBoolean());
      case 17, 18 -> new WaitStep.Select();
      case 19 -> new WaitStep.TryWait(node());
      case 20 -> new WaitStep.LookAtWaitSet();
      default -> sleep();
    };
  }

  private WaitStep sleep() {
    return switch (random.nextInt(4)) {
      case 0 -> new WaitStep.SleepInRead(node(), node());
      case 1 -> new WaitStep.SleepOnCounter(node(), node());
      case 2 -> new WaitStep.SleepInSelector(node(), node());
      default -> new WaitStep.SleepOnWaitSet(node(), node());
    };
  }

  private WaitStep.Change change() {
    return CHANGES.get(random.nextInt(CHANGES.size()));
  }

  /** Often one of the first two, so that steps meet. */
  private int node() {
    return random.nextInt(random.nextBoolean() ? Math.min(2, setup.nodes()) : setup.nodes());
  }

  private int set() {
    return random.nextInt(WaitSetup.SETS);
  }
}

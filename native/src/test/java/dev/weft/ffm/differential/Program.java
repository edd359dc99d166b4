package dev.weft.ffm.differential;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * A random program. What it does may not depend on how fast messages are: receives match messages
 * of one sender only, are large enough, and one-sided operations are awaited.
 */
record Program(List<Step> steps) {
  private static final int STEPS = 40;
  private static final int TAGS = 3;
  private static final List<Step.Way> WAYS = List.of(Step.Way.values());

  static Program random(long seed) {
    Random random = new Random(new SplittableRandom(seed).nextLong());
    List<Step> steps = new ArrayList<>();
    int count = 1 + random.nextInt(STEPS);
    for (int number = 1; number <= count; number++) {
      steps.add(step(random, number));
    }
    return new Program(steps);
  }

  private static Step step(Random random, int number) {
    int node = random.nextInt(2);
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> send(random, node, number);
      case 4, 5, 6 ->
          new Step.Receive(
              node, number, random.nextBoolean(), random.nextInt(TAGS), random.nextInt(4) - 1L);
      case 7 -> {
        int offset = random.nextInt(TwoNodes.REGION);
        int length = random.nextInt(TwoNodes.REGION - offset);
        yield random.nextBoolean()
            ? new Step.Write(node, number, offset, length)
            : new Step.Read(node, number, offset, length);
      }
      case 8 -> new Step.Add(node, number, random.nextInt(TwoNodes.REGION / Long.BYTES));
      default -> new Step.Progress(random.nextInt(5));
    };
  }

  private static Step send(Random random, int node, int number) {
    Step.Way way = WAYS.get(random.nextInt(WAYS.size()));
    boolean isLong = way != Step.Way.INJECT && random.nextInt(4) == 0;
    int length = random.nextInt((isLong ? TwoNodes.MESSAGE : TwoNodes.INJECT) + 1);
    boolean tagged = random.nextBoolean();
    boolean data = random.nextBoolean();
    return new Step.Send(node, number, tagged, random.nextInt(TAGS), length, data, way);
  }

  /** A program that fails, too, and none of whose steps can be left out. */
  Program shorter(Predicate<Program> fails) {
    for (int i = 0; i < steps.size(); i++) {
      List<Step> fewer = new ArrayList<>(steps);
      fewer.remove(i);
      Program shorter = new Program(fewer);
      if (fails.test(shorter)) {
        return shorter.shorter(fails);
      }
    }
    return this;
  }

  @Override
  public String toString() {
    return steps.stream().map(Step::toString).collect(joining("\n  ", "\n  ", ""));
  }
}

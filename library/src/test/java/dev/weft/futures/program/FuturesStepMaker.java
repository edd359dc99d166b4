package dev.weft.futures.program;

import dev.weft.program.StepText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates related steps: few tags, few keys, known ids. */
final class FuturesStepMaker {
  private static final long[] SIZES = {0, 1, 7, 63, 64, 65, 4095, 8191, 8192, 8193, 20_001};
  private static final int TAGS = 3;

  private final Random random;
  private final FuturesSetup setup;
  private long id;

  FuturesStepMaker(Random random, FuturesSetup setup) {
    this.random = random;
    this.setup = setup;
  }

  List<FuturesStep> make(int count) {
    List<FuturesStep> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      id = i + 1L;
      steps.add(next());
    }
    return steps;
  }

  private FuturesStep next() {
    return switch (random.nextInt(48)) {
      case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 -> send();
      case 11, 12, 13, 14, 15, 16, 17, 18, 19 -> receive();
      case 20, 21, 22, 23, 24 -> access();
      case 25, 26 ->
          new FuturesStep.Submit(id, node(), node(), random.nextBoolean(), random.nextInt(TAGS));
      case 27, 28 -> new FuturesStep.Refuse(id, node(), any(FuturesStep.Refusal.values()));
      case 29, 30, 31, 32, 33, 34 -> cancel();
      case 35, 36 -> new FuturesStep.Misuse(earlier());
      case 37, 38 -> new FuturesStep.Interrupt(node());
      case 39, 40 -> new FuturesStep.Watch(id, node(), node());
      case 41, 42, 43 -> new FuturesStep.Drive(node());
      case 44, 45, 46 -> new FuturesStep.Settle(random.nextBoolean());
      default -> close();
    };
  }

  private FuturesStep send() {
    return new FuturesStep.Send(
        id, node(), node(), size(), shift(), random.nextBoolean(), random.nextInt(TAGS), seldom());
  }

  private FuturesStep receive() {
    return new FuturesStep.Receive(
        id,
        node(),
        size(),
        shift(),
        random.nextBoolean(),
        random.nextInt(TAGS),
        seldom() ? -1 : random.nextInt(2),
        seldom() ? node() : StepText.ANYBODY,
        seldom());
  }

  private FuturesStep access() {
    return new FuturesStep.Access(
        id,
        node(),
        node(),
        size(),
        shift(),
        random.nextBoolean(),
        random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(2),
        seldom() ? random.nextInt(-2, 20_002) : random.nextInt(9));
  }

  private FuturesStep cancel() {
    return new FuturesStep.Cancel(earlier(), any(FuturesStep.End.values()), random.nextBoolean());
  }

  private FuturesStep close() {
    var how = any(FuturesStep.How.values());
    return new FuturesStep.Close(node(), how, random.nextBoolean() ? random.nextInt(4) : 0);
  }

  /** One of the last ids, most of the time. */
  private long earlier() {
    return Math.max(1, id - 1 - random.nextInt(seldom() ? (int) id : 8));
  }

  private int node() {
    return random.nextInt(setup.nodes());
  }

  private long size() {
    return SIZES[random.nextInt(SIZES.length)];
  }

  private long shift() {
    return random.nextInt(8);
  }

  private boolean seldom() {
    return random.nextInt(4) == 0;
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }
}

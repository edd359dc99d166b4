package dev.weft.provider.fabric.poll.program;

import dev.weft.fabric.poll.WaitObject;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What a program starts with: stations, each with an endpoint, a queue and a counter.
 *
 * @param queues the wait object of each station's queue
 * @param counters the wait object of each station's counter
 */
record WaitSetup(String provider, List<WaitObject> queues, List<WaitObject> counters) {
  /** Poll sets of a program. */
  static final int SETS = 2;

  private static final WaitObject[] OF_QUEUES = {
    WaitObject.NONE, WaitObject.UNSPEC, WaitObject.FD, WaitObject.MUTEX_COND, WaitObject.SET
  };
  private static final WaitObject[] OF_COUNTERS = {
    WaitObject.NONE, WaitObject.UNSPEC, WaitObject.FD, WaitObject.MUTEX_COND
  };

  /** Few stations, or so many that poll sets and selectors arm idle members. */
  static WaitSetup random(Random random, String provider) {
    int nodes = random.nextBoolean() ? 1 + random.nextInt(4) : 40 + random.nextInt(40);
    boolean mixed = random.nextBoolean();
    return new WaitSetup(
        provider,
        objects(random, OF_QUEUES, nodes, mixed),
        objects(random, OF_COUNTERS, nodes, mixed));
  }

  /** All alike, unless mixed. */
  private static List<WaitObject> objects(
      Random random, WaitObject[] from, int count, boolean mixed) {
    WaitObject all = from[random.nextInt(from.length)];
    return Stream.generate(() -> mixed ? from[random.nextInt(from.length)] : all)
        .limit(count)
        .toList();
  }

  int nodes() {
    return queues.size();
  }
}

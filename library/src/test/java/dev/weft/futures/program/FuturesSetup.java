package dev.weft.futures.program;

import dev.weft.fabric.info.Threading;
import java.util.Random;

/**
 * What a program starts with.
 *
 * @param driven whether threads read the queues, else the program does
 * @param receives the receives that an endpoint has room for; 0: as many as usual
 * @param sends the same of sends that await an acknowledgement
 * @param entries the same of all operations of a queue
 * @param allocated whether buffers are memory of the domain
 */
record FuturesSetup(
    String provider,
    int nodes,
    boolean driven,
    Threading threading,
    int receives,
    int sends,
    int entries,
    boolean allocated) {

  static FuturesSetup random(Random random, String provider) {
    boolean driven = random.nextBoolean();
    boolean safe = driven || random.nextBoolean();
    return new FuturesSetup(
        provider,
        1 + random.nextInt(3),
        driven,
        safe ? Threading.SAFE : Threading.DOMAIN,
        any(random, 0, 2, 5),
        any(random, 0, 1, 3),
        any(random, 0, 3, 9),
        random.nextBoolean());
  }

  private static int any(Random random, int... values) {
    return values[random.nextInt(values.length)];
  }

  /** Whether several threads may use a domain. */
  boolean isSafe() {
    return threading == Threading.SAFE;
  }
}

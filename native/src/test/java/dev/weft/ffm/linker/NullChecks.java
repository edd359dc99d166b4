package dev.weft.ffm.linker;

import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;

/**
 * Loads libfabric and queries all its providers; then throws NullPointerExceptions in compiled
 * code, whose null checks are faults that the JVM's signal handler takes, and collects garbage 20
 * times while other threads run loops with safepoints.
 */
public final class NullChecks {
  private static final int COLLECTIONS = 20;
  private static final int ROUNDS = 200_000;
  private static volatile boolean over;
  private static volatile long sum;

  private NullChecks() {}

  /** Prints {@code good} and ends, unless the process dies before. */
  public static void main(String[] arguments) throws InterruptedException {
    Fabrics.getInfo(FabricInfo.builder().provider("ofi").memoryRegistrationMode(-1L).build());
    exercise();
    System.out.println("good");
  }

  /** Both kinds of signals that the JVM uses itself. */
  public static void exercise() throws InterruptedException {
    Thread loop = Thread.ofPlatform().start(NullChecks::loop);
    for (int collection = 0; collection < COLLECTIONS; collection++) {
      throwNulls();
      System.gc();
    }
    over = true;
    loop.join();
  }

  private static void loop() {
    while (!over) {
      long total = 0;
      for (int step = 0; step < ROUNDS; step++) {
        total += step ^ total;
      }
      sum = total;
    }
  }

  private static void throwNulls() {
    int[][] arrays = new int[1000][];
    for (int index = 0; index < arrays.length; index++) {
      arrays[index] = index % 100 == 99 ? null : new int[1];
    }
    int thrown = 0;
    for (int round = 0; round < ROUNDS; round++) {
      thrown += length(arrays[round % arrays.length]) < 0 ? 1 : 0;
    }
    if (thrown != ROUNDS / 100) {
      throw new AssertionError(thrown + " exceptions of " + ROUNDS / 100);
    }
  }

  private static int length(int[] array) {
    try {
      return array.length;
    } catch (NullPointerException _) {
      return -1;
    }
  }
}

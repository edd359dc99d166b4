package dev.weft.provider.verbs.threads;

import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairType;
import java.util.Random;

/**
 * What the threads of a program use.
 *
 * @param oneContext whether both sides are in one context
 * @param oneQueue whether all work queues of a side complete to one completion queue
 * @param shared whether the queue pairs of a side share their receives
 * @param largest the bytes of the longest message
 * @param window how many completions that were not polled the threads may owe to each queue
 * @param handlers threads that wait for events of a side; 0 if queues are only polled
 * @param solicited whether they wait for solicited completions of receives only
 * @param handlersOnly whether no other thread polls the queues that they wait for
 * @param ending how a thread ends a queue pair while others use it
 */
record Setup(
    String device,
    QueuePairType type,
    int pairs,
    int threads,
    int steps,
    boolean oneContext,
    boolean oneQueue,
    boolean extended,
    boolean shared,
    boolean direct,
    boolean signalAll,
    int largest,
    int window,
    QueuePairCapabilities room,
    int handlers,
    boolean solicited,
    boolean handlersOnly,
    Ending ending) {
  private static final int LARGEST = 200 << 10;

  /** How a queue pair ends. */
  enum Ending {
    NONE,
    ERROR,
    RESET,
    DESTROY,
    WRONG_KEY
  }

  static Setup random(Random random, String device) {
    QueuePairType type =
        switch (random.nextInt(8)) {
          case 0 -> QueuePairType.UC;
          case 1 -> QueuePairType.UD;
          default -> QueuePairType.RC;
        };
    boolean shared = type == QueuePairType.RC && random.nextInt(4) == 0;
    int handlers = random.nextBoolean() ? 0 : 1 + random.nextInt(2);
    boolean solicited =
        type == QueuePairType.RC && handlers > 0 && !shared && random.nextInt(4) == 0;
    return new Setup(
        device,
        type,
        1 + random.nextInt(3),
        2 + random.nextInt(3),
        10 + random.nextInt(60),
        random.nextBoolean(),
        !solicited && (shared || random.nextBoolean()),
        random.nextBoolean(),
        shared,
        random.nextInt(3) == 0,
        random.nextInt(4) == 0,
        largest(random, type),
        8 + random.nextInt(random.nextBoolean() ? 12 : 60),
        room(random),
        handlers,
        solicited,
        solicited || (handlers > 0 && random.nextInt(3) != 0),
        type == QueuePairType.RC && random.nextInt(3) == 0
            ? Ending.values()[1 + random.nextInt(Ending.values().length - 1)]
            : Ending.NONE);
  }

  private static int largest(Random random, QueuePairType type) {
    int length =
        switch (random.nextInt(6)) {
          case 0 -> 9_000;
          case 1 -> LARGEST;
          default -> 100;
        };
    return type == QueuePairType.UD ? Math.min(length, 1000) : length;
  }

  private static QueuePairCapabilities room(Random random) {
    return random.nextInt(3) == 0
        ? new QueuePairCapabilities(16, 16, 3, 3, 64)
        : new QueuePairCapabilities(
            2 + random.nextInt(9), 1 + random.nextInt(9), 3, 3, random.nextInt(2) * 64);
  }

  boolean isReliable() {
    return type == QueuePairType.RC;
  }

  boolean isDatagram() {
    return type == QueuePairType.UD;
  }

  int nodes() {
    return 2 * pairs;
  }

  /** Unsignaled requests that a thread posts to a queue pair in a row at most (VQ-10). */
  int silentRow() {
    return signalAll ? 0 : (room.maxSendWr() - 1) / threads;
  }
}

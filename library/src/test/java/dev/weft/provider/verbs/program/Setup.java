package dev.weft.provider.verbs.program;

import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import java.util.Random;

/**
 * What the queue pairs of a program are.
 *
 * @param shared whether they use shared receive queues
 * @param extended whether completions are read in place
 * @param oneQueue whether sends and receives complete to the same queue
 * @param small whether completion queues have just the room that is needed
 * @param rnrRetry 0 to 6, or 7 for ever
 * @param rights what the queue pairs grant to their peers
 * @param direct whether memory comes from {@code ProtectionDomain.allocate}
 */
record Setup(
    String device,
    QueuePairType type,
    int pairs,
    boolean oneContext,
    QueuePairCapabilities room,
    boolean signalAll,
    boolean shared,
    boolean extended,
    boolean oneQueue,
    boolean small,
    int rnrRetry,
    int rights,
    boolean direct) {
  private static final int READS = 4;
  private static final int TIMEOUT = 10;

  static Setup random(Random random, String device) {
    QueuePairType type =
        switch (random.nextInt(5)) {
          case 0 -> QueuePairType.UC;
          case 1 -> QueuePairType.UD;
          default -> QueuePairType.RC;
        };
    boolean reliable = type == QueuePairType.RC;
    boolean shared = type != QueuePairType.UC && random.nextInt(5) == 0;
    return new Setup(
        device,
        type,
        1 + random.nextInt(2),
        random.nextInt(4) == 0,
        room(random),
        random.nextInt(5) == 0,
        shared,
        random.nextBoolean(),
        random.nextInt(3) == 0,
        !shared && random.nextInt(4) == 0,
        random.nextInt(3) == 0 ? random.nextInt(7) : 7,
        reliable && random.nextInt(4) == 0 ? random.nextInt(8) << 1 : RegionAccess.REMOTE,
        random.nextInt(3) == 0);
  }

  private static QueuePairCapabilities room(Random random) {
    return new QueuePairCapabilities(
        1 + random.nextInt(12),
        1 + random.nextInt(12),
        1 + random.nextInt(4),
        1 + random.nextInt(4),
        random.nextInt(3) * 50);
  }

  /** The rights of all queue pairs; a flush is allowed by all. */
  int granted() {
    return rights | RegionAccess.FLUSH_GLOBAL;
  }

  int nodes() {
    return pairs * 2;
  }

  boolean isReliable() {
    return type == QueuePairType.RC;
  }

  boolean isDatagram() {
    return type == QueuePairType.UD;
  }

  ConnectionParameters parameters() {
    return new ConnectionParameters(READS, READS, TIMEOUT, 1, rnrRetry, 1);
  }
}

package dev.weft.rdmacm.program;

import dev.weft.verbs.attributes.QueuePairType;
import java.util.Random;

/**
 * What a program starts with.
 *
 * @param provider that of most queue pairs, {@code loopback} or {@code shm}
 */
record ConnectionSetup(String provider, int channels, int listeners, int callers) {
  /** Kinds of queue pairs. */
  static final int KINDS = 4;

  private static final int MOST = 4;

  static ConnectionSetup random(Random random, String provider) {
    return new ConnectionSetup(
        provider, 1 + random.nextInt(3), 1 + random.nextInt(2), 1 + random.nextInt(MOST));
  }

  /** The type of a kind of queue pairs. */
  static QueuePairType type(int kind) {
    return kind % 2 == 0 ? QueuePairType.RC : QueuePairType.UC;
  }

  /** The device of a kind of queue pairs: 0 for that of the provider, 1 for the other one. */
  static int device(int kind) {
    return kind / 2;
  }

  String deviceName(int device) {
    boolean isShared = provider.equals("shm") == (device == 0);
    return isShared ? "shm0" : "loopback0";
  }

  int sides() {
    return 2 * callers;
  }

  /** The other side of a connection. */
  int peer(int id) {
    return (id + callers) % sides();
  }

  boolean isCaller(int id) {
    return id < callers;
  }
}

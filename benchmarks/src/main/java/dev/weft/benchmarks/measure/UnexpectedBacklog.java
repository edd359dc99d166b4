package dev.weft.benchmarks.measure;

/**
 * An endpoint with tagged messages that no receive was posted for. The one that arrived last is
 * received, and the next one arrives behind the others.
 */
final class UnexpectedBacklog {
  private static final int LAST = 0;

  private final TaggedPair pair = new TaggedPair(2);

  /** Sends all messages but the last. */
  UnexpectedBacklog(int count) {
    for (int tag = 1; tag < count; tag++) {
      pair.send(tag, tag);
    }
    pair.progress();
  }

  /** Sends the next number, lets it arrive, then receives it. */
  void message(long number) {
    pair.send(LAST, number);
    pair.progress();
    pair.post(LAST, 0);
    pair.receive(LAST, number);
  }
}

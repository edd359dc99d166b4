package dev.weft.benchmarks.measure;

/**
 * An endpoint with posted tagged receives, one of which takes each message and is then posted again
 * behind the others.
 */
final class PostedReceives {
  private static final long ANY_TAG = -1;

  private final int count;
  private final boolean firstMatches;
  private final long lastIgnores;
  private final TaggedPair pair;

  /**
   * Posts the receives.
   *
   * @param which matches: {@code first}, {@code last}, or {@code wildcard}, which is the last and
   *     accepts any tag
   */
  PostedReceives(String which, int count) {
    this.count = count;
    firstMatches = which.equals("first");
    lastIgnores = which.equals("wildcard") ? ANY_TAG : 0;
    pair = new TaggedPair(count);
    for (int i = 1; i < count; i++) {
      pair.post(i, 0);
    }
    pair.post(0, lastIgnores);
  }

  /** Sends the next number and takes it. */
  void message(long number) {
    long tag = firstMatches ? (number + 1) % count : 0;
    pair.send(tag, number);
    pair.receive(tag, number);
    pair.post(tag, lastIgnores);
  }
}

package dev.weft.benchmarks.contenders;

import dev.weft.completion.Sharing;

/**
 * A queue under test, as its writers and its one reader see it. A record is seven words of which
 * the reader looks at six (the 48 bytes of {@code struct fi_cq_tagged_entry}).
 */
public interface Handover {
  int CAPACITY = 16384;

  /** Most records that a reader takes at once. */
  int BATCH = 64;

  /** By a writer: hands over a record made of {@code value}; false when there is no room now. */
  boolean send(long value);

  /** By the reader: takes up to {@link #BATCH} records and sums their words; how many it took. */
  int receive();

  /** Sum of all words received. */
  long sum();

  /** By the reader that found nothing: sleeps until there may be something; others spin. */
  default void idle() {}

  /** The queue of this name, for one writer or for many. */
  static Handover open(String name, boolean manyWriters) {
    return switch (name) {
      case "weft" -> new WeftHandover(manyWriters ? Sharing.MULTI : Sharing.SINGLE, false);
      case "weft-ring-sleep" -> new WeftHandover(Sharing.MULTI, true);
      case "park" -> new ParkHandover();
      case "jctools" -> new JctoolsHandover(manyWriters);
      case "agrona" -> new AgronaHandover(manyWriters);
      case "disruptor" -> new DisruptorHandover(manyWriters);
      default -> throw new IllegalArgumentException("name=" + name);
    };
  }
}

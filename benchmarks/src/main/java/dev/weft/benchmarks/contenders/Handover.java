package dev.weft.benchmarks.contenders;

import dev.weft.completion.Sharing;

/**
 * A queue under test with its writers and its only reader. A record is seven words, of which the
 * reader reads six (the 48 bytes of {@code struct fi_cq_tagged_entry}).
 */
public interface Handover {
  int CAPACITY = 16384;

  /** Most records that a reader takes at once. */
  int BATCH = 64;

  /** Writer: adds a record made of {@code value}; false if there is no room now. */
  boolean send(long value);

  /** Reader: takes up to {@link #BATCH} records and sums their words; returns how many it took. */
  int receive();

  /** Sum of all words received. */
  long sum();

  /** Reader that found nothing: waits until there may be a record; the default spins. */
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

package dev.weft.wire;

/**
 * Keeps the fields of a subclass, which one thread writes for every message, off the cache lines of
 * whatever was allocated before it: both ends of a link are made by one thread, side by side, and
 * used by two.
 */
@SuppressWarnings("unused")
abstract class CacheLinePadded {
  private long p00;
  private long p01;
  private long p02;
  private long p03;
  private long p04;
  private long p05;
  private long p06;
  private long p07;
  private long p08;
  private long p09;
  private long p10;
  private long p11;
  private long p12;
  private long p13;
  private long p14;
  private long p15;
}

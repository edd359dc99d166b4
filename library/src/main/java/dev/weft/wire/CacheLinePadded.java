package dev.weft.wire;

/**
 * Padding that keeps a subclass's fields off the cache lines of objects allocated before it. Both
 * ends of a link are allocated together by one thread and used by two.
 */
@SuppressWarnings("unused")
public abstract class CacheLinePadded {
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

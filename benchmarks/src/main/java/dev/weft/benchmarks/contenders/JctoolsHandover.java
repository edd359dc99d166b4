package dev.weft.benchmarks.contenders;

import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/** A JCTools queue. It carries references to records from a pool of each writer. */
final class JctoolsHandover implements Handover, MessagePassingQueue.Consumer<Words> {
  private final MessagePassingQueue<Words> queue;
  private final ThreadLocal<Pool> pool = ThreadLocal.withInitial(Pool::new);
  private final Pool single;
  private long sum;

  JctoolsHandover(boolean manyWriters) {
    queue = manyWriters ? new MpscArrayQueue<>(CAPACITY) : new SpscArrayQueue<>(CAPACITY);
    single = manyWriters ? null : new Pool();
  }

  @Override
  public boolean send(long value) {
    Pool mine = single == null ? pool.get() : single;
    mine.peek().fill(value);
    if (!queue.relaxedOffer(mine.peek())) {
      return false;
    }
    mine.advance();
    return true;
  }

  @Override
  public int receive() {
    return queue.drain(this, BATCH);
  }

  @Override
  public void accept(Words words) {
    sum += words.sum();
  }

  @Override
  public long sum() {
    return sum;
  }

  /**
   * Twice as many records as fit the queue, used in turn, so that none is reused while it is read.
   */
  private static final class Pool {
    private final Words[] records = new Words[2 * CAPACITY];
    private int next;

    Pool() {
      for (int i = 0; i < records.length; i++) {
        records[i] = new Words();
      }
    }

    Words peek() {
      return records[next];
    }

    void advance() {
      next = (next + 1) & (records.length - 1);
    }
  }
}

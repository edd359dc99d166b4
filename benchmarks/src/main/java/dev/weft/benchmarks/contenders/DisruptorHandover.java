package dev.weft.benchmarks.contenders;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.ProducerType;

/** The Disruptor: records that stay in the ring, read through a poller. */
final class DisruptorHandover implements Handover, EventPoller.Handler<Words> {
  private final RingBuffer<Words> ring;
  private final EventPoller<Words> poller;
  private long sum;
  private int received;

  DisruptorHandover(boolean manyWriters) {
    ring =
        RingBuffer.create(
            manyWriters ? ProducerType.MULTI : ProducerType.SINGLE,
            Words::new,
            CAPACITY,
            new BusySpinWaitStrategy());
    poller = ring.newPoller();
    ring.addGatingSequences(poller.getSequence());
  }

  @Override
  public boolean send(long value) {
    if (!ring.hasAvailableCapacity(1)) {
      return false;
    }
    long sequence = ring.next();
    ring.get(sequence).fill(value);
    ring.publish(sequence);
    return true;
  }

  @Override
  public int receive() {
    received = 0;
    try {
      poller.poll(this);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return received;
  }

  @Override
  public boolean onEvent(Words words, long sequence, boolean endOfBatch) {
    sum += words.sum();
    received++;
    return received < BATCH;
  }

  @Override
  public long sum() {
    return sum;
  }
}

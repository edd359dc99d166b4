package dev.weft.benchmarks.contenders;

import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona's ring buffer: 56 bytes and a header of 8 give the same 64 bytes. */
final class AgronaHandover implements Handover, MessageHandler {
  private static final int RECORD = 56;

  private final RingBuffer ring;
  private long sum;

  AgronaHandover(boolean manyWriters) {
    int bytes = CAPACITY * 64 + RingBufferDescriptor.TRAILER_LENGTH;
    AtomicBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(bytes));
    ring = manyWriters ? new ManyToOneRingBuffer(memory) : new OneToOneRingBuffer(memory);
  }

  @Override
  public boolean send(long value) {
    int index = ring.tryClaim(1, RECORD);
    if (index < 0) {
      return false;
    }
    AtomicBuffer memory = ring.buffer();
    for (int word = 0; word < RECORD; word += 8) {
      memory.putLong(index + word, value);
    }
    ring.commit(index);
    return true;
  }

  @Override
  public int receive() {
    return ring.read(this, BATCH);
  }

  @Override
  public void onMessage(int type, MutableDirectBuffer memory, int index, int length) {
    for (int word = 0; word < 48; word += 8) {
      sum += memory.getLong(index + word);
    }
  }

  @Override
  public long sum() {
    return sum;
  }
}

package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.NumberedMessage;
import dev.weft.benchmarks.contenders.Results;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Tagged messages in one direction at full rate: many sends and receives are pending, each with its
 * own buffer, and every completion is read. A message's first and last word are its number.
 */
final class EndpointStream implements Side {
  private static final int TAG = 7;
  private static final int BATCH = 64;

  private final EndpointParts parts;
  private final Endpoint endpoint;
  private final CompletionQueue queue;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  private final MemorySegment[] buffers;
  private final long size;
  private final boolean[] done;
  private long posted;
  private long taken;

  /**
   * An end that either sends or receives.
   *
   * @param size bytes of a message
   * @param depth how many are pending
   * @param shared whether buffers are in memory that the other process can map
   */
  EndpointStream(EndpointParts parts, long size, int depth, boolean shared) {
    this.parts = parts;
    this.endpoint = parts.endpoint();
    this.queue = parts.opened().queue();
    this.size = size;
    buffers = new MemorySegment[depth];
    done = new boolean[depth];
    for (int i = 0; i < depth; i++) {
      buffers[i] = shared ? parts.domain().allocate(size) : Arena.ofAuto().allocate(size, 64);
    }
  }

  @Override
  public void send(long value) {
    while (posted - taken >= buffers.length) {
      read();
      takeSent();
    }
    MemorySegment buffer = buffer(posted);
    NumberedMessage.write(buffer, size, value);
    while (Results.refused(endpoint.tsend(buffer, size, parts.peer(), TAG, posted))) {
      read();
    }
    posted++;
  }

  @Override
  public long receive() {
    while (!takeNext()) {
      postReceives();
      read();
    }
    return NumberedMessage.read(buffer(taken - 1), size);
  }

  private void takeSent() {
    while (taken < posted && takeNext()) {
      // the send buffer is free
    }
  }

  /** Takes the next message. Large messages may complete in another order than they were posted. */
  private boolean takeNext() {
    int slot = slot(taken);
    if (!done[slot]) {
      return false;
    }
    done[slot] = false;
    taken++;
    return true;
  }

  private void postReceives() {
    while (posted - taken < buffers.length) {
      long context = posted;
      if (Results.refused(
          endpoint.trecv(buffer(context), size, FabricAddress.UNSPEC, TAG, 0, context))) {
        return;
      }
      posted++;
    }
  }

  private void read() {
    int result = queue.read(batch, BATCH);
    for (int i = 0; i < result; i++) {
      done[slot(batch.context(i))] = true;
    }
    Results.check(result);
  }

  private MemorySegment buffer(long number) {
    return buffers[slot(number)];
  }

  private int slot(long number) {
    return (int) (number % buffers.length);
  }
}

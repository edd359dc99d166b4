package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.NumberedMessage;
import dev.weft.benchmarks.contenders.Results;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Tagged messages, one under way, by the calls of {@code fi_pingpong}: a message that is short
 * enough is injected, and one receive is posted ahead. A message's first and last word are its
 * number.
 */
final class PingPongSide implements Side {
  private static final int TAG = 7;
  private static final int BATCH = 16;

  private final Endpoint endpoint;
  private final CompletionQueue queue;
  private final long peer;
  private final long size;
  private final boolean injects;
  private final MemorySegment outgoing;
  private final MemorySegment incoming;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  private long sendsUnderWay;
  private long arrived;

  PingPongSide(EndpointParts parts, long size) {
    this.endpoint = parts.endpoint();
    this.queue = parts.opened().queue();
    this.peer = parts.peer();
    this.size = size;
    injects = size < parts.opened().info().transmit().injectSize();
    outgoing = Arena.ofAuto().allocate(size, 64);
    incoming = Arena.ofAuto().allocate(size, 64);
    postReceive();
  }

  @Override
  public void send(long value) {
    NumberedMessage.write(outgoing, size, value);
    if (injects) {
      inject();
    } else {
      sendAndWait();
    }
  }

  private void inject() {
    while (Results.refused(endpoint.tinject(outgoing, size, peer, TAG))) {
      read();
    }
  }

  private void sendAndWait() {
    while (Results.refused(endpoint.tsend(outgoing, size, peer, TAG, 0))) {
      read();
    }
    sendsUnderWay++;
    while (sendsUnderWay > 0) {
      read();
    }
  }

  @Override
  public long receive() {
    while (arrived == 0) {
      read();
    }
    arrived--;
    long value = NumberedMessage.read(incoming, size);
    postReceive();
    return value;
  }

  private void postReceive() {
    while (Results.refused(endpoint.trecv(incoming, size, FabricAddress.UNSPEC, TAG, 0, 0))) {
      read();
    }
  }

  private void read() {
    int result = queue.read(batch, BATCH);
    for (int i = 0; i < result; i++) {
      if ((batch.flags(i) & CompletionFlags.RECV) == 0) {
        sendsUnderWay--;
      } else {
        arrived++;
      }
    }
    Results.check(result);
  }
}

package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;

/** A queue that changes the results of all four reads in the same way. */
abstract class ReadLiar extends QueueDecorator {

  ReadLiar(CompletionQueue honest) {
    super(honest);
  }

  /** Changes the result of a read; {@code sources} may be null. */
  abstract int lie(int returned, CompletionBatch batch, int count, AddressBatch sources);

  @Override
  public int read(CompletionBatch batch, int count) {
    return lie(super.read(batch, count), batch, count, null);
  }

  @Override
  public int readFrom(CompletionBatch batch, int count, AddressBatch sources) {
    return lie(super.readFrom(batch, count, sources), batch, count, sources);
  }

  @Override
  public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
    return lie(super.sread(batch, count, condition, timeoutMillis), batch, count, null);
  }

  @Override
  public int sreadFrom(
      CompletionBatch batch, int count, AddressBatch sources, long condition, int timeoutMillis) {
    int returned = super.sreadFrom(batch, count, sources, condition, timeoutMillis);
    return lie(returned, batch, count, sources);
  }
}

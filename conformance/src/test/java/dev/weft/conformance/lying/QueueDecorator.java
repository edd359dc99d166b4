package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import java.lang.foreign.MemorySegment;

/** Forwards every call; a fault overrides the calls that it changes. */
class QueueDecorator implements CompletionQueue {

  final CompletionQueue honest;

  QueueDecorator(CompletionQueue honest) {
    this.honest = honest;
  }

  /** The queue that the honest provider opened. */
  final CompletionQueue undecorated() {
    return honest instanceof QueueDecorator inner ? inner.undecorated() : honest;
  }

  @Override
  public CompletionFormat format() {
    return honest.format();
  }

  @Override
  public int size() {
    return honest.size();
  }

  @Override
  public int read(CompletionBatch batch, int count) {
    return honest.read(batch, count);
  }

  @Override
  public int readFrom(CompletionBatch batch, int count, AddressBatch sources) {
    return honest.readFrom(batch, count, sources);
  }

  @Override
  public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
    return honest.sread(batch, count, condition, timeoutMillis);
  }

  @Override
  public int sreadFrom(
      CompletionBatch batch, int count, AddressBatch sources, long condition, int timeoutMillis) {
    return honest.sreadFrom(batch, count, sources, condition, timeoutMillis);
  }

  @Override
  public int readErr(ErrorCompletion entry, long flags) {
    return honest.readErr(entry, flags);
  }

  @Override
  public int signal() {
    return honest.signal();
  }

  @Override
  public String strerror(int providerError, MemorySegment errorData, MemorySegment buffer) {
    return honest.strerror(providerError, errorData, buffer);
  }

  @Override
  public ObjectClass objectClass() {
    return honest.objectClass();
  }

  @Override
  public Object context() {
    return honest.context();
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    return honest.control(command);
  }

  @Override
  public boolean isClosed() {
    return honest.isClosed();
  }

  @Override
  public void close() {
    honest.close();
  }
}

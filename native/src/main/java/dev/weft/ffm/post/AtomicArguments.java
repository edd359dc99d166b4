package dev.weft.ffm.post;

import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.operation.Operation;
import java.lang.foreign.MemorySegment;

/** Writes the arguments of {@code fi_atomicmsg(3)} and its variants into an operation's memory. */
final class AtomicArguments {
  private static final Struct LAYOUT = CallLayouts.ATOMIC_MESSAGE;
  private static final long VECTOR = LAYOUT.offset("msg_iov");
  private static final long DESCRIPTORS = LAYOUT.offset("desc");
  private static final long COUNT = LAYOUT.offset("iov_count");
  private static final long ADDRESS = LAYOUT.offset("addr");
  private static final long REMOTE = LAYOUT.offset("rma_iov");
  private static final long REMOTE_COUNT = LAYOUT.offset("rma_iov_count");
  private static final long TYPE = LAYOUT.offset("datatype");
  private static final long OPERATION = LAYOUT.offset("op");
  private static final long CONTEXT = LAYOUT.offset("context");
  private static final long DATA = LAYOUT.offset("data");

  private static final Struct BUFFER = CallLayouts.ATOMIC_IO_VECTOR;
  private static final long BUFFER_ADDRESS = BUFFER.offset("addr");
  private static final long BUFFER_COUNT = BUFFER.offset("count");

  private static final Struct RANGE = CallLayouts.ATOMIC_RMA_IO_VECTOR;
  private static final long RANGE_ADDRESS = RANGE.offset("addr");
  private static final long RANGE_COUNT = RANGE.offset("count");
  private static final long RANGE_KEY = RANGE.offset("key");

  private final PostOps endpoint;

  AtomicArguments(PostOps endpoint) {
    this.endpoint = endpoint;
  }

  /** The operands are one buffer. */
  void operands(Operation operation, MemorySegment buffer, long count) {
    write(operation, operation.vector(), operation.descriptors(), buffer, count);
    CMemory.word(operation.message() + COUNT, 1);
  }

  /** The operands are a vector. */
  void operands(Operation operation, IoVector vector, DataType type) {
    write(operation, operation.vector(), operation.descriptors(), vector, type);
    CMemory.word(operation.message() + COUNT, vector.count());
  }

  void compares(Operation operation, MemorySegment buffer, long count) {
    write(operation, operation.compares(), operation.compareDescriptors(), buffer, count);
  }

  void compares(Operation operation, IoVector vector, DataType type) {
    write(operation, operation.compares(), operation.compareDescriptors(), vector, type);
  }

  void results(Operation operation, MemorySegment buffer, long count) {
    write(operation, operation.results(), operation.resultDescriptors(), buffer, count);
  }

  void results(Operation operation, IoVector vector, DataType type) {
    write(operation, operation.results(), operation.resultDescriptors(), vector, type);
  }

  private void write(
      Operation operation, long target, long descriptors, MemorySegment buffer, long count) {
    CMemory.word(target + BUFFER_ADDRESS, buffer.address());
    CMemory.word(target + BUFFER_COUNT, count);
    CMemory.word(descriptors, endpoint.descriptor(operation, buffer));
    operation.keepAlso(buffer);
  }

  private void write(
      Operation operation, long target, long descriptors, IoVector vector, DataType type) {
    for (int i = 0; i < vector.count(); i++) {
      long buffer = target + i * BUFFER.size();
      CMemory.word(buffer + BUFFER_ADDRESS, vector.segment(i).address() + vector.offset(i));
      CMemory.word(buffer + BUFFER_COUNT, vector.length(i) / type.size());
      long descriptor = endpoint.descriptor(operation, vector, i);
      CMemory.word(descriptors + (long) i * Long.BYTES, descriptor);
      operation.keepAlso(vector.segment(i));
    }
  }

  /** The peer's elements are those of the target. */
  void remote(Operation operation, AtomicTarget target) {
    range(operation, 0, target.address(), target.count(), target.key());
    CMemory.word(operation.message() + REMOTE_COUNT, 1);
  }

  /** The peer's elements are a vector. */
  void remote(Operation operation, RmaIoVector remote, DataType type) {
    for (int i = 0; i < remote.count(); i++) {
      range(operation, i, remote.address(i), remote.length(i) / type.size(), remote.key(i));
    }
    CMemory.word(operation.message() + REMOTE_COUNT, remote.count());
  }

  private void range(Operation operation, int index, long address, long count, long key) {
    long range = operation.remote() + index * RANGE.size();
    CMemory.word(range + RANGE_ADDRESS, address);
    CMemory.word(range + RANGE_COUNT, count);
    CMemory.word(range + RANGE_KEY, key);
  }

  /** The members of the message that do not depend on its form. */
  void message(
      Operation operation, long destination, DataType type, AtomicOperation atomicOperation) {
    long struct = operation.message();
    CMemory.word(struct + VECTOR, operation.vector());
    CMemory.word(struct + DESCRIPTORS, operation.descriptors());
    CMemory.word(struct + ADDRESS, destination);
    CMemory.word(struct + REMOTE, operation.remote());
    CMemory.integer(struct + TYPE, type.value());
    CMemory.integer(struct + OPERATION, atomicOperation.value());
    CMemory.word(struct + CONTEXT, operation.address());
    CMemory.word(struct + DATA, 0);
  }
}

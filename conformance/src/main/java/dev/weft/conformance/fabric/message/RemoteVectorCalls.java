package dev.weft.conformance.fabric.message;

import dev.weft.conformance.scatter.PartList;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import java.lang.foreign.MemorySegment;

/**
 * The calls of a {@link VectorPair} that access the far side's memory, and the expected contents of
 * both buffers for all calls. Atomic operations are sums of bytes; compare operations swap the bits
 * of a mask.
 */
final class RemoteVectorCalls {
  private static final long DATA = 0x12;

  private RemoteVectorCalls() {}

  static int post(VectorPair pair, VectorShape shape) {
    if (shape.call().kind == VectorCall.Kind.ATOMIC) {
      return postAtomic(pair, shape);
    }
    Endpoint from = pair.near().endpoint();
    IoVector vector = pair.near().vector(shape.own());
    MemorySegment buffer = pair.near().only(shape.own());
    long size = buffer.byteSize();
    long to = pair.destination();
    long address = pair.address(shape.far().parts().getFirst().offset());
    long key = pair.key();
    return switch (shape.call()) {
      case READ -> from.read(buffer, size, to, address, key, 1);
      case READV -> from.readv(vector, to, address, key, 1);
      case READMSG -> from.readMsg(message(pair, shape), 0);
      case WRITE -> from.write(buffer, size, to, address, key, 1);
      case WRITEV -> from.writev(vector, to, address, key, 1);
      case WRITEMSG -> from.writeMsg(message(pair, shape), 0);
      default -> from.writeData(buffer, size, DATA, to, address, key, 1);
    };
  }

  private static RmaMessage message(VectorPair pair, VectorShape shape) {
    return new RmaMessage()
        .vector(pair.near().vector(shape.own()))
        .address(pair.destination())
        .remote(remote(pair, shape))
        .context(1);
  }

  private static RmaIoVector remote(VectorPair pair, VectorShape shape) {
    RmaIoVector remote = new RmaIoVector();
    shape
        .far()
        .parts()
        .forEach(part -> remote.add(pair.address(part.offset()), part.length(), pair.key()));
    return remote;
  }

  private static int postAtomic(VectorPair pair, VectorShape shape) {
    Endpoint from = pair.near().endpoint();
    IoVector operands = pair.near().vector(shape.own());
    IoVector compares = pair.near().vector(shape.compares());
    IoVector results = pair.near().vector(shape.results());
    AtomicTarget target = target(pair, shape);
    MemorySegment operand = pair.near().only(shape.own());
    MemorySegment compare = pair.near().only(shape.compares());
    MemorySegment result = pair.near().only(shape.results());
    AtomicOperation sum = AtomicOperation.SUM;
    AtomicOperation swap = AtomicOperation.MSWAP;
    return switch (shape.call()) {
      case ATOMIC -> from.atomic(operand, target, sum, 1);
      case ATOMICV -> from.atomicv(operands, target, sum, 1);
      case ATOMICMSG -> from.atomicMsg(message(pair, shape, sum), 0);
      case FETCH_ATOMIC -> from.fetchAtomic(operand, result, target, sum, 1);
      case FETCH_ATOMICV -> from.fetchAtomicv(operands, results, target, sum, 1);
      case FETCH_ATOMICMSG -> from.fetchAtomicMsg(message(pair, shape, sum), results, 0);
      case COMPARE_ATOMIC -> from.compareAtomic(operand, compare, result, target, swap, 1);
      case COMPARE_ATOMICV -> from.compareAtomicv(operands, compares, results, target, swap, 1);
      default -> from.compareAtomicMsg(message(pair, shape, swap), compares, results, 0);
    };
  }

  private static AtomicTarget target(VectorPair pair, VectorShape shape) {
    return new AtomicTarget(DataType.UINT8)
        .destination(pair.destination())
        .address(pair.address(shape.far().parts().getFirst().offset()))
        .key(pair.key())
        .count(shape.own().total());
  }

  private static AtomicMessage message(
      VectorPair pair, VectorShape shape, AtomicOperation operation) {
    return new AtomicMessage()
        .vector(pair.near().vector(shape.own()))
        .address(pair.destination())
        .remote(remote(pair, shape))
        .type(DataType.UINT8)
        .operation(operation)
        .context(1);
  }

  /** Applies to two arrays what the operation should do to the buffers. */
  static void expect(VectorShape shape, byte[] near, byte[] far) {
    PartList there = shape.far();
    switch (shape.call().kind) {
      case READ -> shape.own().scatter(0, there.gather(far), near);
      case ATOMIC -> change(shape, near, far);
      default -> there.scatter(0, shape.own().gather(near), far);
    }
  }

  private static void change(VectorShape shape, byte[] near, byte[] far) {
    byte[] operands = shape.own().gather(near);
    byte[] found = shape.far().gather(far);
    byte[] changed = new byte[found.length];
    byte[] mask = shape.compares().gather(near);
    for (int i = 0; i < found.length; i++) {
      int swapped = (operands[i] & mask[i]) | (found[i] & ~mask[i]);
      changed[i] = (byte) (shape.call().compares() ? swapped : found[i] + operands[i]);
    }
    shape.far().scatter(0, changed, far);
    if (shape.call().fetches()) {
      shape.results().scatter(0, found, near);
    }
  }
}

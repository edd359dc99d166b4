package dev.weft.ffm.object;

import dev.weft.fabric.AtomicOperations;
import dev.weft.fabric.Errno;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_atomic(3)}, which is not supported over libfabric yet: no offer has {@code FI_ATOMIC},
 * and each call returns {@code -FI_ENOSYS}.
 */
abstract class NoAtomicOps extends RmaOps implements AtomicOperations {

  NoAtomicOps(FabricInfo info, long fid, Object context) {
    super(info, fid, context);
  }

  private int refuse() {
    requireOpen();
    return -Errno.ENOSYS;
  }

  @Override
  public int atomic(
      MemorySegment buffer, AtomicTarget target, AtomicOperation operation, long context) {
    return refuse();
  }

  @Override
  public int atomicv(
      IoVector vector, AtomicTarget target, AtomicOperation operation, long context) {
    return refuse();
  }

  @Override
  public int atomicMsg(AtomicMessage message, long flags) {
    return refuse();
  }

  @Override
  public int injectAtomic(MemorySegment buffer, AtomicTarget target, AtomicOperation operation) {
    return refuse();
  }

  @Override
  public int fetchAtomic(
      MemorySegment buffer,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return refuse();
  }

  @Override
  public int fetchAtomicv(
      IoVector vector,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return refuse();
  }

  @Override
  public int fetchAtomicMsg(AtomicMessage message, IoVector result, long flags) {
    return refuse();
  }

  @Override
  public int compareAtomic(
      MemorySegment buffer,
      MemorySegment compare,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return refuse();
  }

  @Override
  public int compareAtomicv(
      IoVector vector,
      IoVector compare,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return refuse();
  }

  @Override
  public int compareAtomicMsg(
      AtomicMessage message, IoVector compare, IoVector result, long flags) {
    return refuse();
  }

  @Override
  public long atomicValid(DataType type, AtomicOperation operation) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public long fetchAtomicValid(DataType type, AtomicOperation operation) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public long compareAtomicValid(DataType type, AtomicOperation operation) {
    return -Errno.EOPNOTSUPP;
  }
}

package dev.weft.software.fabric;

import dev.weft.fabric.Errno;
import dev.weft.fabric.IoVector;
import dev.weft.fabric.RemoteMemoryMessage;
import dev.weft.fabric.RemoteMemoryOperations;
import java.lang.foreign.MemorySegment;

/** {@code fi_rma(3)}: a capability that the software NIC does not offer yet, so all is refused. */
abstract class RemoteMemoryFace extends TaggedFace implements RemoteMemoryOperations {
  RemoteMemoryFace(EndpointState state, Object context) {
    super(state, context);
  }

  @Override
  public int read(
      MemorySegment buffer, long length, long destination, long address, long key, long context) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int readv(IoVector vector, long destination, long address, long key, long context) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int readMsg(RemoteMemoryMessage message, long flags) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int write(
      MemorySegment buffer, long length, long destination, long address, long key, long context) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int writev(IoVector vector, long destination, long address, long key, long context) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int writeMsg(RemoteMemoryMessage message, long flags) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int writeData(
      MemorySegment buffer,
      long length,
      long data,
      long destination,
      long address,
      long key,
      long context) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int injectWrite(
      MemorySegment buffer, long length, long destination, long address, long key) {
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int injectWriteData(
      MemorySegment buffer, long length, long data, long destination, long address, long key) {
    return -Errno.EOPNOTSUPP;
  }
}

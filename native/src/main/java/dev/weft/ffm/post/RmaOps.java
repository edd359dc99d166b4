package dev.weft.ffm.post;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.RmaOperations;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.Operation;
import dev.weft.provider.fabric.check.PostFlags;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** {@code fi_rma(3)} of libfabric. */
abstract class RmaOps extends TaggedOps implements RmaOperations {
  private static final long READ = OpsLayouts.RMA.offset("read");
  private static final long READ_VECTOR = OpsLayouts.RMA.offset("readv");
  private static final long READ_MESSAGE = OpsLayouts.RMA.offset("readmsg");
  private static final long WRITE = OpsLayouts.RMA.offset("write");
  private static final long WRITE_VECTOR = OpsLayouts.RMA.offset("writev");
  private static final long WRITE_MESSAGE = OpsLayouts.RMA.offset("writemsg");
  private static final long INJECT = OpsLayouts.RMA.offset("inject");
  private static final long WRITE_DATA = OpsLayouts.RMA.offset("writedata");
  private static final long INJECT_DATA = OpsLayouts.RMA.offset("injectdata");

  private static final Struct LAYOUT = CallLayouts.RMA_MESSAGE;
  private static final long VECTOR = LAYOUT.offset("msg_iov");
  private static final long DESCRIPTORS = LAYOUT.offset("desc");
  private static final long COUNT = LAYOUT.offset("iov_count");
  private static final long ADDRESS = LAYOUT.offset("addr");
  private static final long REMOTE = LAYOUT.offset("rma_iov");
  private static final long REMOTE_COUNT = LAYOUT.offset("rma_iov_count");
  private static final long CONTEXT = LAYOUT.offset("context");
  private static final long DATA = LAYOUT.offset("data");

  private static final Struct RANGE = CallLayouts.RMA_IO_VECTOR;
  private static final long RANGE_ADDRESS = RANGE.offset("addr");
  private static final long RANGE_LENGTH = RANGE.offset("len");
  private static final long RANGE_KEY = RANGE.offset("key");

  RmaOps(ObjectClass objectClass, EndpointState state, long fid, Object context) {
    super(objectClass, state, fid, context);
  }

  @Override
  public int read(
      MemorySegment buffer, long length, long destination, long address, long key, long context) {
    long start = Checks.writableBuffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(RMA, destination, length, maxMessage);
      if (refused != 0) {
        return reported(RMA, refused);
      }
      Operation operation = send(context, sendFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(RMA, READ),
              fid(),
              start,
              length,
              descriptor(operation, buffer),
              destination,
              address,
              key,
              operation.address());
      return posted(RMA, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int readv(IoVector vector, long destination, long address, long key, long context) {
    requireUsable(vector, true);
    enter();
    try {
      int refused = refuseSend(RMA, destination, vector.totalLength(), maxMessage);
      refused = refused == 0 ? refuse(vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(RMA, refused);
      }
      Operation operation = fill(send(context, sendFlags), vector);
      long result =
          Downcalls.call(
              function(RMA, READ_VECTOR),
              fid(),
              operation.vector(),
              operation.descriptors(),
              vector.count(),
              destination,
              address,
              key,
              operation.address());
      return posted(RMA, operation, result);
    } finally {
      leave();
    }
  }

  /** Without {@code FI_REMOTE_CQ_DATA}, which applies to writes; udp of 1.17 crashes with it. */
  @Override
  public int readMsg(RmaMessage message, long flags) {
    requireUsable(Require.notNull("message", message).vector(), true);
    return post(READ_MESSAGE, message, flags & ~OperationFlags.REMOTE_CQ_DATA);
  }

  @Override
  public int write(
      MemorySegment buffer, long length, long destination, long address, long key, long context) {
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(RMA, destination, length, sendLimit(sendFlags));
      if (refused != 0) {
        return reported(RMA, refused);
      }
      Operation operation = send(context, sendFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(RMA, WRITE),
              fid(),
              start,
              length,
              descriptor(operation, buffer),
              destination,
              address,
              key,
              operation.address());
      return posted(RMA, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int writev(IoVector vector, long destination, long address, long key, long context) {
    requireUsable(vector, false);
    enter();
    try {
      int refused = refuseSend(RMA, destination, vector.totalLength(), sendLimit(sendFlags));
      refused = refused == 0 ? refuse(vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(RMA, refused);
      }
      Operation operation = fill(send(context, sendFlags), vector);
      long result =
          Downcalls.call(
              function(RMA, WRITE_VECTOR),
              fid(),
              operation.vector(),
              operation.descriptors(),
              vector.count(),
              destination,
              address,
              key,
              operation.address());
      return posted(RMA, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int writeMsg(RmaMessage message, long flags) {
    requireUsable(Require.notNull("message", message).vector(), false);
    return post(WRITE_MESSAGE, message, flags);
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
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(RMA, destination, length, sendLimit(sendFlags));
      if (refused != 0) {
        return reported(RMA, refused);
      }
      Operation operation = send(context, sendFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(RMA, WRITE_DATA),
              fid(),
              start,
              length,
              descriptor(operation, buffer),
              data,
              destination,
              address,
              key,
              operation.address());
      return posted(RMA, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int injectWrite(
      MemorySegment buffer, long length, long destination, long address, long key) {
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(RMA, destination, length, injectSize);
      return reported(
          RMA,
          refused != 0
              ? refused
              : (int)
                  Downcalls.call(
                      function(RMA, INJECT), fid(), start, length, destination, address, key));
    } finally {
      leave();
      Reference.reachabilityFence(buffer);
    }
  }

  @Override
  public int injectWriteData(
      MemorySegment buffer, long length, long data, long destination, long address, long key) {
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(RMA, destination, length, injectSize);
      return reported(
          RMA,
          refused != 0
              ? refused
              : (int)
                  Downcalls.call(
                      function(RMA, INJECT_DATA),
                      fid(),
                      start,
                      length,
                      data,
                      destination,
                      address,
                      key));
    } finally {
      leave();
      Reference.reachabilityFence(buffer);
    }
  }

  private int post(long function, RmaMessage message, long flags) {
    enter();
    try {
      IoVector vector = message.vector();
      int refused = refuseSend(RMA, message.address(), vector.totalLength(), sendLimit(flags));
      refused = refused == 0 ? PostFlags.refuse(flags, SENDING) : refused;
      refused = refused == 0 ? refuse(vector, info.transmit().ioVectorLimit()) : refused;
      refused = refused == 0 ? refuse(message.remote(), vector.totalLength()) : refused;
      if (refused != 0) {
        return reported(RMA, refused);
      }
      Operation operation = fill(send(message.context(), flags), vector);
      write(operation, message);
      return posted(
          RMA,
          operation,
          Downcalls.call(function(RMA, function), fid(), operation.message(), flags));
    } finally {
      leave();
    }
  }

  /** 0, or the error of too many ranges, or of another length than that of the buffers here. */
  private int refuse(RmaIoVector remote, long length) {
    return remote.totalLength() == length ? refuse(remote) : -Errno.EINVAL;
  }

  /** 0, or the error of too many ranges. */
  final int refuse(RmaIoVector remote) {
    long limit = Math.min(Operation.BUFFERS, info.transmit().remoteIoVectorLimit());
    return remote.count() > limit ? -Errno.EINVAL : 0;
  }

  private static void write(Operation operation, RmaMessage message) {
    RmaIoVector remote = message.remote();
    for (int i = 0; i < remote.count(); i++) {
      long range = operation.remote() + i * RANGE.size();
      CMemory.word(range + RANGE_ADDRESS, remote.address(i));
      CMemory.word(range + RANGE_LENGTH, remote.length(i));
      CMemory.word(range + RANGE_KEY, remote.key(i));
    }
    long struct = operation.message();
    CMemory.word(struct + VECTOR, operation.vector());
    CMemory.word(struct + DESCRIPTORS, operation.descriptors());
    CMemory.word(struct + COUNT, message.vector().count());
    CMemory.word(struct + ADDRESS, message.address());
    CMemory.word(struct + REMOTE, operation.remote());
    CMemory.word(struct + REMOTE_COUNT, remote.count());
    CMemory.word(struct + CONTEXT, operation.address());
    CMemory.word(struct + DATA, message.data());
  }
}

package dev.weft.ffm.object;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.TaggedOperations;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.Operation;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** {@code fi_tagged(3)} of libfabric. */
abstract class TaggedOps extends MessageOps implements TaggedOperations {
  private static final long RECV = OpsLayouts.TAGGED.offset("recv");
  private static final long RECV_VECTOR = OpsLayouts.TAGGED.offset("recvv");
  private static final long RECV_MESSAGE = OpsLayouts.TAGGED.offset("recvmsg");
  private static final long SEND = OpsLayouts.TAGGED.offset("send");
  private static final long SEND_VECTOR = OpsLayouts.TAGGED.offset("sendv");
  private static final long SEND_MESSAGE = OpsLayouts.TAGGED.offset("sendmsg");
  private static final long INJECT = OpsLayouts.TAGGED.offset("inject");
  private static final long SEND_DATA = OpsLayouts.TAGGED.offset("senddata");
  private static final long INJECT_DATA = OpsLayouts.TAGGED.offset("injectdata");

  private static final Struct LAYOUT = CallLayouts.TAGGED_MESSAGE;
  private static final long VECTOR = LAYOUT.offset("msg_iov");
  private static final long DESCRIPTORS = LAYOUT.offset("desc");
  private static final long COUNT = LAYOUT.offset("iov_count");
  private static final long ADDRESS = LAYOUT.offset("addr");
  private static final long TAG = LAYOUT.offset("tag");
  private static final long IGNORE = LAYOUT.offset("ignore");
  private static final long CONTEXT = LAYOUT.offset("context");
  private static final long DATA = LAYOUT.offset("data");

  TaggedOps(FabricInfo info, long fid, Object context) {
    super(info, fid, context);
  }

  @Override
  public int tsend(MemorySegment buffer, long length, long destination, long tag, long context) {
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(TAGGED, destination, length, maxMessage);
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = send(context, sendFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(TAGGED, SEND),
              fid(),
              start,
              length,
              descriptor(sends, operation, buffer),
              destination,
              tag,
              operation.address());
      return posted(TAGGED, sends, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int tsendv(IoVector vector, long destination, long tag, long context) {
    Checks.vector(vector, false);
    enter();
    try {
      int refused = refuseSend(TAGGED, destination, vector.totalLength(), maxMessage);
      refused = refused == 0 ? refuse(0, vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = fill(sends, send(context, sendFlags), vector);
      long result =
          Downcalls.call(
              function(TAGGED, SEND_VECTOR),
              fid(),
              operation.vector(),
              operation.descriptors(),
              vector.count(),
              destination,
              tag,
              operation.address());
      return posted(TAGGED, sends, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int tsendData(
      MemorySegment buffer, long length, long data, long destination, long tag, long context) {
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(TAGGED, destination, length, maxMessage);
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = send(context, sendFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(TAGGED, SEND_DATA),
              fid(),
              start,
              length,
              descriptor(sends, operation, buffer),
              data,
              destination,
              tag,
              operation.address());
      return posted(TAGGED, sends, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int tinject(MemorySegment buffer, long length, long destination, long tag) {
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(TAGGED, destination, length, injectSize);
      return reported(
          TAGGED,
          refused != 0
              ? refused
              : (int)
                  Downcalls.call(function(TAGGED, INJECT), fid(), start, length, destination, tag));
    } finally {
      leave();
      Reference.reachabilityFence(buffer);
    }
  }

  @Override
  public int tinjectData(MemorySegment buffer, long length, long data, long destination, long tag) {
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(TAGGED, destination, length, injectSize);
      return reported(
          TAGGED,
          refused != 0
              ? refused
              : (int)
                  Downcalls.call(
                      function(TAGGED, INJECT_DATA), fid(), start, length, data, destination, tag));
    } finally {
      leave();
      Reference.reachabilityFence(buffer);
    }
  }

  @Override
  public int trecv(
      MemorySegment buffer, long length, long source, long tag, long ignore, long context) {
    long start = Checks.writableBuffer(buffer, length);
    enter();
    try {
      int refused = refuseReceive(TAGGED, source);
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = receive(context, receiveFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(TAGGED, RECV),
              fid(),
              start,
              length,
              descriptor(receives, operation, buffer),
              source(source),
              tag,
              ignore,
              operation.address());
      return posted(TAGGED, receives, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int trecvv(IoVector vector, long source, long tag, long ignore, long context) {
    Checks.vector(vector, true);
    enter();
    try {
      int refused = refuseReceive(TAGGED, source);
      refused = refused == 0 ? refuse(0, vector, info.receive().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = fill(receives, receive(context, receiveFlags), vector);
      long result =
          Downcalls.call(
              function(TAGGED, RECV_VECTOR),
              fid(),
              operation.vector(),
              operation.descriptors(),
              vector.count(),
              source(source),
              tag,
              ignore,
              operation.address());
      return posted(TAGGED, receives, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int tsendMsg(TaggedMessage message, long flags) {
    IoVector vector = Require.notNull("message", message).vector();
    Checks.vector(vector, false);
    enter();
    try {
      long limit = sendLimit(flags);
      int refused = refuseSend(TAGGED, message.address(), vector.totalLength(), limit);
      refused = refused == 0 ? refuse(flags, vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = fill(sends, send(message.context(), flags), vector);
      write(operation, message, message.address());
      return posted(
          TAGGED,
          sends,
          operation,
          Downcalls.call(function(TAGGED, SEND_MESSAGE), fid(), operation.message(), flags));
    } finally {
      leave();
    }
  }

  @Override
  public int trecvMsg(TaggedMessage message, long flags) {
    IoVector vector = Require.notNull("message", message).vector();
    Checks.vector(vector, true);
    enter();
    try {
      int refused = refuseReceive(TAGGED, message.address());
      refused = refused == 0 ? refuse(flags, vector, info.receive().ioVectorLimit()) : refused;
      return refused != 0 ? reported(TAGGED, refused) : receive(message, flags);
    } finally {
      leave();
    }
  }

  /** Posts a receive; with CLAIM alone as the operation that reserved the message. */
  private int receive(TaggedMessage message, long flags) {
    boolean claims = (flags & OperationFlags.CLAIM) != 0;
    boolean looks = (flags & OperationFlags.PEEK) != 0;
    boolean takes = claims && !looks;
    Operation operation =
        takes ? receives.claimed(owner, message.context()) : receive(message.context(), flags);
    if (operation == null) {
      return reported(TAGGED, -Errno.EINVAL);
    }
    fill(receives, operation, message.vector()).claiming(claims && looks);
    write(operation, message, source(message.address()));
    int result =
        (int) Downcalls.call(function(TAGGED, RECV_MESSAGE), fid(), operation.message(), flags);
    if (result != 0 && takes) {
      operation.claiming(true);
      return reported(TAGGED, result);
    }
    return posted(TAGGED, receives, operation, result);
  }

  private static void write(Operation operation, TaggedMessage message, long peer) {
    long struct = operation.message();
    CMemory.word(struct + VECTOR, operation.vector());
    CMemory.word(struct + DESCRIPTORS, operation.descriptors());
    CMemory.word(struct + COUNT, message.vector().count());
    CMemory.word(struct + ADDRESS, peer);
    CMemory.word(struct + TAG, message.tag());
    CMemory.word(struct + IGNORE, message.ignore());
    CMemory.word(struct + CONTEXT, operation.address());
    CMemory.word(struct + DATA, message.data());
  }
}

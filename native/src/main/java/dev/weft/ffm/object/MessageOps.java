package dev.weft.ffm.object;

import dev.weft.argument.Require;
import dev.weft.fabric.MessageOperations;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.Operation;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** {@code fi_msg(3)} of libfabric. */
abstract class MessageOps extends AbstractEndpoint implements MessageOperations {
  private static final long RECV = OpsLayouts.MESSAGE.offset("recv");
  private static final long RECV_VECTOR = OpsLayouts.MESSAGE.offset("recvv");
  private static final long RECV_MESSAGE = OpsLayouts.MESSAGE.offset("recvmsg");
  private static final long SEND = OpsLayouts.MESSAGE.offset("send");
  private static final long SEND_VECTOR = OpsLayouts.MESSAGE.offset("sendv");
  private static final long SEND_MESSAGE = OpsLayouts.MESSAGE.offset("sendmsg");
  private static final long INJECT = OpsLayouts.MESSAGE.offset("inject");
  private static final long SEND_DATA = OpsLayouts.MESSAGE.offset("senddata");
  private static final long INJECT_DATA = OpsLayouts.MESSAGE.offset("injectdata");

  private static final Struct LAYOUT = CallLayouts.MESSAGE;
  private static final long VECTOR = LAYOUT.offset("msg_iov");
  private static final long DESCRIPTORS = LAYOUT.offset("desc");
  private static final long COUNT = LAYOUT.offset("iov_count");
  private static final long ADDRESS = LAYOUT.offset("addr");
  private static final long CONTEXT = LAYOUT.offset("context");
  private static final long DATA = LAYOUT.offset("data");

  MessageOps(FabricInfo info, long fid, Object context) {
    super(info, fid, context);
  }

  @Override
  public int send(MemorySegment buffer, long length, long destination, long context) {
    long address = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(MESSAGE, destination, length, maxMessage);
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = send(context, sendFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(MESSAGE, SEND),
              fid(),
              address,
              length,
              descriptor(sends, operation, buffer),
              destination,
              operation.address());
      return posted(MESSAGE, sends, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int sendv(IoVector vector, long destination, long context) {
    Checks.vector(vector, false);
    enter();
    try {
      int refused = refuseSend(MESSAGE, destination, vector.totalLength(), maxMessage);
      refused = refused == 0 ? refuse(0, vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = fill(sends, send(context, sendFlags), vector);
      return posted(
          MESSAGE, sends, operation, callVector(SEND_VECTOR, operation, vector, destination));
    } finally {
      leave();
    }
  }

  private long callVector(long function, Operation operation, IoVector vector, long peer) {
    return Downcalls.call(
        function(MESSAGE, function),
        fid(),
        operation.vector(),
        operation.descriptors(),
        vector.count(),
        peer,
        operation.address());
  }

  @Override
  public int sendMsg(Message message, long flags) {
    IoVector vector = Require.notNull("message", message).vector();
    Checks.vector(vector, false);
    enter();
    try {
      long limit = sendLimit(flags);
      int refused = refuseSend(MESSAGE, message.address(), vector.totalLength(), limit);
      refused = refused == 0 ? refuse(flags, vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = fill(sends, send(message.context(), flags), vector);
      write(operation, message, message.address());
      return posted(
          MESSAGE,
          sends,
          operation,
          Downcalls.call(function(MESSAGE, SEND_MESSAGE), fid(), operation.message(), flags));
    } finally {
      leave();
    }
  }

  private static void write(Operation operation, Message message, long peer) {
    long struct = operation.message();
    CMemory.word(struct + VECTOR, operation.vector());
    CMemory.word(struct + DESCRIPTORS, operation.descriptors());
    CMemory.word(struct + COUNT, message.vector().count());
    CMemory.word(struct + ADDRESS, peer);
    CMemory.word(struct + CONTEXT, operation.address());
    CMemory.word(struct + DATA, message.data());
  }

  @Override
  public int sendData(
      MemorySegment buffer, long length, long data, long destination, long context) {
    long address = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(MESSAGE, destination, length, maxMessage);
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = send(context, sendFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(MESSAGE, SEND_DATA),
              fid(),
              address,
              length,
              descriptor(sends, operation, buffer),
              data,
              destination,
              operation.address());
      return posted(MESSAGE, sends, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int inject(MemorySegment buffer, long length, long destination) {
    long address = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(MESSAGE, destination, length, injectSize);
      return reported(
          MESSAGE,
          refused != 0
              ? refused
              : (int)
                  Downcalls.call(function(MESSAGE, INJECT), fid(), address, length, destination));
    } finally {
      leave();
      Reference.reachabilityFence(buffer);
    }
  }

  @Override
  public int injectData(MemorySegment buffer, long length, long data, long destination) {
    long address = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(MESSAGE, destination, length, injectSize);
      return reported(
          MESSAGE,
          refused != 0
              ? refused
              : (int)
                  Downcalls.call(
                      function(MESSAGE, INJECT_DATA), fid(), address, length, data, destination));
    } finally {
      leave();
      Reference.reachabilityFence(buffer);
    }
  }

  @Override
  public int recv(MemorySegment buffer, long length, long source, long context) {
    long address = Checks.writableBuffer(buffer, length);
    enter();
    try {
      int refused = refuseReceive(MESSAGE, source);
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = receive(context, receiveFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(MESSAGE, RECV),
              fid(),
              address,
              length,
              descriptor(receives, operation, buffer),
              source(source),
              operation.address());
      return posted(MESSAGE, receives, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int recvv(IoVector vector, long source, long context) {
    Checks.vector(vector, true);
    enter();
    try {
      int refused = refuseReceive(MESSAGE, source);
      refused = refused == 0 ? refuse(0, vector, info.receive().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = fill(receives, receive(context, receiveFlags), vector);
      long result = callVector(RECV_VECTOR, operation, vector, source(source));
      return posted(MESSAGE, receives, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int recvMsg(Message message, long flags) {
    IoVector vector = Require.notNull("message", message).vector();
    Checks.vector(vector, true);
    enter();
    try {
      int refused = refuseReceive(MESSAGE, message.address());
      refused = refused == 0 ? refuse(flags, vector, info.receive().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = fill(receives, receive(message.context(), flags), vector);
      write(operation, message, source(message.address()));
      return posted(
          MESSAGE,
          receives,
          operation,
          Downcalls.call(function(MESSAGE, RECV_MESSAGE), fid(), operation.message(), flags));
    } finally {
      leave();
    }
  }
}

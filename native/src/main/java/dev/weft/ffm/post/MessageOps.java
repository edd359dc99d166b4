package dev.weft.ffm.post;

import dev.weft.argument.Require;
import dev.weft.fabric.MessageOperations;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.Operation;
import dev.weft.provider.fabric.check.PostFlags;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** {@code fi_msg(3)} of libfabric: what sends. */
abstract class MessageOps extends ReceiveOps implements MessageOperations {
  private static final long SEND = OpsLayouts.MESSAGE.offset("send");
  private static final long SEND_VECTOR = OpsLayouts.MESSAGE.offset("sendv");
  private static final long SEND_MESSAGE = OpsLayouts.MESSAGE.offset("sendmsg");
  private static final long INJECT = OpsLayouts.MESSAGE.offset("inject");
  private static final long SEND_DATA = OpsLayouts.MESSAGE.offset("senddata");
  private static final long INJECT_DATA = OpsLayouts.MESSAGE.offset("injectdata");

  MessageOps(ObjectClass objectClass, EndpointState state, long fid, Object context) {
    super(objectClass, state, fid, context);
  }

  @Override
  public int send(MemorySegment buffer, long length, long destination, long context) {
    long address = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(MESSAGE, destination, length, sendLimit(sendFlags));
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
              descriptor(operation, buffer),
              destination,
              operation.address());
      return posted(MESSAGE, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int sendv(IoVector vector, long destination, long context) {
    requireUsable(vector, false);
    enter();
    try {
      int refused = refuseSend(MESSAGE, destination, vector.totalLength(), sendLimit(sendFlags));
      refused = refused == 0 ? refuse(vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = fill(send(context, sendFlags), vector);
      long result =
          Downcalls.call(
              function(MESSAGE, SEND_VECTOR),
              fid(),
              operation.vector(),
              operation.descriptors(),
              vector.count(),
              destination,
              operation.address());
      return posted(MESSAGE, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int sendMsg(Message message, long flags) {
    IoVector vector = Require.notNull("message", message).vector();
    requireUsable(vector, false);
    enter();
    try {
      long limit = sendLimit(flags);
      int refused = refuseSend(MESSAGE, message.address(), vector.totalLength(), limit);
      refused = refused == 0 ? PostFlags.refuse(flags, SENDING) : refused;
      refused = refused == 0 ? refuse(vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = fill(send(message.context(), flags), vector);
      MessageStructs.write(operation, message, message.address());
      return posted(
          MESSAGE,
          operation,
          Downcalls.call(
              function(MESSAGE, SEND_MESSAGE), fid(), operation.message(), flags & shownFlags));
    } finally {
      leave();
    }
  }

  @Override
  public int sendData(
      MemorySegment buffer, long length, long data, long destination, long context) {
    long address = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(MESSAGE, destination, length, sendLimit(sendFlags));
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
              descriptor(operation, buffer),
              data,
              destination,
              operation.address());
      return posted(MESSAGE, operation, result);
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
}

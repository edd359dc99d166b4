package dev.weft.ffm.post;

import dev.weft.argument.Require;
import dev.weft.fabric.TaggedOperations;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.Operation;
import dev.weft.provider.fabric.check.PostFlags;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** {@code fi_tagged(3)} of libfabric: what sends. */
abstract class TaggedOps extends MessageOps implements TaggedOperations {
  private static final long SEND = OpsLayouts.TAGGED.offset("send");
  private static final long SEND_VECTOR = OpsLayouts.TAGGED.offset("sendv");
  private static final long SEND_MESSAGE = OpsLayouts.TAGGED.offset("sendmsg");
  private static final long INJECT = OpsLayouts.TAGGED.offset("inject");
  private static final long SEND_DATA = OpsLayouts.TAGGED.offset("senddata");
  private static final long INJECT_DATA = OpsLayouts.TAGGED.offset("injectdata");

  TaggedOps(ObjectClass objectClass, EndpointState state, long fid, Object context) {
    super(objectClass, state, fid, context);
  }

  @Override
  public int tsend(MemorySegment buffer, long length, long destination, long tag, long context) {
    long start = Checks.buffer(buffer, length);
    enter();
    try {
      int refused = refuseSend(TAGGED, destination, length, sendLimit(sendFlags));
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
              descriptor(operation, buffer),
              destination,
              tag,
              operation.address());
      return posted(TAGGED, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int tsendv(IoVector vector, long destination, long tag, long context) {
    requireUsable(vector, false);
    enter();
    try {
      int refused = refuseSend(TAGGED, destination, vector.totalLength(), sendLimit(sendFlags));
      refused = refused == 0 ? refuse(vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = fill(send(context, sendFlags), vector);
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
      return posted(TAGGED, operation, result);
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
      int refused = refuseSend(TAGGED, destination, length, sendLimit(sendFlags));
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
              descriptor(operation, buffer),
              data,
              destination,
              tag,
              operation.address());
      return posted(TAGGED, operation, result);
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
  public int tsendMsg(TaggedMessage message, long flags) {
    IoVector vector = Require.notNull("message", message).vector();
    requireUsable(vector, false);
    enter();
    try {
      long limit = sendLimit(flags);
      int refused = refuseSend(TAGGED, message.address(), vector.totalLength(), limit);
      refused = refused == 0 ? PostFlags.refuse(flags, SENDING) : refused;
      refused = refused == 0 ? refuse(vector, info.transmit().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = fill(send(message.context(), flags), vector);
      MessageStructs.write(operation, message, message.address());
      return posted(
          TAGGED,
          operation,
          Downcalls.call(
              function(TAGGED, SEND_MESSAGE), fid(), operation.message(), flags & shownFlags));
    } finally {
      leave();
    }
  }
}

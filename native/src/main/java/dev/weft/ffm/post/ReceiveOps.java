package dev.weft.ffm.post;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MessageReceiveOperations;
import dev.weft.fabric.TaggedReceiveOperations;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.Operation;
import dev.weft.provider.fabric.check.PostFlags;
import java.lang.foreign.MemorySegment;

/** The receives of {@code fi_msg(3)} and {@code fi_tagged(3)} of libfabric. */
public abstract class ReceiveOps extends PostOps
    implements MessageReceiveOperations, TaggedReceiveOperations {
  private static final long RECV = OpsLayouts.MESSAGE.offset("recv");
  private static final long RECV_VECTOR = OpsLayouts.MESSAGE.offset("recvv");
  private static final long RECV_MESSAGE = OpsLayouts.MESSAGE.offset("recvmsg");
  private static final long TAGGED_RECV = OpsLayouts.TAGGED.offset("recv");
  private static final long TAGGED_RECV_VECTOR = OpsLayouts.TAGGED.offset("recvv");
  private static final long TAGGED_RECV_MESSAGE = OpsLayouts.TAGGED.offset("recvmsg");

  /** Flags of untagged receives. */
  private final long messageFlags;

  /** An endpoint, or a context that receives. */
  protected ReceiveOps(ObjectClass objectClass, EndpointState state, long fid, Object context) {
    super(objectClass, state, fid, context);
    boolean multiple = (info.capabilities() & Capabilities.MULTI_RECV) != 0;
    this.messageFlags = PostFlags.RECEIVING | (multiple ? OperationFlags.MULTI_RECV : 0);
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
      Operation operation = receive(context, receiveFlags).keep(buffer).into(address, length);
      long result =
          Downcalls.call(
              function(MESSAGE, RECV),
              fid(),
              address,
              length,
              descriptor(operation, buffer),
              source(source),
              operation.address());
      return posted(MESSAGE, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int recvv(IoVector vector, long source, long context) {
    requireUsable(vector, true);
    enter();
    try {
      int refused = refuseReceive(MESSAGE, source);
      refused = refused == 0 ? refuse(vector, info.receive().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = fill(receive(context, receiveFlags), vector);
      long result =
          Downcalls.call(
              function(MESSAGE, RECV_VECTOR),
              fid(),
              operation.vector(),
              operation.descriptors(),
              vector.count(),
              source(source),
              operation.address());
      return posted(MESSAGE, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int recvMsg(Message message, long flags) {
    IoVector vector = Require.notNull("message", message).vector();
    requireUsable(vector, true);
    enter();
    try {
      int refused = refuseReceive(MESSAGE, message.address());
      refused = refused == 0 ? PostFlags.refuse(flags, messageFlags) : refused;
      refused = refused == 0 ? refuse(vector, info.receive().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(MESSAGE, refused);
      }
      Operation operation = fill(receive(message.context(), flags), vector);
      MessageStructs.write(operation, message, source(message.address()));
      return posted(
          MESSAGE,
          operation,
          Downcalls.call(function(MESSAGE, RECV_MESSAGE), fid(), operation.message(), flags));
    } finally {
      leave();
    }
  }

  @Override
  public int trecv(
      MemorySegment buffer, long length, long source, long tag, long ignore, long context) {
    long start = Checks.writableBuffer(buffer, length);
    enter();
    try {
      int refused = refuseTagged(source, 0);
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = receive(context, receiveFlags).keep(buffer);
      long result =
          Downcalls.call(
              function(TAGGED, TAGGED_RECV),
              fid(),
              start,
              length,
              descriptor(operation, buffer),
              source(source),
              tag,
              ignore,
              operation.address());
      return posted(TAGGED, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int trecvv(IoVector vector, long source, long tag, long ignore, long context) {
    requireUsable(vector, true);
    enter();
    try {
      int refused = refuseTagged(source, 0);
      refused = refused == 0 ? refuse(vector, info.receive().ioVectorLimit()) : refused;
      if (refused != 0) {
        return reported(TAGGED, refused);
      }
      Operation operation = fill(receive(context, receiveFlags), vector);
      long result =
          Downcalls.call(
              function(TAGGED, TAGGED_RECV_VECTOR),
              fid(),
              operation.vector(),
              operation.descriptors(),
              vector.count(),
              source(source),
              tag,
              ignore,
              operation.address());
      return posted(TAGGED, operation, result);
    } finally {
      leave();
    }
  }

  @Override
  public int trecvMsg(TaggedMessage message, long flags) {
    IoVector vector = Require.notNull("message", message).vector();
    requireUsable(vector, true);
    enter();
    try {
      int refused = refuseTagged(message.address(), flags);
      refused = refused == 0 ? refuse(vector, info.receive().ioVectorLimit()) : refused;
      return refused != 0 ? reported(TAGGED, refused) : receive(message, flags);
    } finally {
      leave();
    }
  }

  private int refuseTagged(long source, long flags) {
    int refused = refuseReceive(TAGGED, source);
    return refused == 0 ? refuseTagged(flags) : refused;
  }

  /** 0, or why a tagged receive with these flags is refused. */
  protected int refuseTagged(long flags) {
    return PostFlags.refuseTagged(flags);
  }

  /** Posts a receive; with CLAIM alone as the operation that reserved the message. */
  private int receive(TaggedMessage message, long flags) {
    boolean claims = (flags & OperationFlags.CLAIM) != 0;
    boolean looks = (flags & OperationFlags.PEEK) != 0;
    boolean takes = claims && !looks;
    Operation operation =
        takes ? state.claimed(message.context()) : receive(message.context(), flags);
    if (operation == null) {
      return reported(TAGGED, -Errno.EINVAL);
    }
    fill(operation, message.vector()).claiming(claims && looks);
    MessageStructs.write(operation, message, source(message.address()));
    int result =
        (int)
            Downcalls.call(
                function(TAGGED, TAGGED_RECV_MESSAGE), fid(), operation.message(), flags);
    if (result != 0 && takes) {
      operation.claiming(true);
      return reported(TAGGED, result);
    }
    return posted(TAGGED, operation, result);
  }
}

package dev.weft.provider.fabric.post;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.TaggedOperations;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.nic.matching.PostedReceive;
import dev.weft.nic.message.SendWork;
import dev.weft.provider.fabric.check.PostFlags;
import dev.weft.provider.fabric.endpoint.DelayedPost;
import dev.weft.provider.fabric.endpoint.EndpointState;
import java.lang.foreign.MemorySegment;

/** Implements {@code fi_tagged(3)}. */
public abstract class TaggedOps extends MessageOps implements TaggedOperations {
  public static final DelayedPost.Kind SENT_TAGGED =
      new DelayedPost.Kind(false, CompletionFlags.SEND | CompletionFlags.TAGGED);
  public static final DelayedPost.Kind RECEIVED_TAGGED =
      new DelayedPost.Kind(true, CompletionFlags.RECV | CompletionFlags.TAGGED);

  TaggedOps(EndpointState state, Object context) {
    super(state, context);
  }

  @Override
  public int tsend(MemorySegment buffer, long length, long destination, long tag, long context) {
    int refused = enterToSend(SENT_TAGGED, buffer, length, lengthLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      return post(tagged(work(buffer, length), tag), destination, context, 0, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int tsendData(
      MemorySegment buffer, long length, long data, long destination, long tag, long context) {
    int refused = enterToSend(SENT_TAGGED, buffer, length, lengthLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      long flags = sendFlags | OperationFlags.REMOTE_CQ_DATA;
      return post(tagged(work(buffer, length), tag), destination, context, data, flags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int tsendv(IoVector vector, long destination, long tag, long context) {
    int refused = enterToSend(SENT_TAGGED, vector, lengthLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      return post(tagged(work(vector), tag), destination, context, 0, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int tsendMsg(TaggedMessage message, long flags) {
    Require.notNull("message", message);
    if ((flags & PostFlags.LATER) != 0) {
      TaggedMessage copy = message.copy();
      DelayedPost operation =
          later(SENT_TAGGED, copy.context(), flags, rest -> tsendMsg(copy, rest));
      return sendLater(operation, copy.trigger(), copy.address(), flags);
    }
    int refusedFlags = refuseSendFlags(SENT_TAGGED, flags);
    int refused =
        refusedFlags != 0
            ? refusedFlags
            : enterToSend(SENT_TAGGED, message.vector(), lengthLimit(flags));
    if (refused != 0) {
      return refused;
    }
    try {
      SendWork work = tagged(work(message.vector()), message.tag());
      return post(work, message.address(), message.context(), message.data(), flags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int tinject(MemorySegment buffer, long length, long destination, long tag) {
    return tinject(buffer, length, 0, destination, tag, 0);
  }

  @Override
  public int tinjectData(MemorySegment buffer, long length, long data, long destination, long tag) {
    return tinject(buffer, length, data, destination, tag, OperationFlags.REMOTE_CQ_DATA);
  }

  private int tinject(
      MemorySegment buffer, long length, long data, long destination, long tag, long flags) {
    int refused = enterToSend(SENT_TAGGED, buffer, length, injectSize());
    if (refused != 0) {
      return refused;
    }
    try {
      return inject(tagged(work(buffer, length), tag), destination, data, flags);
    } finally {
      machine().exit();
    }
  }

  private static SendWork tagged(SendWork work, long tag) {
    work.tagged = true;
    work.tag = tag;
    work.completionFlags = CompletionFlags.SEND | CompletionFlags.TAGGED;
    return work;
  }

  @Override
  public int trecv(
      MemorySegment buffer, long length, long source, long tag, long ignore, long context) {
    int refused = enterToReceive(RECEIVED_TAGGED, buffer, length);
    if (refused != 0) {
      return refused;
    }
    try {
      PostedReceive receive = takeReceive(RECEIVED_TAGGED);
      if (receive == null) {
        return -Errno.EAGAIN;
      }
      receive.buffers.add(buffer, prefix(), length - prefix());
      tagged(receive, tag, ignore);
      describe(receive, source, context, receiveFlags & ~OperationFlags.MULTI_RECV);
      return post(receive, true);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int trecvv(IoVector vector, long source, long tag, long ignore, long context) {
    int refused = enterToReceive(RECEIVED_TAGGED, vector);
    if (refused != 0) {
      return refused;
    }
    try {
      PostedReceive receive = takeReceive(RECEIVED_TAGGED, vector);
      if (receive == null) {
        return -Errno.EAGAIN;
      }
      tagged(receive, tag, ignore);
      describe(receive, source, context, receiveFlags & ~OperationFlags.MULTI_RECV);
      return post(receive, true);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int trecvMsg(TaggedMessage message, long flags) {
    Require.notNull("message", message);
    if ((flags & OperationFlags.TRIGGER) != 0) {
      TaggedMessage copy = message.copy();
      DelayedPost operation =
          later(RECEIVED_TAGGED, copy.context(), flags, rest -> trecvMsg(copy, rest));
      return receiveLater(operation, copy.trigger(), flags);
    }
    int refusedFlags = reported(RECEIVED_TAGGED, PostFlags.refuseTagged(flags));
    int refused = refusedFlags != 0 ? refusedFlags : enterToReceive(message, flags);
    if (refused != 0) {
      return refused;
    }
    try {
      boolean peek = (flags & OperationFlags.PEEK) != 0;
      PostedReceive receive =
          peek ? takeReceive(RECEIVED_TAGGED) : takeReceive(RECEIVED_TAGGED, message.vector());
      if (receive == null) {
        return -Errno.EAGAIN;
      }
      tagged(receive, message.tag(), message.ignore());
      describe(receive, message.address(), message.context(), flags);
      return look(receive, flags);
    } finally {
      machine().exit();
    }
  }

  /** Enters to receive. A peek has no buffers and needs no prefix. */
  private int enterToReceive(TaggedMessage message, long flags) {
    if ((flags & OperationFlags.PEEK) == 0) {
      return enterToReceive(RECEIVED_TAGGED, message.vector());
    }
    return enterToStart(RECEIVED_TAGGED);
  }

  private int look(PostedReceive receive, long flags) {
    boolean discard = (flags & OperationFlags.DISCARD) != 0;
    boolean claim = (flags & OperationFlags.CLAIM) != 0;
    if ((flags & OperationFlags.PEEK) != 0) {
      machine().peek(signaled(receive), claim, discard);
    } else if (claim) {
      machine().takeClaimed(discard ? signaled(receive) : receive, discard);
    } else {
      return post(receive, true);
    }
    return 0;
  }

  /** Requests a completion; the result of a peek is always reported. */
  private static PostedReceive signaled(PostedReceive receive) {
    receive.signaled = true;
    return receive;
  }

  private static void tagged(PostedReceive receive, long tag, long ignore) {
    receive.tag = tag;
    receive.ignore = ignore;
    receive.completionFlags = CompletionFlags.RECV | CompletionFlags.TAGGED;
  }
}

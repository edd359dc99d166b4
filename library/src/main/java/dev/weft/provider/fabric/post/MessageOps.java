package dev.weft.provider.fabric.post;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MessageOperations;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.nic.matching.PostedReceive;
import dev.weft.nic.message.SendWork;
import dev.weft.provider.fabric.check.EndpointArguments;
import dev.weft.provider.fabric.check.PostFlags;
import dev.weft.provider.fabric.endpoint.DelayedPost;
import dev.weft.provider.fabric.endpoint.EndpointState;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;

/**
 * Implements {@code fi_msg(3)}. Every send is: check, enter the machine, fill in the work, send,
 * exit. Every receive is: check, enter, take a receive, fill it in, post, exit.
 */
public abstract class MessageOps extends PostChecks implements MessageOperations {
  public static final DelayedPost.Kind SENT =
      new DelayedPost.Kind(false, CompletionFlags.SEND | CompletionFlags.MSG);
  public static final DelayedPost.Kind RECEIVED =
      new DelayedPost.Kind(true, CompletionFlags.RECV | CompletionFlags.MSG);

  MessageOps(EndpointState state, Object context) {
    super(state, context);
  }

  // Sending.

  @Override
  public int send(MemorySegment buffer, long length, long destination, long context) {
    return send(buffer, length, destination, context, 0, sendFlags);
  }

  @Override
  public int sendData(
      MemorySegment buffer, long length, long data, long destination, long context) {
    long flags = sendFlags | OperationFlags.REMOTE_CQ_DATA;
    return send(buffer, length, destination, context, data, flags);
  }

  private int send(
      MemorySegment buffer, long length, long destination, long context, long data, long flags) {
    int refused = enterToSend(SENT, buffer, length, lengthLimit(flags));
    if (refused != 0) {
      return refused;
    }
    try {
      SendWork work = untagged(work(buffer, length));
      return post(work, destination, context, data, flags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int sendv(IoVector vector, long destination, long context) {
    return sendv(vector, destination, context, 0, sendFlags);
  }

  @Override
  public int sendMsg(Message message, long flags) {
    Require.notNull("message", message);
    if ((flags & PostFlags.LATER) != 0) {
      Message copy = message.copy();
      DelayedPost operation = later(SENT, copy.context(), flags, rest -> sendMsg(copy, rest));
      return sendLater(operation, copy.trigger(), copy.address(), flags);
    }
    int refused = refuseSendFlags(SENT, flags);
    return refused != 0
        ? refused
        : sendv(message.vector(), message.address(), message.context(), message.data(), flags);
  }

  private int sendv(IoVector vector, long destination, long context, long data, long flags) {
    int refused = enterToSend(SENT, vector, lengthLimit(flags));
    if (refused != 0) {
      return refused;
    }
    try {
      return post(untagged(work(vector)), destination, context, data, flags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int inject(MemorySegment buffer, long length, long destination) {
    return inject(buffer, length, 0, destination, 0);
  }

  @Override
  public int injectData(MemorySegment buffer, long length, long data, long destination) {
    return inject(buffer, length, data, destination, OperationFlags.REMOTE_CQ_DATA);
  }

  private int inject(MemorySegment buffer, long length, long data, long destination, long flags) {
    int refused = enterToSend(SENT, buffer, length, injectSize());
    if (refused != 0) {
      return refused;
    }
    try {
      return inject(untagged(work(buffer, length)), destination, data, flags);
    } finally {
      machine().exit();
    }
  }

  final int inject(SendWork work, long destination, long data, long flags) {
    work.failAtOnce = true;
    work.signaled = false;
    return route(work, destination, 0, data, flags);
  }

  final int post(SendWork work, long destination, long context, long data, long flags) {
    work.failAtOnce = false;
    work.signaled = !state.selectiveSends || (flags & OperationFlags.COMPLETION) != 0;
    return route(work, destination, context, data, flags);
  }

  private int route(SendWork work, long destination, long context, long data, long flags) {
    Link link = state.link(destination);
    int refused = state.refuseMessage(link);
    if (refused != 0) {
      return reported(work.completionFlags, refused);
    }
    work.aim(link, completion(flags));
    work.context = context;
    work.hasData = (flags & OperationFlags.REMOTE_CQ_DATA) != 0;
    work.data = work.hasData ? data : 0;
    return reported(work.completionFlags, machine().initiator().send(work));
  }

  private static SendWork.Completion completion(long flags) {
    if ((flags & ACKNOWLEDGED) == 0) {
      return SendWork.Completion.TRANSMITTED;
    }
    return (flags & OperationFlags.MATCH_COMPLETE) != 0
        ? SendWork.Completion.MATCHED
        : SendWork.Completion.DELIVERED;
  }

  private static SendWork untagged(SendWork work) {
    work.tagged = false;
    work.tag = 0;
    work.completionFlags = CompletionFlags.SEND | CompletionFlags.MSG;
    return work;
  }

  final SendWork work(MemorySegment buffer, long length) {
    SendWork work = machine().initiator().sendWork();
    work.buffers.clear();
    work.buffers.add(buffer, prefix(), length - prefix());
    return work;
  }

  final SendWork work(IoVector vector) {
    SendWork work = machine().initiator().sendWork();
    EndpointArguments.fill(work.buffers, vector, prefix());
    return work;
  }

  // Receiving.

  @Override
  public int recv(MemorySegment buffer, long length, long source, long context) {
    int refused = enterToReceive(RECEIVED, buffer, length);
    if (refused != 0) {
      return refused;
    }
    try {
      PostedReceive receive = takeReceive(RECEIVED);
      if (receive == null) {
        return -Errno.EAGAIN;
      }
      receive.buffers.add(buffer, prefix(), length - prefix());
      return post(receive, source, context, receiveFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int recvv(IoVector vector, long source, long context) {
    return receive(vector, source, context, receiveFlags);
  }

  @Override
  public int recvMsg(Message message, long flags) {
    Require.notNull("message", message);
    if ((flags & OperationFlags.TRIGGER) != 0) {
      Message copy = message.copy();
      DelayedPost operation = later(RECEIVED, copy.context(), flags, rest -> recvMsg(copy, rest));
      return receiveLater(operation, copy.trigger(), flags);
    }
    int refused = reported(RECEIVED, PostFlags.refuse(flags, PostFlags.RECEIVING | multiReceive()));
    return refused != 0
        ? refused
        : receive(message.vector(), message.address(), message.context(), flags);
  }

  private int receive(IoVector vector, long source, long context, long flags) {
    int refused = enterToReceive(RECEIVED, vector);
    if (refused != 0) {
      return refused;
    }
    try {
      PostedReceive receive = takeReceive(RECEIVED, vector);
      return receive == null ? -Errno.EAGAIN : post(receive, source, context, flags);
    } finally {
      machine().exit();
    }
  }

  private int post(PostedReceive receive, long source, long context, long flags) {
    receive.tag = 0;
    receive.ignore = -1;
    receive.completionFlags = CompletionFlags.RECV | CompletionFlags.MSG;
    describe(receive, source, context, flags);
    return post(receive, false);
  }

  /** Posts a receive that is filled in; 0, or why it is refused. Caller holds the lock. */
  final int post(PostedReceive receive, boolean tagged) {
    if (state.receivesEndWithPeer && receive.source != FabricAddress.UNSPEC) {
      return postWithPeer(receive, tagged);
    }
    machine().post(receive, tagged);
    return 0;
  }

  private int postWithPeer(PostedReceive receive, boolean tagged) {
    int refused = state.bindToPeer(receive, receive.source);
    if (refused == 0) {
      machine().peerBoundReceives().post(receive, tagged);
    } else {
      machine().putBackReceive(receive);
    }
    return reported(receive.completionFlags, refused);
  }

  /** Fills in the fields that tagged and untagged receives share. */
  final void describe(PostedReceive receive, long source, long context, long flags) {
    receive.source = state.has(Capabilities.DIRECTED_RECV) ? source : FabricAddress.UNSPEC;
    receive.context = context;
    receive.prefix = prefix();
    receive.multi = (flags & OperationFlags.MULTI_RECV) != 0;
    receive.minimumFree = state.minimumMultiReceive;
    receive.signaled = !state.selectiveReceives || (flags & OperationFlags.COMPLETION) != 0;
  }

  /** A receive with these buffers, or null if there is no room. Caller holds the lock. */
  final PostedReceive takeReceive(DelayedPost.Kind kind, IoVector vector) {
    PostedReceive receive = takeReceive(kind);
    if (receive != null) {
      EndpointArguments.fill(receive.buffers, vector, prefix());
    }
    return receive;
  }
}

package dev.weft.software.fabric;

import dev.weft.fabric.Capabilities;
import dev.weft.fabric.CompletionFlags;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.IoVector;
import dev.weft.fabric.Message;
import dev.weft.fabric.MessageOperations;
import dev.weft.fabric.ObjectClass;
import dev.weft.fabric.OperationFlags;
import dev.weft.software.EndpointMachine;
import dev.weft.software.PostedReceive;
import dev.weft.software.SendWork;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_msg(3)} in terms of the machine. Every send is: check, enter, fill in the work, send,
 * exit; every receive: check, enter, take a receive, fill it in, post, exit.
 */
abstract class MessageFace extends SoftwareObject implements MessageOperations {
  private static final long SENDING =
      OperationFlags.COMPLETION
          | OperationFlags.INJECT
          | OperationFlags.INJECT_COMPLETE
          | OperationFlags.TRANSMIT_COMPLETE
          | OperationFlags.DELIVERY_COMPLETE
          | OperationFlags.MATCH_COMPLETE
          | OperationFlags.MORE
          | OperationFlags.REMOTE_CQ_DATA;
  private static final long KNOWN_BUT_NOT_DONE =
      OperationFlags.COMMIT_COMPLETE
          | OperationFlags.FENCE
          | OperationFlags.TRIGGER
          | OperationFlags.AUTH_KEY;
  private static final long RECEIVING =
      OperationFlags.COMPLETION
          | OperationFlags.MORE
          | OperationFlags.INJECT_COMPLETE
          | OperationFlags.TRANSMIT_COMPLETE
          | OperationFlags.DELIVERY_COMPLETE;

  /** What completes only when the receiver answers. */
  static final long ACKNOWLEDGED = OperationFlags.DELIVERY_COMPLETE | OperationFlags.MATCH_COMPLETE;

  final EndpointState state;
  private final long prefix;
  private final long maximumLength;
  private final long injectSize;
  volatile long sendFlags;
  volatile long receiveFlags;

  MessageFace(EndpointState state, Object context) {
    super(ObjectClass.EP, context);
    this.state = state;
    this.prefix = state.info.endpoint().messagePrefixSize();
    this.maximumLength = state.info.endpoint().maxMessageSize() + prefix;
    this.injectSize = state.info.transmit().injectSize() + prefix;
    this.sendFlags = state.info.transmit().operationFlags();
    this.receiveFlags = state.info.receive().operationFlags();
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
    int refused = enterToSend(buffer, length, maximumLength);
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
    Arguments.notNull("message", message);
    int refused = refuseSendFlags(flags);
    return refused != 0
        ? refused
        : sendv(message.vector(), message.address(), message.context(), message.data(), flags);
  }

  private int sendv(IoVector vector, long destination, long context, long data, long flags) {
    int refused = enterToSend(vector, lengthLimit(flags));
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
    int refused = enterToSend(buffer, length, injectSize);
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
    work.link = state.link(destination);
    int refused = work.link == null ? state.refuse(destination) : 0;
    if (refused != 0) {
      return refused;
    }
    work.context = context;
    work.hasData = (flags & OperationFlags.REMOTE_CQ_DATA) != 0;
    work.data = work.hasData ? data : 0;
    work.completion = completion(flags);
    return machine().send(work);
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
    SendWork work = machine().sendWork();
    work.buffers.clear();
    work.buffers.add(buffer, prefix, length - prefix);
    return work;
  }

  final SendWork work(IoVector vector) {
    SendWork work = machine().sendWork();
    EndpointArguments.fill(work.buffers, vector, prefix);
    return work;
  }

  /** 0 and inside the machine, or why nothing can be sent. */
  final int enterToSend(MemorySegment buffer, long length, long limit) {
    requireOpen();
    Arguments.buffer(buffer, length);
    return enter(length, limit);
  }

  /** 0 and inside the machine, or why nothing can be sent. */
  final int enterToSend(IoVector vector, long limit) {
    requireOpen();
    int refused = EndpointArguments.refuse(vector, false);
    return refused != 0 ? refused : enter(vector.totalLength(), limit);
  }

  private int enter(long length, long limit) {
    EndpointMachine machine = state.machine;
    if (machine == null) {
      return -Errno.EOPBADSTATE;
    }
    if (length > limit) {
      return -Errno.EMSGSIZE;
    }
    if (length < prefix) {
      return -Errno.EINVAL;
    }
    machine.enter();
    if (machine.isClosed()) {
      machine.exit();
      requireOpen();
    }
    return 0;
  }

  /** What an operation with these flags may be long at most. */
  final long lengthLimit(long flags) {
    return (flags & OperationFlags.INJECT) != 0 ? injectSize : maximumLength;
  }

  final long maximumLength() {
    return maximumLength;
  }

  final long injectSize() {
    return injectSize;
  }

  /** 0, or why a send cannot have these flags. */
  final int refuseSendFlags(long flags) {
    int refused = refuseFlags(flags, SENDING);
    boolean acknowledged = (flags & ACKNOWLEDGED) != 0;
    return refused == 0 && acknowledged && !state.isReliable() ? -Errno.EOPNOTSUPP : refused;
  }

  private static int refuseFlags(long flags, long allowed) {
    if ((flags & KNOWN_BUT_NOT_DONE) != 0) {
      return -Errno.EOPNOTSUPP;
    }
    return (flags & ~allowed) == 0 ? 0 : -Errno.EBADFLAGS;
  }

  // Receiving.

  @Override
  public int recv(MemorySegment buffer, long length, long source, long context) {
    int refused = enterToReceive(buffer, length);
    if (refused != 0) {
      return refused;
    }
    try {
      PostedReceive receive = machine().takeReceive();
      if (receive == null) {
        return -Errno.EAGAIN;
      }
      receive.buffers.add(buffer, prefix, length - prefix);
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
    Arguments.notNull("message", message);
    int refused = refuseReceiveFlags(flags, multiReceive());
    return refused != 0
        ? refused
        : receive(message.vector(), message.address(), message.context(), flags);
  }

  private int receive(IoVector vector, long source, long context, long flags) {
    int refused = enterToReceive(vector);
    if (refused != 0) {
      return refused;
    }
    try {
      PostedReceive receive = takeReceive(vector);
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
    machine().post(receive, false);
    return 0;
  }

  /** What is the same for tagged and untagged receives. */
  final void describe(PostedReceive receive, long source, long context, long flags) {
    receive.source = state.has(Capabilities.DIRECTED_RECV) ? source : FabricAddress.UNSPEC;
    receive.context = context;
    receive.prefix = prefix;
    receive.multi = (flags & OperationFlags.MULTI_RECV) != 0;
    receive.minimumFree = state.minimumMultiReceive;
    receive.signaled = !state.selectiveReceives || (flags & OperationFlags.COMPLETION) != 0;
  }

  /** Inside the machine: a receive with these buffers, or null where there is no room. */
  final PostedReceive takeReceive(IoVector vector) {
    PostedReceive receive = machine().takeReceive();
    if (receive != null) {
      EndpointArguments.fill(receive.buffers, vector, prefix);
    }
    return receive;
  }

  /** 0 and inside the machine, or why nothing can be received. */
  final int enterToReceive(MemorySegment buffer, long length) {
    requireOpen();
    Arguments.writableBuffer(buffer, length);
    return enter(length, Long.MAX_VALUE);
  }

  /** 0 and inside the machine, or why nothing can be received. */
  final int enterToReceive(IoVector vector) {
    requireOpen();
    int refused = EndpointArguments.refuse(vector, true);
    return refused != 0 ? refused : enter(vector.totalLength(), Long.MAX_VALUE);
  }

  /** 0 and inside the machine, or why nothing can be looked for. */
  final int enterToLook() {
    requireOpen();
    return enter(prefix, Long.MAX_VALUE);
  }

  /** 0, or why a receive cannot have these flags; {@code more} are allowed too. */
  static int refuseReceiveFlags(long flags, long more) {
    return refuseFlags(flags, RECEIVING | more);
  }

  /** The flag of multi-receives where the endpoint has them. */
  final long multiReceive() {
    return state.has(Capabilities.MULTI_RECV) ? OperationFlags.MULTI_RECV : 0;
  }

  final EndpointMachine machine() {
    return state.machine;
  }

  final long prefix() {
    return prefix;
  }
}

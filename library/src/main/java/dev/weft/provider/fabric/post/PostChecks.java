package dev.weft.provider.fabric.post;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TriggeredContext;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.nic.matching.PostedReceive;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.EndpointArguments;
import dev.weft.provider.fabric.check.PostFlags;
import dev.weft.provider.fabric.endpoint.DelayedPost;
import dev.weft.provider.fabric.endpoint.EndpointState;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.recording.PostRefusedEvent;
import java.lang.foreign.MemorySegment;
import java.util.function.LongToIntFunction;

/**
 * The common part of all calls that post: argument checks, entering the machine, and delayed posts.
 */
public abstract class PostChecks extends SoftwareObject {
  /** Flags of completions that need an answer of the receiver. */
  public static final long ACKNOWLEDGED =
      OperationFlags.DELIVERY_COMPLETE | OperationFlags.MATCH_COMPLETE;

  public final EndpointState state;

  /** The allowed operations, as bits of completion flags. */
  private final long sendRights;

  private final long receiveRights;
  private final long prefix;
  private final long maximumLength;
  private final long injectSize;
  public volatile long sendFlags;
  public volatile long receiveFlags;

  PostChecks(EndpointState state, Object context) {
    super(state.objectClass(), context);
    this.state = state;
    this.sendRights = state.mayPostSends() ? state.rights.transmit() : 0;
    this.receiveRights = state.mayPostReceives() ? state.rights.receive() : 0;
    this.prefix = state.info.endpoint().messagePrefixSize();
    this.maximumLength = state.info.endpoint().maxMessageSize() + prefix;
    this.injectSize = state.info.transmit().injectSize() + prefix;
    this.sendFlags = state.info.transmit().operationFlags();
    this.receiveFlags = state.info.receive().operationFlags();
  }

  /** 0 with the machine's lock held, or why the send is refused. */
  final int enterToSend(DelayedPost.Kind kind, MemorySegment buffer, long length, long limit) {
    requireOpen();
    Arguments.buffer(buffer, length);
    return enter(kind, length, limit);
  }

  /** 0 with the machine's lock held, or why the send is refused. */
  final int enterToSend(DelayedPost.Kind kind, IoVector vector, long limit) {
    requireOpen();
    int refused = EndpointArguments.refuse(vector, false);
    return refused != 0 ? reported(kind, refused) : enter(kind, vector.totalLength(), limit);
  }

  private int enter(DelayedPost.Kind kind, long length, long limit) {
    EndpointMachine machine = state.machine;
    int refused = refuse(kind, machine, length, limit);
    if (refused != 0) {
      return reported(kind, refused);
    }
    machine.enter();
    if (machine.isClosed()) {
      machine.exit();
      requireOpen();
    }
    return 0;
  }

  private int refuse(DelayedPost.Kind kind, EndpointMachine machine, long length, long limit) {
    if (!allows(kind)) {
      return -Errno.EOPNOTSUPP;
    }
    if (machine == null) {
      return -Errno.EOPBADSTATE;
    }
    if (length > limit) {
      return -Errno.EMSGSIZE;
    }
    return length < prefix ? -Errno.EINVAL : 0;
  }

  /** The result of a call that posts; the Flight Recorder learns that a post is refused. */
  static int reported(long completionFlags, int result) {
    return PostRefusedEvent.report(
        completionFlags, CompletionFlags::describe, result, Errno::strerror);
  }

  static int reported(DelayedPost.Kind kind, int result) {
    return reported(kind.completionFlags(), result);
  }

  /** Whether the endpoint has the capabilities, which are the bits of the completion's flags. */
  final boolean allows(DelayedPost.Kind kind) {
    long rights = kind.receives() ? receiveRights : sendRights;
    return (kind.completionFlags() & ~rights) == 0;
  }

  /** The maximum length of an operation with these flags. */
  final long lengthLimit(long flags) {
    return (flags & OperationFlags.INJECT) != 0 ? injectSize : maximumLength;
  }

  final long injectSize() {
    return injectSize;
  }

  /** 0, or why these flags of a send are refused. */
  final int refuseSendFlags(DelayedPost.Kind kind, long flags) {
    int refused = PostFlags.refuse(flags, PostFlags.SENDING);
    boolean unreliable = (flags & ACKNOWLEDGED) != 0 && !state.isReliable();
    return reported(kind, refused == 0 && unreliable ? -Errno.EOPNOTSUPP : refused);
  }

  // Delayed posts.

  /** A delayed operation, posted later with these flags except the first that delays it. */
  final DelayedPost later(DelayedPost.Kind kind, long context, long flags, LongToIntFunction post) {
    boolean triggered = (flags & OperationFlags.TRIGGER) != 0;
    long rest = flags & ~(triggered ? OperationFlags.TRIGGER : OperationFlags.FENCE);
    return new DelayedPost(state, kind, context, () -> post.applyAsInt(rest));
  }

  /** Delays an operation to a peer, for {@code FI_TRIGGER} or {@code FI_FENCE}. */
  final int sendLater(DelayedPost operation, TriggeredContext trigger, long peer, long flags) {
    DelayedPost.Kind kind = operation.kind();
    int refused = refuseSendFlags(kind, flags & ~PostFlags.LATER);
    if (refused == 0) {
      boolean offered = (flags & PostFlags.LATER & ~state.info.capabilities()) == 0;
      refused = offered ? enterToStart(kind) : reported(kind, -Errno.EOPNOTSUPP);
    }
    if (refused != 0) {
      return refused;
    }
    try {
      if ((flags & OperationFlags.TRIGGER) == 0) {
        boolean inject = (flags & OperationFlags.INJECT) != 0;
        return reported(kind, state.fence(peer, operation, inject));
      }
    } finally {
      machine().exit();
    }
    return reported(kind, state.trigger(operation, trigger, flags));
  }

  /** Delays a receive, for {@code FI_TRIGGER}. */
  final int receiveLater(DelayedPost operation, TriggeredContext trigger, long flags) {
    boolean offered = state.has(Capabilities.TRIGGER) && (flags & OperationFlags.FENCE) == 0;
    DelayedPost.Kind kind = operation.kind();
    int refused = offered ? enterToStart(kind) : reported(kind, -Errno.EOPNOTSUPP);
    if (refused != 0) {
      return refused;
    }
    machine().exit();
    return reported(kind, state.trigger(operation, trigger, flags));
  }

  /** 0 with the machine's lock held, or why the receive is refused. */
  final int enterToReceive(DelayedPost.Kind kind, MemorySegment buffer, long length) {
    requireOpen();
    Arguments.writableBuffer(buffer, length);
    return enter(kind, length, Long.MAX_VALUE);
  }

  /** 0 with the machine's lock held, or why the receive is refused. */
  final int enterToReceive(DelayedPost.Kind kind, IoVector vector) {
    requireOpen();
    int refused = EndpointArguments.refuse(vector, true);
    return refused != 0
        ? reported(kind, refused)
        : enter(kind, vector.totalLength(), Long.MAX_VALUE);
  }

  /** 0 with the machine's lock held, or why the operation is refused; without a length check. */
  final int enterToStart(DelayedPost.Kind kind) {
    requireOpen();
    return enter(kind, prefix, Long.MAX_VALUE);
  }

  /** A receive, or null if there is no room. Caller holds the lock. */
  final PostedReceive takeReceive(DelayedPost.Kind kind) {
    PostedReceive receive = machine().takeReceive();
    if (receive == null) {
      reported(kind, -Errno.EAGAIN);
    }
    return receive;
  }

  /** The flag of multi-receives if the endpoint supports them, else 0. */
  public final long multiReceive() {
    return state.has(Capabilities.MULTI_RECV) ? OperationFlags.MULTI_RECV : 0;
  }

  public final EndpointMachine machine() {
    return state.machine;
  }

  final long prefix() {
    return prefix;
  }
}

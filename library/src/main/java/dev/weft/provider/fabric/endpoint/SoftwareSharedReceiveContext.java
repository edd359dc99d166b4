package dev.weft.provider.fabric.endpoint;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.nic.matching.PostedReceive;
import dev.weft.nic.matching.SharedReceives;
import dev.weft.nic.message.MachineLimits;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.EndpointArguments;
import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.provider.fabric.check.EndpointRights;
import dev.weft.provider.fabric.check.PostFlags;
import dev.weft.provider.fabric.check.SharedContextChecks;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.queue.DomainServices;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_srx_context(3)} on {@link SharedReceives}. Every receive is: check, take, fill in,
 * post.
 */
public final class SoftwareSharedReceiveContext extends SoftwareObject
    implements SharedReceiveContext {
  private static final long NOT_SHARED =
      OperationFlags.MULTI_RECV | PostFlags.LOOKING | OperationFlags.TRIGGER;
  private static final long MESSAGE = CompletionFlags.RECV | CompletionFlags.MSG;
  private static final long TAGGED = CompletionFlags.RECV | CompletionFlags.TAGGED;

  private final DomainServices domain;
  private final ReceiveAttributes attributes;
  private final ContextSharing sharing;
  private final SharedReceives receives;

  /** The address vector of the enabled endpoints that share this; null if none has one. */
  private SoftwareAddressVector vector;

  private int vectorUsers;

  public SoftwareSharedReceiveContext(
      DomainServices domain, ReceiveAttributes asked, Object context) {
    super(ObjectClass.SRX_CTX, context);
    this.domain = domain;
    this.sharing = new ContextSharing(this, domain.attributes().maxSharedReceiveEndpoints());
    AttributeChecks.flags(
        "fi_srx_context",
        asked.operationFlags(),
        OperationFlags.COMPLETION,
        OperationFlags::describe);
    long size = asked.size() == 0 ? EndpointLimits.RECEIVES : asked.size();
    AttributeChecks.contextSize("fi_srx_context", size);
    this.attributes = asked.toBuilder().size(size).ioVectorLimit(EndpointLimits.BUFFERS).build();
    this.receives =
        new SharedReceives(new MachineLimits(0, (int) size, EndpointLimits.BUFFERS, 0, 0));
    dependOn(domain);
  }

  @Override
  public ReceiveAttributes attributes() {
    return attributes;
  }

  // Posting.

  @Override
  public int recv(MemorySegment buffer, long length, long source, long context) {
    return post(buffer, length, source, 0, -1, context, false);
  }

  @Override
  public int trecv(
      MemorySegment buffer, long length, long source, long tag, long ignore, long context) {
    return post(buffer, length, source, tag, ignore, context, true);
  }

  private int post(
      MemorySegment buffer,
      long length,
      long source,
      long tag,
      long ignore,
      long context,
      boolean tagged) {
    requireOpen();
    Arguments.writableBuffer(buffer, length);
    if (!allows(tagged)) {
      return -Errno.EOPNOTSUPP;
    }
    PostedReceive receive = receives.take();
    if (receive == null) {
      return -Errno.EAGAIN;
    }
    receive.buffers.add(buffer, 0, length);
    receive.tag = tag;
    receive.ignore = ignore;
    return post(receive, source, context, attributes.operationFlags(), tagged);
  }

  @Override
  public int recvv(IoVector vector, long source, long context) {
    return post(vector, source, 0, -1, context, attributes.operationFlags(), false);
  }

  @Override
  public int recvMsg(Message message, long flags) {
    Require.notNull("message", message);
    int refused = refuse(flags);
    return refused != 0
        ? refused
        : post(message.vector(), message.address(), 0, -1, message.context(), flags, false);
  }

  @Override
  public int trecvv(IoVector vector, long source, long tag, long ignore, long context) {
    return post(vector, source, tag, ignore, context, attributes.operationFlags(), true);
  }

  @Override
  public int trecvMsg(TaggedMessage message, long flags) {
    Require.notNull("message", message);
    int refused = refuse(flags);
    if (refused != 0) {
      return refused;
    }
    return post(
        message.vector(),
        message.address(),
        message.tag(),
        message.ignore(),
        message.context(),
        flags,
        true);
  }

  private static int refuse(long flags) {
    return (flags & NOT_SHARED) != 0
        ? -Errno.EOPNOTSUPP
        : PostFlags.refuse(flags, PostFlags.RECEIVING);
  }

  private int post(
      IoVector buffers,
      long source,
      long tag,
      long ignore,
      long context,
      long flags,
      boolean tagged) {
    requireOpen();
    int refused = allows(tagged) ? EndpointArguments.refuse(buffers, true) : -Errno.EOPNOTSUPP;
    if (refused != 0) {
      return refused;
    }
    PostedReceive receive = receives.take();
    if (receive == null) {
      return -Errno.EAGAIN;
    }
    EndpointArguments.fill(receive.buffers, buffers, 0);
    receive.tag = tag;
    receive.ignore = ignore;
    return post(receive, source, context, flags, tagged);
  }

  private boolean allows(boolean tagged) {
    return (allowed() & (tagged ? TAGGED : MESSAGE)) == (tagged ? TAGGED : MESSAGE);
  }

  private int post(PostedReceive receive, long source, long context, long flags, boolean tagged) {
    boolean directed = (attributes.capabilities() & Capabilities.DIRECTED_RECV) != 0;
    receive.source = directed ? source : FabricAddress.UNSPEC;
    receive.context = context;
    receive.completionFlags = tagged ? TAGGED : MESSAGE;
    receive.signaled = (flags & OperationFlags.COMPLETION) != 0;
    receive.multi = false;
    receive.prefix = 0;
    receives.post(receive, tagged);
    return 0;
  }

  @Override
  public int cancel(long context) {
    requireOpen();
    return context == 0 ? 0 : receives.cancel(context);
  }

  // Sharing.

  /** Binds an endpoint; EINVAL if it has capabilities that this lacks. */
  void join(EndpointState endpoint) {
    requireOpen();
    ContextSharing.requireBelongs(domain, endpoint);
    SharedContextChecks.requireSubset(endpoint.info.receive().capabilities(), allowed());
    SharedContextChecks.requireAtMost(
        "messagePrefixSize", endpoint.info.endpoint().messagePrefixSize(), 0);
    sharing.join();
  }

  private long allowed() {
    long none = Capabilities.DIRECTED_RECV;
    return attributes.capabilities() == 0
        ? ~none
        : EndpointRights.full(attributes.capabilities())
            | Capabilities.LOCAL_COMM
            | Capabilities.MULTI_RECV;
  }

  /**
   * An endpoint is enabled, until {@link #disabled}; all endpoints with an address vector must have
   * the same one.
   */
  synchronized SharedReceives enabled(SoftwareAddressVector own) {
    if (own != null && vector != null && !vector.equals(own)) {
      throw AttributeChecks.invalid(
          "fi_enable",
          "another address vector than that of those who share the receive context",
          "Bind the same address vector to all of them");
    }
    if (own != null) {
      vector = own;
      vectorUsers++;
    }
    return receives;
  }

  /** An endpoint with an address vector has been closed, or could not be enabled. */
  synchronized void disabled() {
    vectorUsers--;
    vector = vectorUsers == 0 ? null : vector;
  }

  void leave() {
    sharing.leave();
  }
}

package dev.weft.provider.fabric.check;

import dev.weft.argument.FlagNames;
import dev.weft.completion.work.WorkCompletionOwner;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.wire.WireException;
import java.util.function.LongFunction;

/**
 * Checks the attributes of calls that open objects. Each check throws the errno that its clause
 * requires.
 */
public final class AttributeChecks {
  /** More than contexts need, because programs count the bits in several ways. */
  private static final int MAX_CONTEXT_BITS = 8;

  private static final FlagNames NO_NAMES = new FlagNames();
  private static final FlagNames DOMAIN_BIND_FLAGS =
      new FlagNames().name(BindFlags.REG_MR, "FI_REG_MR");
  private static final FlagNames ATOMIC_FLAGS =
      new FlagNames()
          .name(AtomicAttributes.FETCH_ATOMIC, "FI_FETCH_ATOMIC")
          .name(AtomicAttributes.COMPARE_ATOMIC, "FI_COMPARE_ATOMIC");
  private static final FlagNames QUEUE_FLAGS =
      new FlagNames()
          .name(EventQueueAttributes.WRITE, "FI_WRITE")
          .name(CompletionQueueAttributes.AFFINITY, "FI_AFFINITY")
          .name(CompletionQueueAttributes.PEER, "FI_PEER");

  private AttributeChecks() {}

  /** Requires that no bit of the flags of an attribute is set. */
  public static void noFlags(String call, long flags) {
    flags(call, flags, 0, NO_NAMES::describe);
  }

  public static void flags(String call, long flags, long allowed, LongFunction<String> describe) {
    Arguments.flags(Errno.EINVAL, call, "flags", flags, allowed, describe);
  }

  /** {@code FI_PEER} is allowed if the context is a verbs queue of this library. */
  public static void completionQueue(CompletionQueueAttributes attributes, Object context) {
    boolean joins =
        context instanceof WorkCompletionOwner owner && owner.workCompletions().keepsReservations();
    if (!joins && (attributes.flags() & CompletionQueueAttributes.PEER) != 0) {
      throw invalid(
          "fi_cq_open",
          "flags=FI_PEER, context=" + context,
          "Pass a queue of ibv_create_cq(3) that does not ignore overruns as the context");
    }
    flags(
        "fi_cq_open",
        attributes.flags(),
        CompletionQueueAttributes.AFFINITY | CompletionQueueAttributes.PEER,
        QUEUE_FLAGS::describe);
    Arguments.entries("fi_cq_open", "size", attributes.size());
  }

  public static void eventQueue(EventQueueAttributes attributes) {
    flags(
        "fi_eq_open",
        attributes.flags(),
        EventQueueAttributes.WRITE | EventQueueAttributes.AFFINITY,
        QUEUE_FLAGS::describe);
    Arguments.entries("fi_eq_open", "size", attributes.size());
  }

  /** The bit of {@code FI_REG_MR} has another name where queues are bound to endpoints. */
  public static void domainBind(long flags) {
    Arguments.flags(
        Errno.EBADFLAGS,
        "fi_domain_bind",
        "flags",
        flags,
        BindFlags.REG_MR,
        DOMAIN_BIND_FLAGS::describe);
  }

  public static void queryAtomic(long flags) {
    if (flags != 0
        && flags != AtomicAttributes.FETCH_ATOMIC
        && flags != AtomicAttributes.COMPARE_ATOMIC) {
      throw new FabricException(
          Errno.EBADFLAGS,
          "fi_query_atomic",
          "flags=" + ATOMIC_FLAGS.describe(flags),
          "Allowed: 0, FI_FETCH_ATOMIC or FI_COMPARE_ATOMIC");
    }
  }

  /** The fabric of an info, which has a name unless the info is one of hints. */
  public static FabricAttributes fabric(FabricInfo info) {
    FabricAttributes fabric = info.fabric();
    if (fabric.name() == null) {
      throw invalid(
          "fi_fabric",
          "info.fabric.name=null",
          "Pass one of the infos that Fabrics.getInfo returned");
    }
    return fabric;
  }

  /** Requires the capability that the flags of an endpoint's receives need. */
  public static void multiReceive(String call, FabricInfo info) {
    boolean many = (info.receive().operationFlags() & OperationFlags.MULTI_RECV) != 0;
    if (many && (info.capabilities() & Capabilities.MULTI_RECV) == 0) {
      throw invalid(call, "receive.operationFlags=FI_MULTI_RECV", "Ask for the capability");
    }
  }

  /** Checks a context count of an endpoint that is not scalable. */
  public static void oneContext(String attribute, long count) {
    if (count > 1) {
      throw invalid("fi_endpoint", attribute + "=" + count, "Allowed: 0, 1 and FI_SHARED_CONTEXT");
    }
  }

  /** Checks the name of an address vector, which would be shared between processes. */
  public static void unshared(String name) {
    if (name != null) {
      throw new FabricException(
          Errno.ENOSYS,
          "fi_av_open",
          "name=" + name,
          "Vectors are not shared: open one without a name in each process");
    }
  }

  /** Checks the receive context bits of an address vector. */
  public static void contextBits(int bits) {
    if (bits > MAX_CONTEXT_BITS) {
      throw invalid("fi_av_open", "receiveContextBits=" + bits, "Allowed: 0.." + MAX_CONTEXT_BITS);
    }
  }

  /** Checks the size of a context that endpoints share, or of one of a scalable endpoint. */
  public static void contextSize(String call, long size) {
    if (size > EndpointLimits.MAX_OPERATIONS) {
      throw invalid(call, "size=" + size, "Allowed: 0.." + EndpointLimits.MAX_OPERATIONS);
    }
  }

  /** The exception for a wire that cannot open a port. */
  public static FabricException onWire(String call, WireException e) {
    return new FabricException(e.error(), call, e.getMessage(), e.hint());
  }

  public static FabricException invalid(String call, String detail, String hint) {
    return new FabricException(Errno.EINVAL, call, detail, hint);
  }
}

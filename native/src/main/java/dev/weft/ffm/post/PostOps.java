package dev.weft.ffm.post;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.memory.LocalRegions;
import dev.weft.ffm.memory.NativeMemoryRegion;
import dev.weft.ffm.operation.Operation;
import dev.weft.provider.fabric.check.PostFlags;
import dev.weft.recording.PostRefusedEvent;
import java.lang.foreign.MemorySegment;

/**
 * What all calls that post have in common: checks that libfabric leaves to the caller, and the
 * operation that stands for the call until its completion.
 *
 * <p>Queues are bound without {@code FI_SELECTIVE_COMPLETION} in C: every operation has an entry
 * there, which ends its use of the caller's memory. Entries that the caller did not ask for are
 * left out when the queue is read.
 */
public abstract class PostOps extends NativeObject {
  private static final long OPS = ObjectLayouts.ENDPOINT.offset("ops");
  private static final long CANCEL = OpsLayouts.ENDPOINT.offset("cancel");
  static final long MESSAGE = ObjectLayouts.ENDPOINT.offset("msg");
  static final long TAGGED = ObjectLayouts.ENDPOINT.offset("tagged");
  static final long RMA = ObjectLayouts.ENDPOINT.offset("rma");

  private static final long BASE = CallLayouts.IO_VECTOR.offset("iov_base");
  private static final long LENGTH = CallLayouts.IO_VECTOR.offset("iov_len");

  /** Flags of sends, and of operations on a peer's memory. */
  static final long SENDING =
      PostFlags.SENDING | OperationFlags.COMMIT_COMPLETE | OperationFlags.FENCE;

  protected final FabricInfo info;
  final long maxMessage;
  final long injectSize;
  final EndpointState state;

  /** Flags that C gets of those that the caller gives. */
  final long shownFlags;

  /** Whether receives are posted elsewhere: to a shared context, or to one of many. */
  private final boolean postsNoReceives;

  private final boolean postsNoSends;

  volatile long sendFlags;
  volatile long receiveFlags;

  PostOps(ObjectClass objectClass, EndpointState state, long fid, Object context) {
    super(objectClass, fid, context);
    this.state = state;
    this.info = state.info;
    this.maxMessage = info.endpoint().maxMessageSize();
    this.injectSize = info.transmit().injectSize();
    this.shownFlags = ~ProviderNames.hiddenFlags(info);
    this.postsNoReceives = objectClass == ObjectClass.TX_CTX || sharesReceives(objectClass, info);
    this.postsNoSends = objectClass == ObjectClass.RX_CTX;
    this.sendFlags = info.transmit().operationFlags();
    this.receiveFlags = info.receive().operationFlags();
    requireTable(MESSAGE, OpsLayouts.MESSAGE);
    requireTable(TAGGED, OpsLayouts.TAGGED);
    requireTable(RMA, OpsLayouts.RMA);
  }

  private static boolean sharesReceives(ObjectClass objectClass, FabricInfo info) {
    return objectClass == ObjectClass.EP
        && info.endpoint().receiveContextCount() == EndpointAttributes.SHARED_CONTEXT;
  }

  /** What the endpoint shares with its aliases. */
  public final EndpointState state() {
    return state;
  }

  /** Whether calls may post. */
  public final boolean isEnabled() {
    return state.isEnabled();
  }

  /** Default flags of operations that take none: of sends, else of receives. */
  public final long defaultFlags(boolean ofSends) {
    return ofSends ? sendFlags : receiveFlags;
  }

  /** Sets {@link #defaultFlags(boolean)}. */
  public final void defaultFlags(boolean ofSends, long flags) {
    if (ofSends) {
      sendFlags = flags;
    } else {
      receiveFlags = flags;
    }
  }

  /**
   * {@code fi_cancel(3)}.
   *
   * @return 0 also if there is no such operation
   */
  protected final int cancelPosted(long context) {
    enter();
    try {
      long function = function(OPS, CANCEL);
      return (int) state.cancel(context, one -> Downcalls.call(function, fid(), one));
    } finally {
      leave();
    }
  }

  /** 0, or the error of a call that sends or accesses a peer's memory. */
  final int refuseSend(long table, long destination, long length, long limit) {
    if (!state.maySend()) {
      return postsNoSends ? -Errno.EOPNOTSUPP : -Errno.EOPBADSTATE;
    }
    if (CMemory.word(fid() + table) == 0) {
      return -Errno.EOPNOTSUPP;
    }
    if (length > limit) {
      return -Errno.EMSGSIZE;
    }
    if (state.connected) {
      return state.isEstablished() ? 0 : -Errno.EOPBADSTATE;
    }
    return state.knows(destination) ? 0 : -Errno.EINVAL;
  }

  /** 0, or the error of a call that receives. */
  final int refuseReceive(long table, long source) {
    if (!state.mayReceive()) {
      return postsNoReceives ? -Errno.EOPNOTSUPP : -Errno.EOPBADSTATE;
    }
    if (postsNoReceives || CMemory.word(fid() + table) == 0) {
      return -Errno.EOPNOTSUPP;
    }
    boolean anyone = !state.directed || state.connected || source == FabricAddress.UNSPEC;
    return anyone || state.knowsNone() || state.knows(source) ? 0 : -Errno.EINVAL;
  }

  /** Requires usable buffers, and open regions of this domain where they have descriptors. */
  final void requireUsable(IoVector vector, boolean writable) {
    Checks.vector(vector, writable);
    for (int i = 0; i < vector.count(); i++) {
      MemoryRegion region = vector.descriptor(i);
      if (region != null) {
        own(region).requireOpen();
      }
    }
  }

  private NativeMemoryRegion own(MemoryRegion region) {
    if (!(region instanceof NativeMemoryRegion own) || !own.isOf(state.domain)) {
      throw new IllegalArgumentException(
          "descriptor=" + region + ", allowed: regions of the same domain");
    }
    return own;
  }

  /** 0, or the error of a vector with too many buffers. */
  static int refuse(IoVector vector, long limit) {
    return vector.count() > Math.min(limit, Operation.BUFFERS) ? -Errno.EINVAL : 0;
  }

  /** The maximum length of an operation with these flags. */
  final long sendLimit(long flags) {
    return (flags & OperationFlags.INJECT) != 0 ? Math.min(injectSize, maxMessage) : maxMessage;
  }

  /** The peer to receive from, as C gets it. */
  final long source(long source) {
    return state.directed ? source : FabricAddress.UNSPEC;
  }

  final Operation send(long context, long flags) {
    return state.send(context, flags);
  }

  final Operation receive(long context, long flags) {
    return state.receive(context, flags);
  }

  /** The result of a post; an operation that C did not accept is free again. */
  static int posted(long table, Operation operation, long result) {
    if ((int) result != 0) {
      operation.giveBack();
    }
    return reported(table, (int) result);
  }

  /** The result of a call that posts; the Flight Recorder learns that a post is refused. */
  static int reported(long table, int result) {
    return PostRefusedEvent.report(table, PostOps::name, result, Errno::strerror);
  }

  private static String name(long table) {
    if (table == MESSAGE) {
      return "FI_MSG";
    }
    if (table == TAGGED) {
      return "FI_TAGGED";
    }
    return table == RMA ? "FI_RMA" : "FI_ATOMIC";
  }

  /**
   * The descriptor of a buffer that C uses until the completion; 0 where the provider requires
   * none. The operation is free again if the buffer cannot be registered.
   */
  final long descriptor(Operation operation, MemorySegment buffer) {
    try {
      return registered(operation, buffer);
    } catch (RuntimeException | Error refused) {
      operation.giveBack();
      throw refused;
    }
  }

  private long registered(Operation operation, MemorySegment buffer) {
    LocalRegions locals = state.locals;
    boolean none = locals == null || buffer == null || buffer.byteSize() == 0;
    return none ? 0 : locals.use(operation, buffer);
  }

  /** The descriptor that the caller has given with a buffer of a vector, or {@link #descriptor}. */
  final long descriptor(Operation operation, IoVector vector, int index) {
    MemoryRegion region = vector.descriptor(index);
    return region == null
        ? descriptor(operation, vector.segment(index))
        : descriptor(operation, region);
  }

  /** Another thread may have closed the region since it was checked. */
  private long descriptor(Operation operation, MemoryRegion region) {
    try {
      return own(region).descriptor();
    } catch (RuntimeException | Error refused) {
      operation.giveBack();
      throw refused;
    }
  }

  /** Copies a vector into the operation's memory. */
  final Operation fill(Operation operation, IoVector vector) {
    for (int i = 0; i < vector.count(); i++) {
      long buffer = operation.vector() + i * CallLayouts.IO_VECTOR.size();
      CMemory.word(buffer + BASE, vector.segment(i).address() + vector.offset(i));
      CMemory.word(buffer + LENGTH, vector.length(i));
      long descriptor = descriptor(operation, vector, i);
      CMemory.word(operation.descriptors() + (long) i * Long.BYTES, descriptor);
      operation.keepAlso(vector.segment(i));
    }
    return operation;
  }
}

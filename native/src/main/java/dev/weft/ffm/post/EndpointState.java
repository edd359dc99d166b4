package dev.weft.ffm.post;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.memory.LocalRegions;
import dev.weft.ffm.operation.Operation;
import dev.weft.ffm.operation.OperationOwner;
import dev.weft.ffm.operation.OperationPool;
import java.util.function.LongUnaryOperator;

/**
 * What an endpoint and its aliases share: its attributes, where its operations complete, the peers
 * it may name. Set while the endpoint is configured, read by calls that post.
 */
public final class EndpointState {
  final FabricInfo info;
  final NativeObject domain;
  final boolean connected;
  final boolean directed;

  /** Null where local buffers need no registration. */
  final LocalRegions locals;

  private final OperationOwner owner = new OperationOwner();

  /** Of the queue that reports sends; null until it is bound. */
  private OperationPool sends;

  /** Of the queue that reports receives; null until it is bound. */
  private OperationPool receives;

  private boolean selectiveSends;
  private boolean selectiveReceives;

  /** Null until an address vector is bound. */
  private volatile KnownHandles peers;

  private volatile boolean enabled;

  /** Whether there is, or has been, a connection: tcp of 1.17 calls NULL for a send before. */
  private volatile boolean established;

  /**
   * The state of an endpoint that is not bound to anything.
   *
   * @param locals registrations of local buffers; null where they need none
   */
  public EndpointState(FabricInfo info, NativeObject domain, LocalRegions locals) {
    this.info = info;
    this.domain = domain;
    this.locals = locals;
    this.connected = info.endpoint().type() == EndpointType.MSG;
    this.directed = (info.capabilities() & Capabilities.DIRECTED_RECV) != 0;
  }

  // Configuration.

  /**
   * Sends complete in the queue of this pool.
   *
   * @param selective those alone that ask for an entry
   */
  public void reportSends(OperationPool pool, boolean selective) {
    sends = pool;
    selectiveSends = selective;
  }

  /** Receives complete in the queue of this pool; see {@link #reportSends}. */
  public void reportReceives(OperationPool pool, boolean selective) {
    receives = pool;
    selectiveReceives = selective;
  }

  /** The handles of an address vector that is bound; null if there is none any more. */
  public void know(KnownHandles handles) {
    peers = handles;
  }

  /** Calls may post from now on. */
  public void enable() {
    enabled = true;
  }

  public boolean isEnabled() {
    return enabled;
  }

  /** The room below which a receive of many ends, in bytes. */
  public void minimumMultiReceive(long bytes) {
    owner.minimumMultiReceive(bytes);
  }

  /** There is a connection. */
  public void establish() {
    established = true;
  }

  /** C has closed the endpoint, and does not touch its operations any more. */
  public void abandon() {
    if (sends != null) {
      sends.abandon(owner);
    }
    if (receives != null) {
      receives.abandon(owner);
    }
  }

  /** {@link OperationPool#cancel} of what the endpoint and its aliases have posted. */
  public long cancel(long context, LongUnaryOperator cancel) {
    long result = receives == null ? 0 : receives.cancel(owner, context, cancel);
    boolean more = result == 0 && sends != null && sends != receives;
    return more ? sends.cancel(owner, context, cancel) : result;
  }

  // Calls that post.

  boolean maySend() {
    return enabled && sends != null;
  }

  boolean mayReceive() {
    return enabled && receives != null;
  }

  boolean isEstablished() {
    return established;
  }

  /** Whether there is no vector to look for peers in. */
  boolean knowsNone() {
    return peers == null;
  }

  /** Whether a handle names a peer of the vector. */
  boolean knows(long handle) {
    KnownHandles known = peers;
    return known != null && known.contains(handle);
  }

  /** An operation that sends or accesses a peer's memory. */
  Operation send(long context, long flags) {
    boolean silent = selectiveSends && (flags & OperationFlags.COMPLETION) == 0;
    return sends.take(owner, context).silent(silent);
  }

  /** An operation that receives. */
  Operation receive(long context, long flags) {
    boolean silent = selectiveReceives && (flags & OperationFlags.COMPLETION) == 0;
    boolean multiple = (flags & OperationFlags.MULTI_RECV) != 0;
    return receives.take(owner, context).silent(silent).receiving().multiple(multiple);
  }

  /** The operation that has reserved a message with this context, or null. */
  Operation claimed(long context) {
    return receives.claimed(owner, context);
  }
}

package dev.weft.nic.sharedmemory;

import dev.weft.memory.GrantedMemory;
import dev.weft.nic.memory.AccessFlags;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.RequestView;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import dev.weft.wire.PeerRegions;

/**
 * The direct path of reliable queue pairs to memory that another process shares. A plain read or
 * write is one copy by the initiator, without frames and without the peer; {@link DirectAdmission}
 * of the peer allows it.
 *
 * <p>It is used only while no request is outstanding, which preserves the order, and once an answer
 * has shown that the peer is in this connection. Whatever cannot succeed is sent in frames, which
 * report errors: executing a part of a read or write twice has no effect.
 *
 * <p>The caller holds the machine's lock.
 */
public final class SharedMemoryPath {
  /** Bytes copied at a time. A peer that closes the region waits for one piece at most. */
  private static final long PIECE = 1 << 20;

  private final LocalQueuePair queuePair;
  private final DirectAdmission admission;
  private final RequestView view;

  public SharedMemoryPath(LocalQueuePair queuePair, DirectAdmission admission, RequestView view) {
    this.queuePair = queuePair;
    this.admission = admission;
    this.view = view;
  }

  /** Executes a request; false if it must be sent in frames. */
  public boolean execute(Link link, long index) {
    RequestView request = view.of(index);
    if (queuePair.type() != TransportType.RELIABLE
        || !admission.admitsPeer()
        || !Operation.isOneSided(request.opcode())
        || request.length() == 0) {
      return false;
    }
    try {
      boolean done = execute(link, request);
      DeferredMmapFault.checkFault();
      return done;
    } catch (InternalError noSuchPage) {
      if (!link.hasLostMemory()) {
        link.loseMemory(); // of the peer: faults of buffers are caught
      }
      return false;
    }
  }

  private boolean execute(Link link, RequestView request) {
    PeerRegions regions = link.memory();
    GrantedMemory region =
        regions == null ? null : regions.find(Integer.toUnsignedLong(request.remoteKey()));
    int access = access(request);
    if (region == null
        || !region.holds(request.remoteAddress(), request.length())
        || (region.access() & access) != access
        || !request.isAllowed()) {
      return false;
    }
    boolean done = true;
    for (long from = 0; done && from < request.length(); from += PIECE) {
      done = !link.isClosed() && copy(link, region, request, from);
    }
    return done;
  }

  private static int access(RequestView request) {
    return request.opcode() == Operation.RDMA_READ
        ? AccessFlags.REMOTE_READ
        : AccessFlags.REMOTE_WRITE;
  }

  private boolean copy(Link link, GrantedMemory region, RequestView request, long from) {
    if (!region.enter()) {
      return false;
    }
    boolean copied = false;
    boolean valid;
    try {
      long size = Math.min(PIECE, request.length() - from);
      long at = request.remoteAddress() - region.base() + from;
      copied =
          DirectAdmission.admits(link.admittedByPeer(), queuePair.number(), access(request))
              && (request.opcode() == Operation.RDMA_READ
                  ? request.copyFrom(from, region.segment(), at, size)
                  : request.copyTo(region.segment(), at, from, size));
    } finally {
      valid = region.exit();
    }
    return copied && valid;
  }
}

package dev.weft.provider.verbs.post;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.Destination;
import dev.weft.nic.queuepair.WorkRequestPoster;
import dev.weft.nic.workqueue.BufferedRequest;
import dev.weft.nic.workqueue.ReceivePosting;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import dev.weft.wire.DeferredMmapFault;

/** {@code ibv_post_send(3)}, {@code ibv_post_recv(3)}: translates work requests for the engine. */
public final class RequestTranslation {
  private final PostingDomain domain;

  public RequestTranslation(PostingDomain domain) {
    this.domain = domain;
  }

  /** Stages one request; 0, or the error number of the post. */
  public int stage(WorkRequestPoster poster, SendWorkRequest from) {
    if (from.opcode() == WorkOpcode.BIND_MW) {
      return isType2(from.window())
          ? post(poster, from.window(), from.remoteKey(), from.wrId(), from.flags(), from.bind())
          : VerbsErrno.EINVAL;
    }
    SendRequest to = poster.send().reset();
    to.wrId = from.wrId();
    to.opcode = from.opcode();
    to.flags = from.flags();
    to.immediateOrKey = from.immediate();
    to.remoteAddress = from.remoteAddress();
    to.remoteKey = from.remoteKey();
    to.compareAdd = from.compareAdd();
    to.swap = from.swap();
    to.remoteQueuePair = from.remoteQpn();
    to.queueKey = from.remoteQkey();
    to.endToEnd = from.endToEndContext();
    to.destination = destination(from.addressHandle());
    boolean inline = (from.flags() & SendFlags.INLINE) != 0;
    boolean fits = inline ? copy(to, from.buffers()) : fill(to, from.buffers());
    return fits ? poster.stage(to) : VerbsErrno.EINVAL;
  }

  /** Whether a request can bind it; {@code ibv_bind_mw(3)} binds the others. */
  static boolean isType2(MemoryWindow window) {
    return window != null && window.type() == MemoryWindowType.TYPE_2;
  }

  /** The destination of a handle; null if it cannot be used here. */
  Destination destination(AddressHandle handle) {
    return domain.destination(handle);
  }

  /** Copies the buffers; false if there are too many. */
  static boolean fill(BufferedRequest to, ScatterGatherList buffers) {
    for (int i = 0; i < buffers.count(); i++) {
      if (!to.add(buffers.address(i), buffers.length(i), buffers.lkey(i))) {
        return false;
      }
    }
    return true;
  }

  /** Copies inline data; false if there are too many buffers, or it is too long or unreadable. */
  boolean copy(SendRequest to, ScatterGatherList buffers) {
    if (buffers.count() > to.maximumBuffers() || buffers.totalLength() > to.inlineData.byteSize()) {
      return false;
    }
    try {
      boolean copied = copyAll(to, buffers);
      DeferredMmapFault.checkFault();
      return copied;
    } catch (InternalError noSuchPage) {
      return false;
    }
  }

  private boolean copyAll(SendRequest to, ScatterGatherList buffers) {
    for (int i = 0; i < buffers.count(); i++) {
      boolean copied =
          buffers.hasMemory(i)
              ? buffers.copyTo(i, to.inlineData, to.inlineLength)
              : copyRegistered(to, buffers, i);
      if (!copied) {
        return false;
      }
      to.inlineLength += buffers.length(i);
    }
    return true;
  }

  private boolean copyRegistered(SendRequest to, ScatterGatherList buffers, int i) {
    ProtectionTable table = domain.protection();
    return table.copy(
        domain.number(),
        buffers.lkey(i),
        buffers.address(i),
        buffers.length(i),
        to.inlineData,
        to.inlineLength);
  }

  /** Posts a list up to its first invalid request; 0, or the error number of that one. */
  public static int post(
      ReceivePosting posting, ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad) {
    ReceiveWorkRequest request = first;
    int error = 0;
    while (request != null && error == 0) {
      ReceiveRequest to = posting.receive().reset(request.wrId());
      error = fill(to, request.buffers()) ? posting.post(to) : VerbsErrno.EINVAL;
      request = error == 0 ? request.next() : request;
    }
    if (error != 0 && bad != null) {
      bad.request(request);
    }
    return error;
  }

  /** {@code ibv_bind_mw(3)}: binds a type 1 window, whose key changes to the next one. */
  public int bind(
      WorkRequestPoster poster, MemoryWindow window, long wrId, int flags, MemoryWindowBind bind) {
    if (window == null || window.type() != MemoryWindowType.TYPE_1) {
      return VerbsErrno.EINVAL;
    }
    return post(poster, window, window.nextRkey(), wrId, flags, bind);
  }

  /** {@link #bind} of what is posted at once: the window gets the key now (VQ-34). */
  private int post(
      WorkRequestPoster poster,
      MemoryWindow window,
      int key,
      long wrId,
      int flags,
      MemoryWindowBind bind) {
    int error = bind(poster, window, key, wrId, flags, bind);
    if (error == 0) {
      ((BoundWindow) window).rkey(key);
    }
    return error;
  }

  /** Stages a bind; 0, or the error number of the post. */
  int bind(
      WorkRequestPoster poster,
      MemoryWindow given,
      int key,
      long wrId,
      int flags,
      MemoryWindowBind bind) {
    if (!(given instanceof BoundWindow window)
        || window.isDestroyed()
        || !window.mayHave(key)
        || bind == null
        || (bind.region() == null && (bind.address() != 0 || bind.length() != 0))) {
      return VerbsErrno.EINVAL;
    }
    MemoryRegion region = bind.region();
    if (!domain.isSame(window.protectionDomain())
        || (region != null && !domain.isSame(region.protectionDomain()))) {
      return VerbsErrno.EPERM;
    }
    SendRequest to = poster.send().reset();
    to.wrId = wrId;
    to.opcode = WorkOpcode.BIND_MW;
    to.flags = flags & ~SendFlags.INLINE;
    to.window = window.firstKey();
    to.windowKey = key;
    to.boundKey = region == null ? 0 : region.lkey();
    to.remoteAddress = bind.address();
    to.swap = bind.length();
    to.windowAccess = bind.access();
    return poster.stage(to);
  }
}

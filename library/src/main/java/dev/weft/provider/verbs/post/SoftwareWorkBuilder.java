package dev.weft.provider.verbs.post;

import dev.weft.argument.Require;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.nic.queuepair.WorkRequestPoster;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.recording.PostRefusedEvent;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.SendOperations;
import dev.weft.verbs.work.FlushType;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.WorkOpcode;
import dev.weft.wire.DeferredMmapFault;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;

/**
 * {@code ibv_wr_start(3)} and related calls, on top of a {@link QueuePairMachine}. The calling
 * thread holds the send queue's lock from {@link #start} on. Each operation stages the one before
 * it.
 */
public final class SoftwareWorkBuilder implements WorkBuilder {
  private final QueuePairMachine machine;
  private final WorkRequestPoster poster;
  private final RequestTranslation translation;
  private final long operations;
  private final SendRequest request;

  /**
   * The thread that has called {@link #start} and must call {@link #complete} or {@link #abort}, or
   * null.
   */
  private Thread starter;

  private boolean open;
  private long wrId;
  private int flags;
  private int error;

  /** Sets the new keys of windows whose binds were staged; run when these are posted. */
  private final ArrayList<Runnable> newKeys = new ArrayList<>();

  public SoftwareWorkBuilder(
      QueuePairMachine machine, RequestTranslation translation, long sendOperations) {
    this.machine = machine;
    this.poster = machine.poster();
    this.translation = translation;
    this.operations = sendOperations;
    this.request = poster.send();
  }

  public WorkBuilder start() {
    poster.enter();
    if (starter != null) {
      poster.exit();
      throw new IllegalStateException("startWork before complete or abort of the one before");
    }
    starter = Thread.currentThread();
    open = false;
    wrId = 0;
    flags = 0;
    error = 0;
    return this;
  }

  @Override
  public WorkBuilder wrId(long value) {
    requireStarted();
    wrId = value;
    return this;
  }

  @Override
  public WorkBuilder flags(int value) {
    requireStarted();
    flags = value;
    return this;
  }

  private WorkBuilder begin(int opcode, long operation) {
    requireStarted();
    stage();
    request.reset();
    request.wrId = wrId;
    request.opcode = opcode;
    request.flags = flags & ~SendFlags.INLINE;
    open = true;
    if (!isRequested(operation)) {
      fail(VerbsErrno.EINVAL);
    }
    return this;
  }

  /** Whether the queue pair was created for the operation. */
  private boolean isRequested(long operation) {
    return operations == 0 || (operations & operation) != 0;
  }

  private void requireStarted() {
    Thread expected = starter;
    if (expected == null) {
      throw new IllegalStateException("a call of a work builder without startWork");
    }
    if (!expected.equals(Thread.currentThread())) {
      throw new IllegalStateException(
          "thread=%s must be %s, which has called startWork"
              .formatted(Thread.currentThread(), expected));
    }
  }

  /** Whether there is a request to change; without one the whole list is rejected. */
  private boolean hasRequest() {
    requireStarted();
    if (!open) {
      fail(VerbsErrno.EINVAL);
    }
    return open;
  }

  private void stage() {
    if (open) {
      fail(poster.stage(request));
    }
    open = false;
  }

  /** {@link #hasRequest} for a queue pair type that supports the setting. */
  private boolean hasRequestOf(boolean suchType) {
    if (hasRequest() && !suchType) {
      fail(VerbsErrno.EINVAL);
    }
    return open && suchType;
  }

  private void fail(int later) {
    error = error == 0 ? later : error;
  }

  private WorkBuilder remote(int rkey, long remoteAddress) {
    request.remoteKey = rkey;
    request.remoteAddress = remoteAddress;
    return this;
  }

  private WorkBuilder immediate(int value) {
    request.immediateOrKey = value;
    return this;
  }

  @Override
  public WorkBuilder send() {
    return begin(WorkOpcode.SEND, SendOperations.SEND);
  }

  @Override
  public WorkBuilder sendImm(int immediate) {
    begin(WorkOpcode.SEND_WITH_IMM, SendOperations.SEND_WITH_IMM);
    return immediate(immediate);
  }

  @Override
  public WorkBuilder sendInvalidate(int rkey) {
    begin(WorkOpcode.SEND_WITH_INV, SendOperations.SEND_WITH_INV);
    return immediate(rkey);
  }

  @Override
  public WorkBuilder rdmaWrite(int rkey, long remoteAddress) {
    begin(WorkOpcode.RDMA_WRITE, SendOperations.RDMA_WRITE);
    return remote(rkey, remoteAddress);
  }

  @Override
  public WorkBuilder rdmaWriteImm(int rkey, long remoteAddress, int immediate) {
    begin(WorkOpcode.RDMA_WRITE_WITH_IMM, SendOperations.RDMA_WRITE_WITH_IMM);
    immediate(immediate);
    return remote(rkey, remoteAddress);
  }

  @Override
  public WorkBuilder rdmaRead(int rkey, long remoteAddress) {
    begin(WorkOpcode.RDMA_READ, SendOperations.RDMA_READ);
    return remote(rkey, remoteAddress);
  }

  @Override
  public WorkBuilder atomicCompareSwap(int rkey, long remoteAddress, long compare, long swap) {
    begin(WorkOpcode.ATOMIC_CMP_AND_SWP, SendOperations.ATOMIC_CMP_AND_SWP);
    request.compareAdd = compare;
    request.swap = swap;
    return remote(rkey, remoteAddress);
  }

  @Override
  public WorkBuilder atomicFetchAdd(int rkey, long remoteAddress, long add) {
    begin(WorkOpcode.ATOMIC_FETCH_AND_ADD, SendOperations.ATOMIC_FETCH_AND_ADD);
    request.compareAdd = add;
    return remote(rkey, remoteAddress);
  }

  @Override
  public WorkBuilder atomicWrite(int rkey, long remoteAddress, long value) {
    begin(WorkOpcode.ATOMIC_WRITE, SendOperations.ATOMIC_WRITE);
    request.inlineData.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
    request.inlineLength = Long.BYTES;
    request.flags |= SendFlags.INLINE;
    return remote(rkey, remoteAddress);
  }

  @Override
  public WorkBuilder flush(int rkey, long remoteAddress, long length, int type, int level) {
    begin(WorkOpcode.FLUSH, SendOperations.FLUSH);
    if (level != FlushType.RANGE && level != FlushType.REGION) {
      fail(VerbsErrno.EINVAL);
    }
    request.compareAdd = level == FlushType.REGION ? type | PacketFormat.WHOLE_REGION : type;
    request.swap = length;
    return remote(rkey, remoteAddress);
  }

  @Override
  public WorkBuilder localInvalidate(int rkey) {
    begin(WorkOpcode.LOCAL_INV, SendOperations.LOCAL_INV);
    return immediate(rkey);
  }

  @Override
  public WorkBuilder bindMw(MemoryWindow window, int rkey, MemoryWindowBind bind) {
    requireStarted();
    stage();
    boolean allowed = isRequested(SendOperations.BIND_MW) && RequestTranslation.isType2(window);
    int refused =
        allowed ? translation.bind(poster, window, rkey, wrId, flags, bind) : VerbsErrno.EINVAL;
    if (refused == 0) {
      newKeys.add(() -> ((BoundWindow) window).rkey(rkey));
    }
    fail(refused);
    return this;
  }

  @Override
  public WorkBuilder udAddress(AddressHandle addressHandle, int remoteQpn, int remoteQkey) {
    if (hasRequestOf(machine.type().isDatagram())) {
      request.destination = translation.destination(addressHandle);
      request.remoteQueuePair = remoteQpn;
      request.queueKey = remoteQkey;
    }
    return this;
  }

  @Override
  public WorkBuilder through(int endToEndContext, int remoteQpn, int remoteQkey) {
    if (hasRequestOf(machine.type() == TransportType.RELIABLE_DATAGRAM)) {
      request.endToEnd = endToEndContext;
      request.remoteQueuePair = remoteQpn;
      request.queueKey = remoteQkey;
    }
    return this;
  }

  @Override
  public WorkBuilder sge(int lkey, long address, int length) {
    if (hasRequest() && !request.add(address, length, lkey)) {
      fail(VerbsErrno.EINVAL);
    }
    return this;
  }

  @Override
  public WorkBuilder sgeList(ScatterGatherList buffers) {
    Require.notNull("buffers", buffers);
    if (hasRequest() && !RequestTranslation.fill(request, buffers)) {
      fail(VerbsErrno.EINVAL);
    }
    return this;
  }

  @Override
  public WorkBuilder inlineData(MemorySegment data) {
    Require.notNull("data", data);
    if (!hasRequest()) {
      return this;
    }
    long room = request.inlineData.byteSize() - request.inlineLength;
    if (data.byteSize() > room) {
      fail(VerbsErrno.ENOSPC);
      return this;
    }
    try {
      MemorySegment.copy(data, 0, request.inlineData, request.inlineLength, data.byteSize());
      DeferredMmapFault.checkFault();
      request.inlineLength += (int) data.byteSize();
      request.flags |= SendFlags.INLINE;
    } catch (InternalError noSuchPage) {
      fail(VerbsErrno.EINVAL);
    }
    return this;
  }

  @Override
  public int complete() {
    requireStarted();
    try {
      stage();
      if (error == 0) {
        newKeys.forEach(Runnable::run);
        poster.commit();
      }
      return PostRefusedEvent.report("ibv_wr_complete", error, VerbsErrno::strerror);
    } finally {
      end();
    }
  }

  @Override
  public void abort() {
    requireStarted();
    end();
  }

  /** Discards what was not posted and releases the lock. */
  private void end() {
    newKeys.clear();
    open = false;
    starter = null;
    poster.abort();
    poster.exit();
  }
}

package dev.weft.ffm.ibverbs.work;

import dev.weft.argument.Require;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SendOperations;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/**
 * {@code ibv_wr_start(3)} and related calls. It records requests, and hands them to C when they are
 * complete. The thread that has called {@link #start} holds the lock of the send queue until then.
 */
public final class RequestBuilder implements WorkBuilder {
  private static final int LEAST_INLINE = Long.BYTES;

  private final ReentrantLock sending;
  private final QueuePairType type;
  private final QueuePairCapabilities granted;
  private final long operations;
  private final BuilderCalls calls;

  /** Runs a call into C that the queue pair knows of; returns its result. */
  private final ToIntFunction<IntSupplier> insidePair;

  private final List<BuiltRequest> requests = new ArrayList<>();
  private int count;
  private boolean building;
  private boolean open;
  private long wrId;
  private int flags;
  private int error;

  /**
   * A builder that is not started.
   *
   * @param sending the lock of the send queue
   * @param pair address of the {@code struct ibv_qp_ex}
   * @param operations {@link SendOperations} that C has for this queue pair
   * @param insidePair runs a call into C while the queue pair exists
   */
  public RequestBuilder(
      ReentrantLock sending,
      long pair,
      QueuePairType type,
      QueuePairCapabilities granted,
      long operations,
      SendReferences references,
      ToIntFunction<IntSupplier> insidePair) {
    this.sending = sending;
    this.type = type;
    this.granted = granted;
    this.operations = operations;
    this.insidePair = insidePair;
    this.calls = new BuilderCalls(pair, type, granted.maxSendSge(), references);
  }

  /** Begins a list of requests. */
  public WorkBuilder start() {
    sending.lock();
    if (building) {
      sending.unlock();
      throw new IllegalStateException("startWork before complete or abort of the one before");
    }
    building = true;
    open = false;
    count = 0;
    wrId = 0;
    flags = 0;
    error = 0;
    return this;
  }

  private void requireStarted() {
    if (!sending.isHeldByCurrentThread() || !building) {
      throw new IllegalStateException(
          "thread=%s must be the one that has called startWork".formatted(Thread.currentThread()));
    }
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

  private void fail(int later) {
    error = error == 0 ? later : error;
  }

  private SendWorkRequest begin(int opcode, long operation) {
    requireStarted();
    if (count == requests.size()) {
      int room = Math.max(LEAST_INLINE, granted.maxInlineData());
      requests.add(new BuiltRequest(Arena.ofAuto().allocate(room, Long.BYTES)));
    }
    if ((operations & operation) == 0) {
      fail(VerbsErrno.EINVAL);
    }
    open = true;
    return requests.get(count++).reset(opcode, wrId, flags & ~SendFlags.INLINE).request;
  }

  /** The request that is being built; without one the whole list is rejected. */
  private BuiltRequest current() {
    requireStarted();
    if (!open) {
      fail(VerbsErrno.EINVAL);
    }
    return open ? requests.get(count - 1) : null;
  }

  @Override
  public WorkBuilder send() {
    begin(WorkOpcode.SEND, SendOperations.SEND).send();
    return this;
  }

  @Override
  public WorkBuilder sendImm(int immediate) {
    begin(WorkOpcode.SEND_WITH_IMM, SendOperations.SEND_WITH_IMM).sendWithImmediate(immediate);
    return this;
  }

  @Override
  public WorkBuilder sendInvalidate(int rkey) {
    begin(WorkOpcode.SEND_WITH_INV, SendOperations.SEND_WITH_INV).sendWithInvalidate(rkey);
    return this;
  }

  @Override
  public WorkBuilder rdmaWrite(int rkey, long remoteAddress) {
    begin(WorkOpcode.RDMA_WRITE, SendOperations.RDMA_WRITE).write(remoteAddress, rkey);
    return this;
  }

  @Override
  public WorkBuilder rdmaWriteImm(int rkey, long remoteAddress, int immediate) {
    begin(WorkOpcode.RDMA_WRITE_WITH_IMM, SendOperations.RDMA_WRITE_WITH_IMM)
        .writeWithImmediate(remoteAddress, rkey, immediate);
    return this;
  }

  @Override
  public WorkBuilder rdmaRead(int rkey, long remoteAddress) {
    begin(WorkOpcode.RDMA_READ, SendOperations.RDMA_READ).read(remoteAddress, rkey);
    return this;
  }

  @Override
  public WorkBuilder atomicCompareSwap(int rkey, long remoteAddress, long compare, long swap) {
    begin(WorkOpcode.ATOMIC_CMP_AND_SWP, SendOperations.ATOMIC_CMP_AND_SWP)
        .compareAndSwap(remoteAddress, rkey, compare, swap);
    return this;
  }

  @Override
  public WorkBuilder atomicFetchAdd(int rkey, long remoteAddress, long add) {
    begin(WorkOpcode.ATOMIC_FETCH_AND_ADD, SendOperations.ATOMIC_FETCH_AND_ADD)
        .fetchAndAdd(remoteAddress, rkey, add);
    return this;
  }

  @Override
  public WorkBuilder atomicWrite(int rkey, long remoteAddress, long value) {
    begin(WorkOpcode.ATOMIC_WRITE, SendOperations.ATOMIC_WRITE).atomicWrite(remoteAddress, rkey);
    requests.get(count - 1).inline.set(ValueLayout.JAVA_LONG, 0, value);
    return this;
  }

  /** Rejected by {@link #complete}: the oldest libibverbs that this module knows has no flush. */
  @Override
  public WorkBuilder flush(int rkey, long remoteAddress, long length, int flushType, int level) {
    requireStarted();
    fail(VerbsErrno.EOPNOTSUPP);
    return this;
  }

  @Override
  public WorkBuilder localInvalidate(int rkey) {
    begin(WorkOpcode.LOCAL_INV, SendOperations.LOCAL_INV).localInvalidate(rkey);
    return this;
  }

  @Override
  public WorkBuilder bindMw(MemoryWindow window, int rkey, MemoryWindowBind bind) {
    Require.notNull("bind", bind);
    begin(WorkOpcode.BIND_MW, SendOperations.BIND_MW);
    BuiltRequest built = requests.get(count - 1);
    built.request.bindMw(window, rkey, built.bindLike(bind));
    open = false;
    return this;
  }

  @Override
  public WorkBuilder udAddress(AddressHandle addressHandle, int remoteQpn, int remoteQkey) {
    BuiltRequest built = current();
    if (built != null && type == QueuePairType.UD) {
      built.request.to(addressHandle, remoteQpn, remoteQkey);
    } else {
      fail(VerbsErrno.EINVAL);
    }
    return this;
  }

  /** Rejected by {@link #complete}: there are no reliable datagrams here. */
  @Override
  public WorkBuilder through(int endToEndContext, int remoteQpn, int remoteQkey) {
    requireStarted();
    fail(VerbsErrno.EINVAL);
    return this;
  }

  @Override
  public WorkBuilder sge(int lkey, long address, int length) {
    BuiltRequest built = current();
    if (built != null) {
      built.request.buffers().add(address, length, lkey);
    }
    return this;
  }

  @Override
  public WorkBuilder sgeList(ScatterGatherList buffers) {
    Require.notNull("buffers", buffers);
    BuiltRequest built = current();
    if (built != null) {
      built.request.buffers().clear().addAll(buffers);
    }
    return this;
  }

  @Override
  public WorkBuilder inlineData(MemorySegment data) {
    Require.notNull("data", data);
    BuiltRequest built = current();
    if (built != null && !SendOperands.mayBeInline(built.request.opcode())) {
      fail(VerbsErrno.EINVAL);
    } else if (built != null && !built.append(data)) {
      fail(VerbsErrno.ENOSPC);
    }
    return this;
  }

  @Override
  public int complete() {
    requireStarted();
    try {
      if (error != 0 || count == 0) {
        return error;
      }
      return insidePair.applyAsInt(() -> calls.post(requests, count));
    } finally {
      end();
    }
  }

  @Override
  public void abort() {
    requireStarted();
    end();
  }

  private void end() {
    building = false;
    open = false;
    sending.unlock();
  }
}

package dev.weft.ffm.operation;

import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.ffm.layout.CallLayouts;
import java.lang.foreign.MemorySegment;

/**
 * One operation that is under way, with the memory that C uses for it: the {@code struct
 * fi_context2} whose address is the operation's context in C, and room for the arguments of the
 * call. The address leads from an entry of a completion queue back to this object, and so to the
 * caller's context. Reused; an {@link OperationPool} has many.
 */
public final class Operation {
  /** Buffers of one operation at most. */
  public static final int BUFFERS = 16;

  /** {@code sizeof(struct fi_context2)}. */
  private static final long CONTEXT_BYTES = 64;

  /** Where the index of the operation in its pool lies. */
  static final long INDEX = CONTEXT_BYTES;

  private static final long ALWAYS_REPORTED =
      CompletionFlags.MULTI_RECV | CompletionFlags.REMOTE_CQ_DATA;

  private static final long MESSAGE = INDEX + Long.BYTES;
  private static final long VECTOR = MESSAGE + CallLayouts.ATOMIC_MESSAGE.size();
  private static final long VECTOR_BYTES = BUFFERS * CallLayouts.IO_VECTOR.size();
  private static final long DESCRIPTORS = VECTOR + VECTOR_BYTES;
  private static final long DESCRIPTOR_BYTES = (long) BUFFERS * Long.BYTES;
  private static final long REMOTE = DESCRIPTORS + DESCRIPTOR_BYTES;
  private static final long COMPARES = REMOTE + BUFFERS * CallLayouts.RMA_IO_VECTOR.size();
  private static final long RESULTS = COMPARES + VECTOR_BYTES + DESCRIPTOR_BYTES;

  /** Bytes of one operation. */
  static final long STRIDE = RESULTS + VECTOR_BYTES + DESCRIPTOR_BYTES;

  private final OperationPool pool;
  private final long address;

  /** Its index in the table. */
  final int index;

  /** The index of the next free operation. */
  int next;

  /** Whether it is not free. */
  boolean used;

  /** What the caller gave as context. */
  long context;

  /** The object that posted it, or the last one if it is free. */
  private OperationOwner owner;

  /** Keeps the caller's memory reachable. */
  private MemorySegment buffer;

  /** The same for the other buffers of a vector; filled up to {@link #count}. */
  private MemorySegment[] more;

  private int count;

  /** What else is used; filled up to {@link #resourceCount}. */
  private OperationResource[] resources;

  private int resourceCount;

  /** A success is not reported to the caller. */
  boolean silent;

  /** A success is reported all the same if it has data or releases the buffer. */
  boolean receiving;

  /** Ends only with an entry that has {@code FI_MULTI_RECV}. */
  boolean multiple;

  /** The messages of a receive of many. */
  private final MultiReceive many;

  /** A receive of many was cancelled, and is kept: see {@link FailureKind#CANCELLED}. */
  boolean cancelled;

  /** A message is reserved for a later call with the same context; {@code FI_CLAIM}. */
  boolean claiming;

  Operation(OperationPool pool, long address, int index) {
    this.pool = pool;
    this.address = address;
    this.index = index;
    this.many = new MultiReceive(vector());
  }

  /** It is under way from now on, for this object. */
  @SuppressWarnings("ReferenceEquality") // the very object
  void own(OperationOwner by) {
    used = true;
    if (owner != by) { // storing a reference costs more than comparing
      owner = by;
    }
  }

  /** Whether it is under way for this object. */
  @SuppressWarnings("ReferenceEquality") // the very object
  boolean isOf(OperationOwner object) {
    return used && owner == object;
  }

  /** Returns it to its pool: C has not accepted it. */
  public void giveBack() {
    pool.giveBack(this);
  }

  /** The context of the operation in C. */
  public long address() {
    return address;
  }

  /** Room for the struct of the call. */
  public long message() {
    return address + MESSAGE;
  }

  /** Room for {@link #BUFFERS} structs {@code iovec} or {@code fi_ioc}. */
  public long vector() {
    return address + VECTOR;
  }

  /** Room for {@link #BUFFERS} descriptors. */
  public long descriptors() {
    return address + DESCRIPTORS;
  }

  /** Room for {@link #BUFFERS} structs {@code fi_rma_iov} or {@code fi_rma_ioc}. */
  public long remote() {
    return address + REMOTE;
  }

  /** Room for {@link #BUFFERS} structs {@code fi_ioc}: the compare arguments. */
  public long compares() {
    return address + COMPARES;
  }

  /** Room for the descriptors of {@link #compares}. */
  public long compareDescriptors() {
    return address + COMPARES + VECTOR_BYTES;
  }

  /** Room for {@link #BUFFERS} structs {@code fi_ioc}: where the previous values go. */
  public long results() {
    return address + RESULTS;
  }

  /** Room for the descriptors of {@link #results}. */
  public long resultDescriptors() {
    return address + RESULTS + VECTOR_BYTES;
  }

  /** Keeps the caller's memory reachable until the completion. */
  public Operation keep(MemorySegment buffer) {
    this.buffer = buffer;
    return this;
  }

  /** Keeps one more. */
  public void keepAlso(MemorySegment buffer) {
    if (more == null) {
      more = new MemorySegment[3 * BUFFERS];
    }
    more[count++] = buffer;
  }

  /** Uses a resource until the completion. */
  public void use(OperationResource resource) {
    if (resources == null) {
      resources = new OperationResource[3 * BUFFERS];
    }
    resources[resourceCount++] = resource;
  }

  /** The caller's memory is not in use any more. */
  void drop() {
    buffer = null;
    while (count > 0) {
      more[--count] = null;
    }
    while (resourceCount > 0) {
      resources[--resourceCount].endUse();
      resources[resourceCount] = null;
    }
  }

  /**
   * Whether the caller gets an entry with these flags. sockets of 1.17 says FI_REMOTE_CQ_DATA also
   * of the send: it counts for receives only.
   */
  boolean isReported(long flags) {
    return !silent || (receiving && (flags & ALWAYS_REPORTED) != 0);
  }

  /** No entry for the caller if it succeeds. */
  public Operation silent(boolean silent) {
    this.silent = silent;
    return this;
  }

  /** It receives. */
  public Operation receiving() {
    this.receiving = true;
    return this;
  }

  /** It receives more than one message. */
  public Operation multiple(boolean multiple) {
    this.multiple = multiple;
    if (multiple) {
      many.begin();
    }
    return this;
  }

  /** The buffer of a receive that is posted without a vector. */
  public Operation into(long start, long length) {
    if (multiple) {
      many.into(start, length);
    }
    return this;
  }

  /** {@link MultiReceive#releaseLast}. */
  long releaseLast(long entry, long flags) {
    return many.releaseLast(entry, flags, owner.minimumMultiReceive());
  }

  /** {@link MultiReceive#failsLast}. */
  boolean failsLast(long address, long length) {
    return many.failsLast(address, length, owner.minimumMultiReceive());
  }

  /** {@link MultiReceive#isWhole}. */
  boolean isWhole() {
    return many.isWhole(owner.minimumMultiReceive());
  }

  /** Its success reserves a message for a later call. */
  public Operation claiming(boolean claiming) {
    this.claiming = claiming;
    return this;
  }
}

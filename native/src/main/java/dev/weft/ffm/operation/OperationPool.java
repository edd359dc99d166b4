package dev.weft.ffm.operation;

import dev.weft.fabric.completion.CompletionEntryLayout;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.ffm.linker.CMemory;
import dev.weft.recording.QueueStatistics;
import dev.weft.wait.SpinLock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/**
 * The operations whose completions one queue reports. A post takes an operation, the read of its
 * entry returns it. An operation of a closed endpoint may never have an entry, and a receive of
 * many that failed may have entries that are read after its error; both are returned once the queue
 * has been empty afterwards.
 *
 * <p>The receives of a shared receive context have a pool of their own, see {@link
 * SharedOperations}.
 *
 * <p>Any thread may call. After the pool has grown to the number of operations under way, nothing
 * allocates.
 */
public final class OperationPool {
  private static final OperationOwner ABANDONED = new OperationOwner();

  private final SpinLock lock = new SpinLock();
  private final OperationTable table;

  /** The index of the first free operation. */
  private int free = OperationTable.NONE;

  private int abandoned;

  private long completed;
  private long failures;
  private final AtomicLong closings = new AtomicLong();
  private volatile long reclaimed;
  private final SharedOperations shared = new SharedOperations();

  /** Of a shared receive context: the pools of the queues that may report it. */
  private final List<OperationPool> reporters = new CopyOnWriteArrayList<>();

  volatile boolean retired;

  private final boolean releasesEarly;

  /** A pool without operations, of a provider that releases no receive early. */
  public OperationPool(Arena arena) {
    this(arena, false);
  }

  /**
   * A pool without operations.
   *
   * @param arena of the memory that C uses; closed after the queue
   * @param releasesEarly whether entries of a receive of many may follow its {@code FI_MULTI_RECV}
   */
  public OperationPool(Arena arena, boolean releasesEarly) {
    this.table = new OperationTable(arena);
    this.releasesEarly = releasesEarly;
  }

  /** An operation for a call that is about to post. */
  public Operation take(OperationOwner owner, long context) {
    lock.lock();
    try {
      if (free == OperationTable.NONE) {
        free = table.grow(this);
      }
      Operation operation = table.at(free);
      free = operation.next;
      operation.own(owner);
      operation.context = context;
      return operation;
    } finally {
      lock.unlock();
    }
  }

  /** From now on the queue of this pool may report the operations of a shared one, too. */
  public void report(OperationPool sharedOne) {
    lock.lock();
    try {
      if (shared.add(sharedOne)) {
        sharedOne.reporters.add(this);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The shared receive context of this pool is closed: C does not touch its operations. It may have
   * written entries into queues that were empty before.
   */
  public void retire() {
    reporters.forEach(OperationPool::closing); // for those that have looked; partner: reclaim()
    retired = true;
    reporters.forEach(OperationPool::closing); // for those that look from now on
  }

  private void closing() {
    closings.incrementAndGet();
  }

  /** Returns an operation that was not accepted. */
  public void giveBack(Operation operation) {
    lock.lock();
    try {
      release(operation);
    } finally {
      lock.unlock();
    }
  }

  private void release(Operation operation) {
    operation.cancelled = false;
    operation.used = false;
    operation.drop();
    operation.silent = false;
    operation.receiving = false;
    operation.multiple(false);
    operation.claiming = false;
    operation.next = free;
    free = operation.index;
  }

  /**
   * Puts the callers' contexts into entries that C has written, and removes those of silent
   * operations.
   *
   * @param stride bytes of an entry, which has a buffer at least
   * @param sources addresses of the entries, or null
   * @return how many entries are left, at the start
   */
  public int translate(MemorySegment entries, int stride, int count, MemorySegment sources) {
    lock.lock();
    try {
      int kept = 0;
      for (int i = 0; i < count; i++) {
        if (translate(entries, stride, i)) {
          Entries.move(entries, stride, i, kept, sources);
          kept++;
        }
      }
      completed += kept;
      return kept;
    } finally {
      lock.unlock();
    }
  }

  /** Translates one entry; false if the caller does not get it. */
  private boolean translate(MemorySegment entries, int stride, int index) {
    long entry = entries.address() + (long) index * stride;
    long flags = CMemory.word(entry + CompletionEntryLayout.FLAGS_OFFSET);
    Operation operation = table.find(CMemory.word(entry));
    if (operation == null) {
      shared.translate(entry, flags);
      return true;
    }
    CMemory.word(entry, operation.context);
    if (releasesEarly && operation.multiple) {
      flags = operation.releaseLast(entry, flags);
      if (flags == 0) {
        return false;
      }
    }
    boolean reported = operation.isReported(flags);
    complete(operation, flags);
    return reported;
  }

  /** Translates an entry for the queue of another pool; false if it is of no operation here. */
  boolean translate(long entry, long flags) {
    lock.lock();
    try {
      Operation operation = table.find(CMemory.word(entry));
      if (operation != null) {
        CMemory.word(entry, operation.context);
        complete(operation, flags);
      }
      return operation != null;
    } finally {
      lock.unlock();
    }
  }

  /** Ends an operation that succeeded, unless more entries of it follow. */
  private void complete(Operation operation, long flags) {
    if (operation.claiming) {
      operation.drop();
    } else if (!operation.multiple || (flags & CompletionFlags.MULTI_RECV) != 0) {
      endOf(operation);
    }
  }

  private void endOf(Operation operation) {
    if (operation.isOf(ABANDONED)) {
      abandoned--;
    }
    release(operation);
  }

  /**
   * The context of the caller for that of a failed operation, which ends with it. sockets reports
   * errors first: messages that a receive of many took before may follow its error.
   *
   * @param address its context in C; returned if no operation under way has it
   */
  long fail(long address, FailureKind kind) {
    lock.lock();
    try {
      failures++;
      Operation operation = table.find(address);
      if (operation == null) {
        return shared.fail(address, kind);
      }
      long context = operation.context;
      if (!operation.multiple || operation.isWhole()) {
        endOf(operation);
      } else if (kind == FailureKind.CANCELLED) {
        operation.cancelled = !operation.isOf(ABANDONED); // a message may be under way
      } else if (kind == FailureKind.RELEASED) {
        abandon(operation);
      }
      return context;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Puts the caller's context into a failure, and {@code FI_MULTI_RECV} if it is the last of a
   * receive of many whose release was held back.
   */
  public void fail(ErrorCompletion entry) {
    if (releasesEarly && failsLast(entry)) {
      entry.flags(entry.flags() | CompletionFlags.MULTI_RECV);
    }
    entry.context(fail(entry.context(), FailureKind.of(entry)));
  }

  private boolean failsLast(ErrorCompletion entry) {
    lock.lock();
    try {
      Operation operation = table.find(entry.context());
      return operation != null
          && operation.multiple
          && operation.failsLast(entry.buffer(), entry.length());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Calls {@code cancel} with the context in C of an operation of {@code owner} that has this
   * context. The operation cannot end meanwhile.
   *
   * @return the call's result; 0 if there is no such operation
   */
  public long cancel(OperationOwner owner, long context, LongUnaryOperator cancel) {
    lock.lock();
    try {
      Operation operation = table.posted(owner, context);
      return operation == null ? 0 : cancel.applyAsLong(operation.address());
    } finally {
      lock.unlock();
    }
  }

  /** The operation of {@code owner} that has reserved a message with this context, or null. */
  public Operation claimed(OperationOwner owner, long context) {
    lock.lock();
    try {
      for (Operation operation : table.all()) {
        if (operation.isOf(owner) && operation.claiming && operation.context == context) {
          operation.claiming = false;
          operation.drop();
          return operation;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** The endpoint {@code owner} is closed: C does not touch its operations any more. */
  public void abandon(OperationOwner owner) {
    lock.lock();
    try {
      for (Operation operation : table.all()) {
        if (operation.isOf(owner)) {
          abandon(operation);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Keeps the operation for entries that may follow; C does not touch its memory any more. */
  private void abandon(Operation operation) {
    if (operation.isOf(ABANDONED)) {
      return;
    }
    closing();
    operation.cancelled = false;
    operation.own(ABANDONED);
    operation.drop();
    abandoned++;
  }

  /** A number that grows when operations are abandoned, here or in a shared pool. */
  public long closings() {
    return closings.get();
  }

  /**
   * Whether operations were abandoned that {@link #reclaim} would free.
   *
   * @param before {@link #closings} before the queue was read
   */
  public boolean mayReclaim(long before) {
    return before != reclaimed;
  }

  /**
   * The queue was empty, and no other thread was reading it: abandoned operations are free.
   *
   * @param before {@link #closings} before the queue was read
   */
  public void reclaim(long before) {
    lock.lock();
    try {
      if (closings.get() == before) {
        reclaimAll();
        reclaimed = before;
      }
    } finally {
      lock.unlock();
    }
  }

  private void reclaimAll() {
    shared.dropRetired();
    if (abandoned == 0) {
      return;
    }
    for (Operation operation : table.all()) {
      if (operation.isOf(ABANDONED)) {
        endOf(operation);
      }
    }
  }

  /** Operations that are not free; for tests. */
  public int used() {
    lock.lock();
    try {
      return table.countUsed();
    } finally {
      lock.unlock();
    }
  }

  /** The figures of a queue that takes this many operations; 0: unknown. */
  public QueueStatistics statistics(long capacity) {
    lock.lock();
    try {
      return new QueueStatistics(
          capacity,
          completed + failures,
          QueueStatistics.UNKNOWN,
          (long) table.countPosted() - abandoned,
          failures);
    } finally {
      lock.unlock();
    }
  }
}

package dev.weft.ffm.object;

import dev.weft.argument.Require;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.fid.ErrorText;
import dev.weft.ffm.fid.NativeWaitable;
import dev.weft.ffm.fid.SetMember;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.OperationPool;
import dev.weft.recording.OpenQueue;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * {@code struct fid_cq} of libfabric. C fills the caller's batch, or {@link WideEntries}; then the
 * contexts of C are replaced by those of the callers. Waiting is done here: C's own waits hold a
 * carrier thread, and its signals can be lost.
 */
final class NativeCompletionQueue extends NativeWaitable implements CompletionQueue {
  private static final long OPS = ObjectLayouts.COMPLETION_QUEUE.offset("ops");
  private static final Kind KIND = new Kind(ObjectClass.CQ, OPS, OpsLayouts.COMPLETION_QUEUE);
  private static final long READ = OpsLayouts.COMPLETION_QUEUE.offset("read");
  private static final long READ_FROM = OpsLayouts.COMPLETION_QUEUE.offset("readfrom");
  private static final long SIGNAL = OpsLayouts.COMPLETION_QUEUE.offset("signal");
  private static final long STRERROR = OpsLayouts.COMPLETION_QUEUE.offset("strerror");

  final OperationPool operations;
  private final NativeDomain domain;
  private final CompletionFormat format;
  private final WideEntries wide;
  private final int size;
  private final QueueErrors errors;
  private final boolean blocking;
  private final CompletionAhead ahead;
  private final OpenQueue open;

  private NativeCompletionQueue(
      NativeDomain domain,
      CompletionQueueAttributes attributes,
      QueueAttributes.OpenQueue queue,
      SetMember setMember,
      Object context) {
    super(
        KIND,
        domain,
        domain.fabric(),
        queue.fid(),
        queue.hasDescriptor() ? WaitObject.FD : attributes.waitObject(),
        setMember,
        context);
    this.domain = domain;
    this.format = QueueAttributes.format(attributes);
    this.size = (int) Math.min(queue.size(), Integer.MAX_VALUE);
    this.wide = WideEntries.of(format, this::readInto, arena);
    this.operations = new OperationPool(arena, ProviderNames.releasesEarly(domain.info()));
    this.errors = new QueueErrors(this, domain.attributes().maxErrorDataSize(), arena);
    this.ahead = new CompletionAhead(this::readNext, format, arena);
    this.blocking = attributes.waitObject() != WaitObject.NONE && !isInSet();
    this.open =
        OpenQueue.of(
            "fi_cq", () -> operations.statistics(size), domain::place, this::waitingThreads);
    joinSet(); // closes this if it fails
  }

  /** {@code fi_cq_open(3)}. */
  static NativeCompletionQueue open(
      NativeDomain domain, CompletionQueueAttributes attributes, Object context) {
    SetMember member = SetMember.of("fi_cq_open", attributes.waitObject(), attributes.waitSet());
    QueueAttributes.OpenQueue queue = QueueAttributes.open(domain, attributes);
    return new NativeCompletionQueue(domain, attributes, queue, member, context);
  }

  NativeDomain domain() {
    return domain;
  }

  @Override
  public CompletionFormat format() {
    return format;
  }

  /** As asked for; 0 if the provider chose and does not say. */
  @Override
  public int size() {
    return size;
  }

  @Override
  public int read(CompletionBatch batch, int count) {
    return readFrom(batch, count, null);
  }

  @Override
  public int readFrom(CompletionBatch batch, int count, AddressBatch sources) {
    Checks.batch(batch, count, sources, format);
    enter();
    try {
      return take(batch, count, sources);
    } finally {
      leave();
    }
  }

  /** {@link #readFrom} for a thread that waits: {@code -EBADF} once the queue is closed. */
  private int readUnlessClosed(CompletionBatch batch, int count, AddressBatch sources) {
    if (!tryEnter()) {
      return -Errno.EBADF;
    }
    try {
      return take(batch, count, sources);
    } finally {
      leave();
    }
  }

  private int take(CompletionBatch batch, int count, AddressBatch sources) {
    return ahead.isUsed() ? ahead.read(batch, count, sources) : readNext(batch, count, sources);
  }

  /** Entries out of C. */
  private int readNext(CompletionBatch batch, int count, AddressBatch sources) {
    if (count == 0) {
      return readNone();
    }
    return wide == null
        ? readInto(batch.segment(), format.stride(), count, sources)
        : wide.read(batch, count, sources);
  }

  private int readInto(MemorySegment entries, int stride, int count, AddressBatch sources) {
    MemorySegment addresses = sources == null ? null : sources.segment();
    long closings = operations.closings();
    while (true) {
      int read = readNative(entries.address(), count, addresses);
      if (read <= 0) {
        reclaim(read, closings);
        return read;
      }
      int kept = operations.translate(entries, stride, read, addresses);
      if (kept > 0) {
        return kept;
      }
    }
  }

  /** Makes progress and takes no entry. */
  private int readNone() {
    return (int) Downcalls.call(function(OPS, READ), fid(), 0, 0);
  }

  private int readNative(long entries, int count, MemorySegment addresses) {
    try {
      return addresses == null
          ? (int) Downcalls.call(function(OPS, READ), fid(), entries, count)
          : (int)
              Downcalls.call(function(OPS, READ_FROM), fid(), entries, count, addresses.address());
    } finally {
      Reference.reachabilityFence(addresses);
    }
  }

  private void reclaim(int result, long closings) {
    if (result == -Errno.EAGAIN && operations.mayReclaim(closings) && isAlone()) {
      operations.reclaim(closings);
    }
  }

  @Override
  public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
    return sreadFrom(batch, count, null, condition, timeoutMillis);
  }

  /** The threshold is a hint that this queue does not need: it returns with the first entry. */
  @Override
  public int sreadFrom(
      CompletionBatch batch, int count, AddressBatch sources, long condition, int timeoutMillis) {
    Checks.batch(batch, count, sources, format);
    requireOpen();
    if (!blocking) {
      return -Errno.ENOSYS;
    }
    int result = readUnlessClosed(batch, count, sources);
    return result != -Errno.EAGAIN || timeoutMillis == 0
        ? result
        : await(batch, count, sources, timeoutMillis);
  }

  private int await(CompletionBatch batch, int count, AddressBatch sources, int timeoutMillis) {
    long start = wait.begin();
    try {
      int result;
      do {
        result = readUnlessClosed(batch, count, sources);
      } while (result == -Errno.EAGAIN && wait.goOn(start, timeoutMillis));
      return result;
    } finally {
      wait.end();
    }
  }

  @Override
  public int readErr(ErrorCompletion entry, long flags) {
    Require.notNull("entry", entry);
    if (flags != 0) {
      return -Errno.EINVAL;
    }
    enter();
    try {
      return ahead.isUsed() && ahead.isStored() ? -Errno.EAGAIN : errors.read(entry);
    } finally {
      leave();
    }
  }

  @Override
  public int signal() {
    requireOpen();
    if (isInSet()) {
      signalSet();
      return 0;
    }
    if (!blocking) {
      return -Errno.EINVAL;
    }
    wait.signal();
    return hasWaitObject() && isHandedOut() ? signalInC() : 0;
  }

  /**
   * For a program that waits for the descriptor by itself. It stays readable in net and others, so
   * that the threads that sleep for it here would not rest.
   */
  private int signalInC() {
    enter();
    try {
      return (int) Downcalls.call(function(OPS, SIGNAL), fid());
    } finally {
      leave();
    }
  }

  /** Layers of libfabric ask their first endpoint, and crash where there is none. */
  @Override
  public String strerror(int providerError, MemorySegment errorData, MemorySegment buffer) {
    enter();
    try {
      if (ProviderNames.isLayered(domain.info())) {
        return ErrorText.ofNumber(providerError, buffer);
      }
      return ErrorText.of(function(OPS, STRERROR), fid(), providerError, errorData, buffer);
    } finally {
      leave();
    }
  }

  /** Makes progress first, which {@code fi_trywait} of tcp does not from 1.18 on (TW-010). */
  @Override
  protected int tryWaitInside() {
    if (ahead.isUsed() && ahead.isStored()) {
      return -Errno.EAGAIN;
    }
    readNone();
    return super.tryWaitInside();
  }

  @Override
  protected void released() {
    open.close();
    super.released();
  }

  @Override
  public EventWatch watch(EventListener listener) {
    requireOpen();
    useAhead();
    return wait.watch(waitObject(), this::isReady, this::isReady, listener);
  }

  /** From now on reads know of an entry ahead; no thread is inside one that does not. */
  private void useAhead() {
    if (ahead.isUsed()) {
      return;
    }
    holdUpCalls();
    ahead.use();
    resumeCalls();
  }

  private boolean isReady() {
    if (!tryEnter()) {
      return false;
    }
    try {
      return ahead.look();
    } finally {
      leave();
    }
  }

  @Override
  public String toString() {
    return "NativeCompletionQueue[format=" + format + ", " + domain + "]";
  }
}

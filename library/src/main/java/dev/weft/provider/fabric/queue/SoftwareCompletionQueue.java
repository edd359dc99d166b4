package dev.weft.provider.fabric.queue;

import dev.weft.argument.Require;
import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionWriter;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.poll.WaitCondition;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.ErrorText;
import dev.weft.provider.fabric.wait.AdaptiveSpin;
import dev.weft.provider.fabric.wait.EventReport;
import dev.weft.provider.fabric.wait.QueueWait;
import dev.weft.wait.Deadline;
import dev.weft.wait.Readiness;
import dev.weft.wait.WaitResult;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/**
 * {@code struct fid_cq} on the completion ring: reads drive the progress of the bound endpoints,
 * then take entries out of the ring.
 */
public final class SoftwareCompletionQueue extends BindTarget implements CompletionQueue {
  private final CompletionFormat format;
  private final boolean hasThreshold;
  private final QueueBacking queueBacking;
  private final CompletionReader reader;
  private final CompletionWriter writer;
  private final Arrival anyEntry = new Arrival(1);
  private final AdaptiveSpin adaptiveSpin = new AdaptiveSpin();
  private Arrival lastArrival;

  public SoftwareCompletionQueue(
      DomainServices domain, CompletionQueueAttributes attributes, Object context) {
    super(ObjectClass.CQ, domain, support(attributes, context), context);
    format =
        attributes.format() == CompletionFormat.UNSPEC
            ? CompletionFormat.CONTEXT
            : attributes.format();
    hasThreshold = attributes.waitCondition() == WaitCondition.THRESHOLD;
    queueBacking = backing(attributes, context);
    reader = queueBacking.reader();
    writer = queueBacking.writer();
    waiting.join(this);
  }

  private QueueBacking backing(CompletionQueueAttributes attributes, Object context) {
    boolean made = false;
    try {
      QueueBacking own = QueueBacking.of(attributes, context, this);
      made = true;
      return own;
    } finally {
      if (!made) {
        abandon();
      }
    }
  }

  private static QueueWait support(CompletionQueueAttributes attributes, Object context) {
    AttributeChecks.completionQueue(attributes, context);
    return QueueWait.open(
        ObjectClass.CQ, "fi_cq_open", attributes.waitObject(), attributes.waitSet());
  }

  @Override
  public CompletionFormat format() {
    return format;
  }

  @Override
  public int size() {
    return queueBacking.capacity();
  }

  @Override
  public int read(CompletionBatch batch, int count) {
    return readFrom(batch, count, null);
  }

  @Override
  public int readFrom(CompletionBatch batch, int count, AddressBatch sources) {
    requireOpen();
    Arguments.batch(batch, count, sources, format);
    if (count == 0) {
      machines.progress();
    } else if (reader.isEmpty()) {
      machines.progressForEntry();
    }
    return take(batch, count, sources);
  }

  private int take(CompletionBatch batch, int count, AddressBatch sources) {
    MemorySegment entries = count == 0 ? null : batch.segment();
    MemorySegment addresses = sources == null ? null : sources.segment();
    try {
      int taken = reader.read(entries, format.stride(), count, addresses);
      machines.roomIsFree();
      return taken;
    } catch (RuntimeException failure) {
      Require.writable("batch.segment()", entries);
      Require.writable("sources.segment()", addresses);
      throw failure;
    }
  }

  @Override
  public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
    return sreadFrom(batch, count, null, condition, timeoutMillis);
  }

  @Override
  public int sreadFrom(
      CompletionBatch batch, int count, AddressBatch sources, long condition, int timeoutMillis) {
    requireOpen();
    Arguments.batch(batch, count, sources, format);
    if (!waiting.isBlocking()) {
      return -Errno.ENOSYS;
    }
    machines.progress();
    long wanted = hasThreshold ? Math.clamp(condition, 1, Math.max(1, Math.min(count, size()))) : 1;
    if (wanted == 1 || timeoutMillis == 0 || reader.satisfies(wanted)) {
      int result = take(batch, count, sources);
      if (result != CompletionReader.EMPTY || timeoutMillis == 0) {
        return result;
      }
    }
    return await(batch, count, sources, wanted, timeoutMillis);
  }

  private int await(
      CompletionBatch batch, int count, AddressBatch sources, long wanted, int timeoutMillis) {
    long deadline = Deadline.after(timeoutMillis, TimeUnit.MILLISECONDS);
    Arrival arrival = arrivalOf(wanted);
    if (waiting.sleeps()) {
      adaptiveSpin.until(arrival, this, 1);
    }
    while (true) {
      WaitResult why = waiting.await(arrival, deadline);
      if (why == WaitResult.CLOSED) {
        return -Errno.EBADF;
      }
      int result = take(batch, count, sources);
      waiting.passOn();
      if (result != CompletionReader.EMPTY || why != WaitResult.READY) {
        return result;
      }
    }
  }

  /** The condition for this number of entries; reuses that of the last wait. */
  private Arrival arrivalOf(long wanted) {
    if (wanted == 1) {
      return anyEntry;
    }
    Arrival known = lastArrival;
    if (known == null || known.wanted != wanted) {
      known = new Arrival(wanted);
      lastArrival = known;
    }
    return known;
  }

  @Override
  public int readErr(ErrorCompletion entry, long flags) {
    requireOpen();
    Require.notNull("entry", entry);
    if (flags != 0) {
      return -Errno.EINVAL;
    }
    if (!reader.headIsError()) {
      return -Errno.EAGAIN; // before a consumer is made
    }
    try {
      return reader.readError(failure -> store(failure, entry)) ? 1 : -Errno.EAGAIN;
    } catch (RuntimeException failure) {
      Require.writable("entry.segment()", entry.segment());
      Require.writable("entry.errorDataBuffer()", entry.errorDataBuffer());
      throw failure;
    }
  }

  private static void store(CompletionFailure failure, ErrorCompletion entry) {
    byte[] data = failure.errorData();
    entry
        .reset()
        .context(failure.context())
        .flags(failure.flags())
        .length(failure.length())
        .buffer(failure.buffer())
        .data(failure.data())
        .tag(failure.tag())
        .overflowLength(failure.overflowLength())
        .error(failure.error(), failure.providerError())
        .storeErrorData(data == null ? MemorySegment.NULL : MemorySegment.ofArray(data));
  }

  @Override
  public int signal() {
    requireOpen();
    return waiting.signal();
  }

  @Override
  public String strerror(int providerError, MemorySegment errorData, MemorySegment buffer) {
    return ErrorText.of(providerError, buffer);
  }

  @Override
  public Readiness event() {
    return anyEntry;
  }

  @Override
  public EventReport newReport() {
    return anyEntry;
  }

  /** Where operations of endpoints complete. */
  public CompletionWriter writer() {
    return writer;
  }

  /**
   * The condition that enough entries are queued. The waiter drives progress first. A poll set
   * reports a queue until it is drained.
   */
  private final class Arrival implements EventReport {
    private final long wanted;

    Arrival(long wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean holds() {
      return reader.satisfies(wanted);
    }

    @Override
    public boolean advance() {
      progressBeforeSleep();
      return holds();
    }

    @Override
    public boolean take() {
      return !reader.isEmpty();
    }
  }

  @Override
  void released() {
    queueBacking.leave();
  }

  @Override
  public String toString() {
    return "SoftwareCompletionQueue[format=" + format + ", " + queueBacking + "]";
  }
}

package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.completion.RingStatistics;
import dev.weft.completion.work.WorkCompletionListener;
import dev.weft.completion.work.WorkCompletionOptions;
import dev.weft.completion.work.WorkCompletionOwner;
import dev.weft.completion.work.WorkCompletionQueue;
import dev.weft.completion.work.WorkCompletionReader;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.provider.verbs.device.DeviceLimits;
import dev.weft.provider.verbs.event.EventAcks;
import dev.weft.recording.OpenQueue;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code struct ibv_cq} of the software device, on top of a {@link WorkCompletionQueue}. */
public class SoftwareCompletionQueue extends AsyncEventSource
    implements CompletionQueue, WorkCompletionListener, WorkCompletionOwner {
  private static final int MAX_MODERATION = 0xFFFF;
  private static final int NANOS_PER_MICROSECOND = 1000;

  private final Object context;
  private final SoftwareCompletionChannel channel;
  private final HandlerRunner.Runs handling;
  private final EventAcks completionAcks = new EventAcks("ibv_ack_cq_events", "nevents");
  private final WorkCompletionQueue queue;
  private final WorkCompletionReader reader;
  private final OpenQueue open;

  /** The caller has checked the arguments with {@link CompletionQueueFactory}. */
  SoftwareCompletionQueue(
      ObjectUses uses,
      int cqe,
      Object context,
      SoftwareCompletionChannel channelOrNull,
      WorkCompletionOptions options) {
    super(uses, "ibv_destroy_cq");
    this.context = context;
    this.channel = channelOrNull;
    this.handling = owner().handling().new Runs(this);
    this.queue = new WorkCompletionQueue(cqe, options, this);
    this.reader = queue.reader();
    this.open =
        OpenQueue.of(
            "ibv_cq", () -> RingStatistics.of(queue.ring()), owner().device()::name, this::waiters);
  }

  private int waiters() {
    return channel == null ? 0 : channel.waiters();
  }

  @Override
  public final int cqe() {
    return Math.min(queue.capacity(), DeviceLimits.MAX_CQE);
  }

  @Override
  public final Object context() {
    return context;
  }

  @Override
  public final SoftwareCompletionChannel channel() {
    return channel;
  }

  /** The sink of the work queues' completions. Each work queue attaches itself while it is open. */
  public WorkCompletionSink sink() {
    return queue;
  }

  /** Used by {@code fi_cq_open(3)} with {@code FI_PEER}, which lets endpoints complete here too. */
  @Override
  public final WorkCompletionQueue workCompletions() {
    useCount().requireOpen();
    return queue;
  }

  final WorkCompletionReader reader() {
    return reader;
  }

  @Override
  public final int poll(WorkCompletionBatch batch, int count) {
    if (batch == null && count != 0) {
      throw new IllegalArgumentException("batch=null, allowed only with count=0");
    }
    if (count == 0) {
      useCount().requireOpen(); // the reader looks at nothing
    }
    if (count < 0 || (batch != null && count > batch.capacity())) {
      return -VerbsErrno.EINVAL;
    }
    return poll(batch == null ? null : batch.segment(), count);
  }

  private int poll(MemorySegment completions, int count) {
    try {
      return reader.poll(completions, count);
    } catch (RuntimeException failure) {
      Require.writable("batch.segment()", completions);
      throw failure;
    }
  }

  @Override
  public final int requestNotify(boolean solicitedOnly) {
    useCount().requireOpen();
    queue.arm(solicitedOnly);
    return 0;
  }

  @Override
  public final void ackEvents(int events) {
    completionAcks.ack(events);
  }

  @Override
  public int resize(int cqe) {
    useCount().requireOpen();
    if (cqe < 1 || cqe > DeviceLimits.MAX_CQE) {
      return VerbsErrno.EINVAL;
    }
    return queue.resize(cqe) ? 0 : VerbsErrno.EINVAL;
  }

  @Override
  public final int modify(int completions, int periodMicroseconds) {
    useCount().requireOpen();
    if (isModeration(completions) && isModeration(periodMicroseconds)) {
      long period = (long) periodMicroseconds * NANOS_PER_MICROSECOND;
      queue.moderate(Math.max(completions, 1), period);
      return 0;
    }
    return VerbsErrno.EINVAL;
  }

  private static boolean isModeration(int value) {
    return value >= 0 && value <= MAX_MODERATION;
  }

  @Override
  public final long lostCompletions() {
    return queue.lost();
  }

  @Override
  public final void completionEvent() {
    if (channel == null) {
      handling.trigger();
    } else {
      channel.offer(this);
    }
  }

  @Override
  public final void eventHeldBack(long nanos) {
    CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(queue::releaseEvent);
  }

  @Override
  public final void overrun() {
    owner().asyncEvents().raise(AsyncEventType.CQ_ERR, this);
  }

  /** Records that a thread took an event of this queue from the channel. */
  final void eventGot() {
    completionAcks.got();
  }

  @Override
  final String otherHolder() {
    return queue.retire()
        ? null
        : "a queue pair, a shared receive queue that matches tags or a queue of fi_cq_open(3)";
  }

  /** A thread that took an event of this queue may use it until the acknowledgement (VN-34). */
  @Override
  final void awaitEvents() {
    tellNoMore();
    handling.end();
    if (channel != null) {
      channel.forget(this);
      completionAcks.awaitAll(this);
    }
    endEvents();
    queue.close();
  }

  @Override
  void release() {
    open.close();
  }

  @Override
  public String toString() {
    return "CompletionQueue[context=" + context + ", cqe=" + cqe() + ", lost=" + queue.lost() + "]";
  }
}

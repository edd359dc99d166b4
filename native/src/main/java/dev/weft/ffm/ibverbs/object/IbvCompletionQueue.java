package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.ibverbs.work.PollFunction;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.CStruct;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.provider.verbs.event.EventAcks;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;

/** {@code struct ibv_cq} of libibverbs. C writes completions into the caller's batch. */
class IbvCompletionQueue extends IbvEventSource implements CompletionQueue {
  private static final long CQE = ObjectLayouts.COMPLETION_QUEUE.offset("cqe");
  private static final int MODERATE = 1;
  private static final int MOST_MODERATION = 0xFFFF;

  private final Object context;
  private final IbvChannel channel;
  private final EventAcks completionAcks = new EventAcks("ibv_ack_cq_events", "nevents");
  private final AtomicLong overruns = new AtomicLong();
  private volatile int cqe;

  /** A queue that C has created; {@link CompletionQueueCreation} has checked the arguments. */
  IbvCompletionQueue(
      IbvContext owner,
      long address,
      long slot,
      Object context,
      IbvChannel channelOrNull,
      Holders... used) {
    super(owner, address, Verb.DESTROY_CQ, slot, used);
    this.context = context;
    this.channel = channelOrNull;
    this.cqe = CMemory.integer(address + CQE);
  }

  @Override
  public final int cqe() {
    return cqe;
  }

  @Override
  public final Object context() {
    return context;
  }

  @Override
  public final IbvChannel channel() {
    return channel;
  }

  @Override
  public int poll(WorkCompletionBatch batch, int count) {
    if (batch == null && count != 0) {
      throw new IllegalArgumentException("batch=null, allowed only with count=0");
    }
    if (count < 0 || (batch != null && count > batch.capacity())) {
      return -VerbsErrno.EINVAL;
    }
    enter();
    try {
      return count == 0 ? 0 : take(batch, count);
    } finally {
      leave();
    }
  }

  private int take(WorkCompletionBatch batch, int count) {
    Require.writable("batch.segment()", batch.segment());
    int taken = PollFunction.poll(owner().functions().pollCq(), struct(), count, batch.segment());
    return taken < 0 ? -VerbsErrno.EIO : taken;
  }

  @Override
  public final int requestNotify(boolean solicitedOnly) {
    enter();
    try {
      long function = owner().functions().requestNotify();
      return Math.abs((int) Downcalls.call(function, struct(), solicitedOnly ? 1 : 0));
    } finally {
      leave();
    }
  }

  @Override
  public final void ackEvents(int events) {
    completionAcks.ack(events);
  }

  @Override
  public int resize(int wanted) {
    enter();
    try {
      int error = wanted < 1 ? VerbsErrno.EINVAL : Verb.RESIZE_CQ.error(struct(), wanted);
      cqe = CMemory.integer(struct() + CQE);
      return error;
    } finally {
      leave();
    }
  }

  /** {@link VerbsErrno#EOPNOTSUPP} where the driver has no {@code ibv_modify_cq(3)}. */
  @Override
  public final int modify(int completions, int periodMicroseconds) {
    enter();
    try {
      if (!isModeration(completions) || !isModeration(periodMicroseconds)) {
        return VerbsErrno.EINVAL;
      }
      long function = owner().functions().extended("modify_cq");
      return function == 0
          ? VerbsErrno.EOPNOTSUPP
          : moderate(function, completions, periodMicroseconds);
    } finally {
      leave();
    }
  }

  private int moderate(long function, int completions, int periodMicroseconds) {
    try (Arena arena = Arena.ofConfined()) {
      CStruct moderation =
          CStruct.in(arena, AttributeLayouts.MODERATION)
              .integer("attr_mask", MODERATE)
              .half("moderate.cq_count", completions)
              .half("moderate.cq_period", periodMicroseconds);
      return Verb.errorOf(function, struct(), moderation.address());
    }
  }

  private static boolean isModeration(int value) {
    return value >= 0 && value <= MOST_MODERATION;
  }

  /** At least so many: C says that the queue has overrun, not how many completions it lost. */
  @Override
  public final long lostCompletions() {
    return overruns.get();
  }

  @Override
  final void happened(AsyncEventType type) {
    if (type == AsyncEventType.CQ_ERR) {
      overruns.incrementAndGet();
    }
  }

  /** Records that a thread took an event of this queue from the channel. */
  final void eventGot() {
    completionAcks.got();
  }

  @Override
  void ending() {
    super.ending();
    if (channel != null) {
      channel.forget(this);
      completionAcks.awaitAll(this);
    }
  }

  @Override
  public final String toString() {
    return "CompletionQueue[context=" + context + ", cqe=" + cqe + "]";
  }
}

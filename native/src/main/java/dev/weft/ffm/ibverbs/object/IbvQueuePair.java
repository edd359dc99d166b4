package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.attribute.ContextFunctions;
import dev.weft.ffm.ibverbs.attribute.PairAttributes;
import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.ibverbs.work.ReceiveRequests;
import dev.weft.ffm.ibverbs.work.RequestBuilder;
import dev.weft.ffm.ibverbs.work.SendRequests;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.provider.verbs.check.AttributeTranslation;
import dev.weft.provider.verbs.post.PostExplanation;
import dev.weft.recording.PostRefusedEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/** {@code struct ibv_qp} of libibverbs. */
final class IbvQueuePair extends IbvEventSource implements QueuePair {
  private static final long NUMBER = ObjectLayouts.QUEUE_PAIR.offset("qp_num");

  private final IbvDomain domain;
  private final QueuePairInit init;
  private final QueuePairCapabilities capabilities;
  private final int number;

  /** Held while sends are posted or built. */
  private final ReentrantLock sending = new ReentrantLock();

  private final ReentrantLock receiving = new ReentrantLock();
  private final DomainReferences references;
  private final SendRequests sends;
  private final ReceiveRequests receives;

  /** Null where C has none. */
  private final RequestBuilder builder;

  IbvQueuePair(
      IbvDomain domain,
      long slot,
      QueuePairInit init,
      QueuePairCreation.Made made,
      Holders... used) {
    super(domain.owner(), made.struct(), Verb.DESTROY_QP, slot, used);
    this.domain = domain;
    this.init = init;
    this.capabilities = made.granted();
    this.number = CMemory.integer(made.struct() + NUMBER);
    this.references = new DomainReferences(domain);
    ContextFunctions functions = domain.owner().functions();
    this.sends =
        new SendRequests(
            functions.postSend(), made.struct(), init.type(), capabilities, references);
    this.receives =
        new ReceiveRequests(functions.postReceive(), made.struct(), capabilities.maxReceiveSge());
    this.builder = made.operations() == 0 ? null : builder(made.operations());
  }

  private RequestBuilder builder(long operations) {
    long extended = Downcalls.call(Verb.QP_TO_QP_EX.address(), struct());
    return extended == 0
        ? null
        : new RequestBuilder(
            sending, extended, init.type(), capabilities, operations, references, this::build);
  }

  /** Runs a call into C. */
  private int build(IntSupplier call) {
    enter();
    try {
      return PostRefusedEvent.report("ibv_wr_complete", call.getAsInt(), VerbsErrno::strerror);
    } finally {
      leave();
    }
  }

  @Override
  public int qpNum() {
    return number;
  }

  @Override
  public QueuePairType type() {
    return init.type();
  }

  /** As the device reports it; UNKNOWN if it does not, or once the queue pair is destroyed. */
  @Override
  public QueuePairState state() {
    if (!tryEnter()) {
      return QueuePairState.UNKNOWN;
    }
    try {
      return PairAttributes.state(struct());
    } finally {
      leave();
    }
  }

  @Override
  public Object context() {
    return init.context();
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return domain;
  }

  @Override
  public CompletionQueue sendCq() {
    return init.sendCq();
  }

  @Override
  public CompletionQueue receiveCq() {
    return init.receiveCq();
  }

  @Override
  public SharedReceiveQueue sharedReceiveQueue() {
    return init.sharedReceiveQueue();
  }

  @Override
  public boolean signalAll() {
    return init.signalAll();
  }

  @Override
  public QueuePairCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public int modify(QueuePairAttributes wanted, int mask) {
    Require.notNull("attributes", wanted);
    enter();
    try {
      return PairAttributes.modify(struct(), wanted, mask);
    } finally {
      leave();
    }
  }

  /** By the tables of the InfiniBand architecture; a device may refuse more. */
  @Override
  public String explainModify(QueuePairAttributes wanted, int mask) {
    Require.notNull("attributes", wanted);
    requireOpen();
    String wrong = PairAttributes.wrongValue(wanted, mask);
    return wrong == null ? AttributeTranslation.explain(type(), query(), wanted, mask) : wrong;
  }

  @Override
  public QueuePairAttributes query() {
    enter();
    try {
      return PairAttributes.query(struct());
    } finally {
      leave();
    }
  }

  @Override
  public int postSend(SendWorkRequest first, BadRequest<SendWorkRequest> bad) {
    enter();
    int error;
    try {
      sending.lock();
      try {
        error = sends.post(first, bad);
      } finally {
        sending.unlock();
      }
    } finally {
      leave();
    }
    if (error != 0 && bad != null) {
      bad.request(bad.request(), PostExplanation.of(this).of(bad.request(), error));
    }
    return PostRefusedEvent.report("ibv_post_send", error, VerbsErrno::strerror);
  }

  @Override
  public int postRecv(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad) {
    enter();
    int error;
    try {
      receiving.lock();
      try {
        error = post(first, bad);
      } finally {
        receiving.unlock();
      }
    } finally {
      leave();
    }
    if (error != 0 && bad != null) {
      bad.request(bad.request(), PostExplanation.of(this).of(bad.request(), error));
    }
    return PostRefusedEvent.report("ibv_post_recv", error, VerbsErrno::strerror);
  }

  /** Not every driver checks whether there is a shared receive queue. */
  private int post(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad) {
    if (init.sharedReceiveQueue() == null) {
      return receives.post(first, bad);
    }
    if (bad != null) {
      bad.request(first);
    }
    return VerbsErrno.EINVAL;
  }

  /**
   * Begins a list of requests.
   *
   * @throws dev.weft.verbs.VerbsException {@link VerbsErrno#EOPNOTSUPP} where the driver has no
   *     functions for that
   */
  @Override
  public WorkBuilder startWork() {
    requireOpen();
    if (builder == null) {
      throw Refusal.of("ibv_wr_start", "the driver of " + owner().device() + " builds no requests");
    }
    return builder.start();
  }

  @Override
  public int bindMw(MemoryWindow window, long wrId, int flags, MemoryWindowBind bind) {
    Require.notNull("window", window);
    Require.notNull("bind", bind);
    enter();
    try {
      sending.lock();
      try {
        int error = WindowBind.post(owner(), struct(), references, window, wrId, flags, bind);
        return PostRefusedEvent.report("ibv_bind_mw", error, VerbsErrno::strerror);
      } finally {
        sending.unlock();
      }
    } finally {
      leave();
    }
  }

  @Override
  public String toString() {
    return "QueuePair[%s, qp_num=0x%06x]".formatted(type(), number);
  }
}

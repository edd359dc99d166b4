package dev.weft.provider.fabric.post;

import dev.weft.completion.CompletionCounter;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.message.DeferredOperation;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.endpoint.DelayedPost;
import dev.weft.provider.fabric.endpoint.EndpointState;
import dev.weft.provider.fabric.queue.DomainServices;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import dev.weft.provider.fabric.trigger.ThresholdAction;
import dev.weft.provider.fabric.trigger.ThresholdCounter;

/** {@code FI_QUEUE_WORK}: deferred work that waits for its counter. */
public final class DeferredRequest extends ThresholdAction {
  private static final String CALL = "fi_control(FI_QUEUE_WORK)";
  private static final long NOT_DEFERRABLE =
      OperationFlags.TRIGGER
          | OperationFlags.FENCE
          | OperationFlags.INJECT
          | OperationFlags.PEEK
          | OperationFlags.CLAIM;

  private final DeferredWork work;
  private final SoftwareCounter counter; // null for operations of an endpoint
  private final EndpointState endpoint;
  private final SoftwareCounter completion;
  private final boolean visible;

  private DeferredRequest(
      DeferredWork work,
      SoftwareCounter counter,
      SoftwareCounter triggering,
      SoftwareCounter completion,
      EndpointState endpoint) {
    super(triggering, work.threshold(), true);
    this.work = work;
    this.counter = counter;
    this.endpoint = endpoint;
    this.completion = completion;
    this.visible = (work.flags() & OperationFlags.COMPLETION) != 0;
  }

  /** Creates a request; throws if the domain does not support it. */
  public static DeferredRequest of(DomainServices domain, DeferredWork work) {
    SoftwareCounter triggering = own(domain, "triggeringCounter", work.triggeringCounter());
    boolean counting = work.type().isCounting();
    Counter completion = work.completionCounter();
    if (counting && completion != null) {
      throw invalid("completionCounter=" + completion);
    }
    requireDeferrable(work.flags());
    return new DeferredRequest(
        work,
        counting ? own(domain, "counter", work.counter()) : null,
        triggering,
        completion == null ? null : own(domain, "completionCounter", completion),
        counting ? null : endpoint(domain, work.endpoint()));
  }

  private static SoftwareCounter own(DomainServices domain, String name, Counter counter) {
    SoftwareCounter own = SoftwareCounter.of(domain, counter);
    if (own == null) {
      throw invalid(name + "=" + counter);
    }
    return own;
  }

  private static void requireDeferrable(long flags) {
    if ((flags & NOT_DEFERRABLE) != 0) {
      String refused = OperationFlags.describe(flags);
      throw new FabricException(Errno.ENOSYS, CALL, "flags=" + refused, "Leave them out");
    }
  }

  private static EndpointState endpoint(DomainServices domain, Endpoint endpoint) {
    if (endpoint != null && endpoint.isClosed()) {
      throw invalid("endpoint=" + endpoint + ", which is closed");
    }
    EndpointState state = endpoint instanceof MessageOps face ? face.state : null;
    if (state == null || !state.domain.equals(domain) || state.machine == null) {
      throw invalid("endpoint=" + endpoint);
    }
    return state;
  }

  private static FabricException invalid(String what) {
    return AttributeChecks.invalid(CALL, what, "See DeferredWork");
  }

  @Override
  protected boolean isDeferredWork() {
    return true;
  }

  @Override
  protected boolean isFor(DeferredWork other) {
    return work == other;
  }

  @Override
  protected boolean isOf(Object other) {
    return endpoint != null && endpoint.equals(other);
  }

  @Override
  protected void wantRoom() {
    if (endpoint != null) {
      endpoint.machine.wantRoom();
    }
  }

  /** Changes the counter, unless it is closed; poll sets report it, unlike the application's. */
  private void changeCounter() {
    if (counter.isClosed()) {
      return;
    }
    if (work.type() == DeferredOperation.CNTR_ADD) {
      counter.core().add(work.value());
    } else {
      counter.core().set(work.value());
    }
  }

  @Override
  protected ThresholdCounter sets() {
    return work.type() == DeferredOperation.CNTR_SET ? counter : null;
  }

  @Override
  protected boolean start() {
    if (endpoint == null) {
      changeCounter();
      return true;
    }
    DelayedPost operation = new DelayedPost(endpoint, kind(), work.context(), work::post);
    EndpointMachine machine = endpoint.machine;
    machine.enter();
    try {
      machine.reportTo(completion == null ? null : core(), visible);
      return machine.isClosed() || operation.start();
    } finally {
      machine.reportAsUsual();
      machine.exit();
    }
  }

  private CompletionCounter core() {
    return completion.core();
  }

  private DelayedPost.Kind kind() {
    return switch (work.type()) {
      case SEND -> MessageOps.SENT;
      case RECV -> MessageOps.RECEIVED;
      case TSEND -> TaggedOps.SENT_TAGGED;
      case TRECV -> TaggedOps.RECEIVED_TAGGED;
      case READ -> RmaOps.READ;
      case WRITE -> RmaOps.WRITTEN;
      case ATOMIC -> AtomicOps.CHANGED;
      default -> AtomicOps.FETCHED;
    };
  }

  @Override
  protected void retain() {
    super.retain();
    if (completion != null) {
      retainCompletion();
    }
  }

  private void retainCompletion() {
    try {
      completion.addDependent(KIND);
    } catch (IllegalStateException | FabricException closed) {
      super.release();
      throw closed;
    }
  }

  @Override
  protected void release() {
    super.release();
    if (completion != null) {
      completion.removeDependent(KIND);
    }
  }
}

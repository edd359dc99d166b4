package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.ibverbs.work.ReceiveRequests;
import dev.weft.ffm.linker.CStruct;
import dev.weft.provider.verbs.post.PostExplanation;
import dev.weft.recording.PostRefusedEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.SharedReceiveQueueAttributes;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.attributes.SharedReceiveQueueType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.TagOperation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.ReentrantLock;

/** {@code struct ibv_srq} of libibverbs, of the type BASIC. */
final class IbvSharedQueue extends IbvEventSource implements SharedReceiveQueue {
  private final IbvDomain domain;
  private final SharedReceiveQueueInit init;
  private final SharedReceiveQueueAttributes granted;
  private final ReentrantLock posting = new ReentrantLock();
  private final ReceiveRequests receives;

  private IbvSharedQueue(
      IbvDomain domain,
      long address,
      long slot,
      SharedReceiveQueueInit init,
      SharedReceiveQueueAttributes granted) {
    super(
        domain.owner(),
        address,
        Verb.DESTROY_SRQ,
        slot,
        domain.owner().holders(),
        domain.holders());
    this.domain = domain;
    this.init = init;
    this.granted = granted;
    this.receives =
        new ReceiveRequests(domain.owner().functions().postShared(), address, granted.maxSge());
  }

  static IbvSharedQueue create(IbvDomain domain, SharedReceiveQueueInit init) {
    if (Require.notNull("init", init).type() != SharedReceiveQueueType.BASIC) {
      throw Refusal.of(
          "ibv_create_srq_ex",
          "srq_type=" + init.type() + ", allowed BASIC on devices of libibverbs");
    }
    SharedReceiveQueueAttributes wanted = init.attributes();
    if (wanted.maxWr() < 1 || wanted.maxSge() < 0 || wanted.limit() < 0) {
      throw new VerbsException(
          VerbsErrno.EINVAL,
          Verb.CREATE_SRQ.call(),
          "max_wr=%d, max_sge=%d, srq_limit=%d, allowed from 1, 0 and 0"
              .formatted(wanted.maxWr(), wanted.maxSge(), wanted.limit()),
          "");
    }
    return domain
        .owner()
        .slots()
        .filling(
            slot ->
                Holders.creating(
                    () -> createInC(domain, init, slot),
                    domain.owner().holders(),
                    domain.holders()));
  }

  private static IbvSharedQueue createInC(
      IbvDomain domain, SharedReceiveQueueInit init, long slot) {
    try (Arena arena = Arena.ofConfined()) {
      CStruct attributes =
          CStruct.in(arena, AttributeLayouts.SHARED_QUEUE_INIT).word("srq_context", slot);
      CStruct inner = attributes.inner("attr", AttributeLayouts.SHARED_QUEUE);
      write(init.attributes(), inner);
      long struct =
          Verb.CREATE_SRQ.create(
              "attr=" + init.attributes(), domain.struct(), attributes.address());
      return new IbvSharedQueue(domain, struct, slot, init, read(inner));
    }
  }

  private static void write(SharedReceiveQueueAttributes wanted, CStruct struct) {
    struct
        .integer("max_wr", wanted.maxWr())
        .integer("max_sge", wanted.maxSge())
        .integer("srq_limit", wanted.limit());
  }

  private static SharedReceiveQueueAttributes read(CStruct struct) {
    return new SharedReceiveQueueAttributes(
        struct.integer("max_wr"), struct.integer("max_sge"), struct.integer("srq_limit"));
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
  public SharedReceiveQueueType type() {
    return init.type();
  }

  /**
   * {@code ibv_get_srq_num(3)}.
   *
   * @throws VerbsException {@link VerbsErrno#EOPNOTSUPP} where the driver numbers none
   */
  @Override
  public int number() {
    String call = "ibv_get_srq_num";
    long function = owner().functions().extended("get_srq_num");
    if (function == 0) {
      throw Refusal.of(call, "the driver of " + owner().device() + " numbers none");
    }
    enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(ValueLayout.JAVA_INT);
      int error = Verb.errorOf(function, struct(), result.address());
      if (error != 0) {
        throw new VerbsException(error, call, toString(), "");
      }
      return result.get(ValueLayout.JAVA_INT, 0);
    } finally {
      leave();
    }
  }

  @Override
  public CompletionQueue completionQueue() {
    return null;
  }

  @Override
  public int postRecv(ReceiveWorkRequest first, BadRequest<ReceiveWorkRequest> bad) {
    enter();
    int error;
    try {
      posting.lock();
      try {
        error = receives.post(first, bad);
      } finally {
        posting.unlock();
      }
    } finally {
      leave();
    }
    if (error != 0 && bad != null) {
      ReceiveWorkRequest refused = bad.request();
      bad.request(refused, PostExplanation.of(refused, granted, error));
    }
    return PostRefusedEvent.report("ibv_post_srq_recv", error, VerbsErrno::strerror);
  }

  /** {@link VerbsErrno#EOPNOTSUPP}: queues of this type match no tags. */
  @Override
  public int postOps(TagOperation first, BadRequest<TagOperation> bad) {
    requireOpen();
    if (bad != null) {
      bad.request(first, "srq_type=BASIC, which matches no tags");
    }
    return PostRefusedEvent.report("ibv_post_srq_ops", VerbsErrno.EOPNOTSUPP, VerbsErrno::strerror);
  }

  @Override
  public int modify(SharedReceiveQueueAttributes attributes, int mask) {
    Require.notNull("attributes", attributes);
    enter();
    try (Arena arena = Arena.ofConfined()) {
      CStruct struct = CStruct.in(arena, AttributeLayouts.SHARED_QUEUE);
      write(attributes, struct);
      return Verb.MODIFY_SRQ.error(struct(), struct.address(), mask);
    } finally {
      leave();
    }
  }

  @Override
  public SharedReceiveQueueAttributes query() {
    enter();
    try (Arena arena = Arena.ofConfined()) {
      CStruct struct = CStruct.in(arena, AttributeLayouts.SHARED_QUEUE);
      Verb.QUERY_SRQ.require(Verb.QUERY_SRQ.error(struct(), struct.address()), toString());
      return read(struct);
    } finally {
      leave();
    }
  }

  @Override
  public String toString() {
    return "SharedReceiveQueue[max_wr=%d, max_sge=%d]".formatted(granted.maxWr(), granted.maxSge());
  }
}

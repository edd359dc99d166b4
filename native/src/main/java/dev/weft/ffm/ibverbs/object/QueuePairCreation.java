package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.attribute.PairAttributes;
import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.CStruct;
import dev.weft.ffm.linker.CapturedCalls;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SendOperations;
import java.lang.foreign.Arena;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * {@code ibv_create_qp(3)} and {@code ibv_create_qp_ex(3)}. Where the driver can build requests in
 * place, the queue pair is created so that it can.
 */
final class QueuePairCreation {
  private static final String CALL = "ibv_create_qp";
  private static final String EXTENDED = "ibv_create_qp_ex";
  private static final int WITH_DOMAIN = 1;
  private static final int WITH_OPERATIONS = 1 << 6;

  private static final long DATAGRAMS = SendOperations.SEND | SendOperations.SEND_WITH_IMM;
  private static final long UNRELIABLE =
      DATAGRAMS | SendOperations.RDMA_WRITE | SendOperations.RDMA_WRITE_WITH_IMM;
  private static final long RELIABLE =
      UNRELIABLE
          | SendOperations.RDMA_READ
          | SendOperations.ATOMIC_CMP_AND_SWP
          | SendOperations.ATOMIC_FETCH_AND_ADD;
  private static final long KEYS =
      SendOperations.LOCAL_INV | SendOperations.BIND_MW | SendOperations.SEND_WITH_INV;

  /**
   * What C has created.
   *
   * @param struct address of the {@code struct ibv_qp}
   * @param granted its capacities
   * @param operations {@link SendOperations} that its builder has; 0 for no builder
   */
  record Made(long struct, QueuePairCapabilities granted, long operations) {}

  private final IbvDomain domain;
  private final QueuePairInit init;
  private final IbvCompletionQueue send;
  private final IbvCompletionQueue receive;
  private final IbvSharedQueue shared;
  private final QueuePairCapabilities wanted;

  private QueuePairCreation(IbvDomain domain, QueuePairInit init) {
    this.domain = domain;
    this.init = init;
    this.send = queue("send_cq", init.sendCq());
    this.receive = queue("recv_cq", init.receiveCq());
    this.shared = shared(init.sharedReceiveQueue());
    this.wanted = wanted(init.capabilities(), shared != null);
    requireNotNegative(wanted);
  }

  /** With a shared receive queue the capacities of an own one mean nothing. */
  private static QueuePairCapabilities wanted(QueuePairCapabilities given, boolean sharing) {
    return sharing
        ? new QueuePairCapabilities(
            given.maxSendWr(), 0, given.maxSendSge(), 0, given.maxInlineData())
        : given;
  }

  static IbvQueuePair create(IbvDomain domain, QueuePairInit init) {
    requireType(Require.notNull("init", init));
    QueuePairCreation creation = new QueuePairCreation(domain, init);
    Holders[] used = creation.used();
    return domain
        .owner()
        .slots()
        .filling(
            slot ->
                Holders.creating(
                    () -> new IbvQueuePair(domain, slot, init, creation.createInC(slot), used),
                    used));
  }

  private static void requireType(QueuePairInit init) {
    switch (init.type()) {
      case RC, UC, UD -> {}
      default ->
          throw Refusal.of(
              CALL, "qp_type=" + init.type() + ", allowed RC, UC, UD on devices of libibverbs");
    }
    if (init.reliableDatagramDomain() != null) {
      throw invalid("reliable_datagram_domain=" + init.reliableDatagramDomain() + ", allowed null");
    }
  }

  /** C takes them as unsigned numbers. */
  private static void requireNotNegative(QueuePairCapabilities wanted) {
    int least =
        Stream.of(
                wanted.maxSendWr(),
                wanted.maxReceiveWr(),
                wanted.maxSendSge(),
                wanted.maxReceiveSge(),
                wanted.maxInlineData())
            .min(Integer::compare)
            .orElseThrow();
    if (least < 0) {
      throw invalid("cap=" + wanted + ", allowed 0 or more of each");
    }
  }

  private IbvCompletionQueue queue(String name, CompletionQueue given) {
    if (!(given instanceof IbvCompletionQueue queue) || !queue.owner().equals(domain.owner())) {
      throw invalid(name + "=" + given + ", allowed one of this context");
    }
    queue.requireOpen();
    return queue;
  }

  private IbvSharedQueue shared(SharedReceiveQueue given) {
    if (given == null) {
      return null;
    }
    if (!(given instanceof IbvSharedQueue queue) || !queue.owner().equals(domain.owner())) {
      throw invalid("srq=" + given + ", allowed one of this context");
    }
    queue.requireOpen();
    return queue;
  }

  private static VerbsException invalid(String detail) {
    return new VerbsException(VerbsErrno.EINVAL, CALL, detail, "");
  }

  private Holders[] used() {
    return Stream.of(
            domain.owner().holders(),
            domain.holders(),
            send.holders(),
            receive.holders(),
            shared == null ? null : shared.holders())
        .filter(Objects::nonNull)
        .distinct()
        .toArray(Holders[]::new);
  }

  private Made createInC(long slot) {
    if (init.sendOperations() != 0) {
      return extended(slot, init.sendOperations(), true);
    }
    long operations = usual(init.type());
    Made made = extended(slot, operations | keys(init.type()), false);
    made = made == null ? extended(slot, operations, false) : made;
    return made == null ? plain(slot) : made;
  }

  private static long usual(QueuePairType type) {
    return switch (type) {
      case RC -> RELIABLE;
      case UC -> UNRELIABLE;
      default -> DATAGRAMS;
    };
  }

  private static long keys(QueuePairType type) {
    return type == QueuePairType.UD ? 0 : KEYS;
  }

  private Made plain(long slot) {
    try (Arena arena = Arena.ofConfined()) {
      CStruct attributes = attributes(arena, AttributeLayouts.PAIR_INIT, slot);
      long struct =
          Verb.CREATE_QP.create(
              "qp_type=" + init.type() + ", cap=" + wanted, domain.struct(), attributes.address());
      return new Made(struct, granted(attributes), 0);
    }
  }

  /** Creates one with a builder; null, or an error if required, where the driver refuses. */
  private Made extended(long slot, long operations, boolean required) {
    long function = domain.owner().functions().extended("create_qp_ex");
    if (function == 0) {
      if (required) {
        throw Refusal.of(EXTENDED, "the driver of " + domain.owner().device() + " has none");
      }
      return null;
    }
    try (Arena arena = Arena.ofConfined()) {
      CStruct attributes =
          attributes(arena, AttributeLayouts.EXTENDED_PAIR_INIT, slot)
              .integer("comp_mask", WITH_DOMAIN | WITH_OPERATIONS)
              .word("pd", domain.struct())
              .word("send_ops_flags", operations);
      CapturedCalls.Result made =
          CapturedCalls.call(function, domain.owner().address(), attributes.address());
      if (made.value() == 0 && required) {
        throw new VerbsException(
            Math.max(1, made.errno()),
            EXTENDED,
            "send_ops_flags=" + SendOperations.describe(operations),
            "");
      }
      return made.value() == 0 ? null : new Made(made.value(), granted(attributes), operations);
    }
  }

  private CStruct attributes(Arena arena, Struct type, long slot) {
    CStruct attributes =
        CStruct.in(arena, type)
            .word("qp_context", slot)
            .word("send_cq", send.struct())
            .word("recv_cq", receive.struct())
            .word("srq", shared == null ? 0 : shared.struct())
            .integer("qp_type", init.type().value())
            .integer("sq_sig_all", init.signalAll() ? 1 : 0);
    PairAttributes.write(wanted, attributes.inner("cap", AttributeLayouts.CAPACITIES));
    return attributes;
  }

  /** Some drivers leave the capacities of receives as they were where there is a shared queue. */
  private QueuePairCapabilities granted(CStruct attributes) {
    QueuePairCapabilities granted =
        PairAttributes.capabilities(attributes.inner("cap", AttributeLayouts.CAPACITIES));
    return shared == null
        ? granted
        : new QueuePairCapabilities(
            granted.maxSendWr(), 0, granted.maxSendSge(), 0, granted.maxInlineData());
  }
}

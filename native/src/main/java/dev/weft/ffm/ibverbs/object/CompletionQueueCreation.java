package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CStruct;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.WcFields;
import java.lang.foreign.Arena;

/** {@code ibv_create_cq(3)} and {@code ibv_create_cq_ex(3)}. */
final class CompletionQueueCreation {
  private static final String EXTENDED = "ibv_create_cq_ex";

  private CompletionQueueCreation() {}

  static IbvCompletionQueue plain(
      IbvContext owner, int cqe, Object context, CompletionChannel channel, int vector) {
    String call = Verb.CREATE_CQ.call();
    IbvChannel own = check(call, owner, cqe, channel, vector);
    Holders[] used = used(owner, own);
    return owner
        .slots()
        .filling(
            slot ->
                Holders.creating(
                    () -> {
                      long address =
                          Verb.CREATE_CQ.create(
                              "cqe=" + cqe, owner.address(), cqe, slot, address(own), vector);
                      return new IbvCompletionQueue(owner, address, slot, context, own, used);
                    },
                    used));
  }

  static IbvExtendedQueue extended(IbvContext owner, CompletionQueueInit init) {
    IbvChannel own =
        check(
            EXTENDED,
            owner,
            Require.notNull("init", init).cqe(),
            init.channel(),
            init.completionVector());
    requireKnown(init);
    long function = owner.functions().extended("create_cq_ex");
    if (function == 0) {
      throw Refusal.of(EXTENDED, "the driver of " + owner.device() + " has no extended queues");
    }
    Holders[] used = used(owner, own);
    return owner
        .slots()
        .filling(
            slot ->
                Holders.creating(
                    () ->
                        new IbvExtendedQueue(
                            owner, create(owner, function, init, own, slot), slot, init, own, used),
                    used));
  }

  /** Drivers refuse unknown bits, but some do not say why. */
  private static void requireKnown(CompletionQueueInit init) {
    boolean known =
        (init.wcFlags() & ~WcFields.ALL) == 0 && (init.mask() & ~CompletionQueueInit.FLAGS) == 0;
    if (!known) {
      throw Refusal.of(
          EXTENDED,
          "wc_flags=%s, comp_mask=0x%x, allowed %s, and 0x%x"
              .formatted(
                  WcFields.describe(init.wcFlags()),
                  init.mask(),
                  WcFields.describe(WcFields.ALL),
                  CompletionQueueInit.FLAGS));
    }
    int flags = CompletionQueueInit.SINGLE_THREADED | CompletionQueueInit.IGNORE_OVERRUN;
    if ((init.mask() & CompletionQueueInit.FLAGS) != 0 && (init.flags() & ~flags) != 0) {
      throw invalid(EXTENDED, "flags=0x%x, allowed 0x%x".formatted(init.flags(), flags));
    }
  }

  private static long create(
      IbvContext owner, long function, CompletionQueueInit init, IbvChannel own, long slot) {
    try (Arena arena = Arena.ofConfined()) {
      CStruct attributes =
          CStruct.in(arena, AttributeLayouts.COMPLETION_QUEUE)
              .integer("cqe", init.cqe())
              .word("cq_context", slot)
              .word("channel", address(own))
              .integer("comp_vector", init.completionVector())
              .word("wc_flags", init.wcFlags())
              .integer("comp_mask", init.mask())
              .integer("flags", init.flags());
      String detail =
          "cqe=%d, wc_flags=%s, comp_mask=0x%x, flags=0x%x"
              .formatted(init.cqe(), WcFields.describe(init.wcFlags()), init.mask(), init.flags());
      return Verb.create(EXTENDED, function, detail, owner.address(), attributes.address());
    }
  }

  private static IbvChannel check(
      String call, IbvContext owner, int cqe, CompletionChannel channel, int vector) {
    if (cqe < 1) {
      throw invalid(call, "cqe=" + cqe + ", allowed 1 to max_cqe");
    }
    if (vector < 0 || vector >= owner.completionVectors()) {
      throw invalid(
          call, "comp_vector=" + vector + ", allowed 0 to " + (owner.completionVectors() - 1));
    }
    if (channel == null) {
      return null;
    }
    if (!(channel instanceof IbvChannel own) || !own.owner().equals(owner)) {
      throw invalid(call, "channel=" + channel + ", allowed one of this context");
    }
    own.requireOpen();
    return own;
  }

  private static VerbsException invalid(String call, String detail) {
    return new VerbsException(VerbsErrno.EINVAL, call, detail, "");
  }

  private static Holders[] used(IbvContext owner, IbvChannel own) {
    return own == null
        ? new Holders[] {owner.holders()}
        : new Holders[] {owner.holders(), own.holders()};
  }

  private static long address(IbvChannel own) {
    return own == null ? 0 : own.struct();
  }
}

package dev.weft.ffm.ibverbs.object;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.ibverbs.work.BindInfo;
import dev.weft.ffm.linker.CStruct;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.work.MemoryWindowBind;
import java.lang.foreign.Arena;

/** {@code ibv_bind_mw(3)}: binds a window of type 1. */
final class WindowBind {
  private WindowBind() {}

  /** Posts the bind; returns 0 or an error number. */
  static int post(
      IbvContext context,
      long queuePair,
      DomainReferences references,
      MemoryWindow window,
      long wrId,
      int flags,
      MemoryWindowBind bind) {
    long function = context.functions().plain("bind_mw");
    if (function == 0) {
      return VerbsErrno.EOPNOTSUPP;
    }
    references.enter();
    try (Arena arena = Arena.ofConfined()) {
      long struct = references.window(window, MemoryWindowType.TYPE_1);
      CStruct request =
          CStruct.in(arena, WorkLayouts.BIND).word("wr_id", wrId).integer("send_flags", flags);
      int error =
          struct == 0
              ? refusal(references, window)
              : BindInfo.write(bind, references, request.bytes("bind_info").address());
      error = error == 0 ? Verb.errorOf(function, queuePair, struct, request.address()) : error;
      if (error == 0) {
        ((IbvWindow) window).boundByDriver();
      }
      return error;
    } finally {
      references.leave();
    }
  }

  private static int refusal(DomainReferences references, MemoryWindow window) {
    boolean typeOne = window.type() == MemoryWindowType.TYPE_1;
    return typeOne && references.isOfOtherDomain(window) ? VerbsErrno.EPERM : VerbsErrno.EINVAL;
  }
}

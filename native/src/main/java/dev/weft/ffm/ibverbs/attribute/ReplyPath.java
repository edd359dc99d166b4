package dev.weft.ffm.ibverbs.attribute;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CStruct;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.completion.WorkCompletionLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** {@code ibv_init_ah_from_wc(3)}. */
public final class ReplyPath {
  /** {@code sizeof(struct ibv_grh)}. */
  private static final int HEADER_BYTES = 40;

  private ReplyPath() {}

  public static AddressHandleAttributes of(
      long context, int port, WorkCompletionBatch batch, int index, MemorySegment globalRoute) {
    boolean routed = (Require.notNull("batch", batch).wcFlags(index) & WcFlags.GRH) != 0;
    if (routed && Require.notNull("globalRoute", globalRoute).byteSize() < HEADER_BYTES) {
      throw new IllegalArgumentException(
          "globalRoute=" + globalRoute + ", allowed " + HEADER_BYTES + " bytes or more");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment completion = arena.allocate(WorkCompletionLayout.SIZE, Long.BYTES);
      long from = (long) index * WorkCompletionLayout.SIZE;
      MemorySegment.copy(batch.segment(), from, completion, 0, WorkCompletionLayout.SIZE);
      MemorySegment header = arena.allocate(HEADER_BYTES, Long.BYTES);
      if (routed) {
        MemorySegment.copy(globalRoute, 0, header, 0, HEADER_BYTES);
      }
      CStruct path = CStruct.in(arena, AttributeLayouts.PATH);
      int error =
          Verb.INIT_AH_FROM_WC.error(
              context, port, completion.address(), header.address(), path.address());
      Verb.INIT_AH_FROM_WC.require(error, "port_num=" + port);
      return PathStruct.read(path);
    }
  }
}

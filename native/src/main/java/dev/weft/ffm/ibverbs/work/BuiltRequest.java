package dev.weft.ffm.ibverbs.work;

import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.MemorySegment;

/** A request that a builder has recorded, in objects that are used again. */
final class BuiltRequest {
  final SendWorkRequest request = new SendWorkRequest();
  final MemorySegment inline;
  private final MemoryWindowBind bind = new MemoryWindowBind();
  private int inlineLength;
  private boolean isInline;

  /** A request with room for inline data. */
  BuiltRequest(MemorySegment inline) {
    this.inline = inline;
  }

  BuiltRequest reset(int opcode, long wrId, int flags) {
    request.opcode(opcode).wrId(wrId).flags(flags).next(null).buffers().clear();
    request.to(null, 0, 0);
    inlineLength = 0;
    isInline = false;
    return this;
  }

  boolean isInline() {
    return isInline;
  }

  int inlineLength() {
    return inlineLength;
  }

  /** Copies more bytes; false if there is no room for them. */
  boolean append(MemorySegment data) {
    isInline = true;
    request.flags(request.flags() | SendFlags.INLINE); // rxe looks at the flag
    if (data.byteSize() > inline.byteSize() - inlineLength) {
      return false;
    }
    MemorySegment.copy(data, 0, inline, inlineLength, data.byteSize());
    inlineLength += (int) data.byteSize();
    return true;
  }

  /** A copy of the bind, which its owner may change. */
  MemoryWindowBind bindLike(MemoryWindowBind given) {
    return bind.part(given.region(), given.address(), given.length()).access(given.access());
  }
}

package dev.weft.fabric;

import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_tagged(3)}: sends and receives messages that match by tag: {@code (sent | ignore) ==
 * (posted | ignore)} (EP-027). Results, buffers and threads as in {@link MessageOperations}.
 */
public interface TaggedOperations extends TaggedReceiveOperations {

  /** {@code fi_tsend(3)}. */
  int tsend(MemorySegment buffer, long length, long destination, long tag, long context);

  /** {@code fi_tsendv(3)}. */
  int tsendv(IoVector vector, long destination, long tag, long context);

  /** {@code fi_tsendmsg(3)}: explicit {@link OperationFlags} replace the defaults. */
  int tsendMsg(TaggedMessage message, long flags);

  /** {@code fi_tsenddata(3)}: the receiver's completion carries {@code data}. */
  int tsendData(
      MemorySegment buffer, long length, long data, long destination, long tag, long context);

  /** {@code fi_tinject(3)}: the buffer is free on return, success writes no completion. */
  int tinject(MemorySegment buffer, long length, long destination, long tag);

  /** {@code fi_tinjectdata(3)}. */
  int tinjectData(MemorySegment buffer, long length, long data, long destination, long tag);
}

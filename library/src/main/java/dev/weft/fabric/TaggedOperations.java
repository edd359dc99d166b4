package dev.weft.fabric;

import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_tagged(3)}: sends and receives messages that match by tag: {@code (sent | ignore) ==
 * (posted | ignore)} (EP-027). Destinations, contexts, results, buffers and threads as in {@link
 * MessageOperations}; each method sends as its counterpart there, with 64 bits of {@code tag}
 * beside the message.
 */
public interface TaggedOperations extends TaggedReceiveOperations {

  /** {@code fi_tsend(3)}: sends one tagged message. */
  int tsend(MemorySegment buffer, long length, long destination, long tag, long context);

  /** {@code fi_tsendv(3)}: sends one tagged message gathered from several buffers. */
  int tsendv(IoVector vector, long destination, long tag, long context);

  /**
   * {@code fi_tsendmsg(3)}: sends one tagged message with explicit {@link OperationFlags}, which
   * replace the endpoint's defaults (EP-010).
   */
  int tsendMsg(TaggedMessage message, long flags);

  /** {@code fi_tsenddata(3)}: sends a message whose receiver's completion carries {@code data}. */
  int tsendData(
      MemorySegment buffer, long length, long data, long destination, long tag, long context);

  /**
   * {@code fi_tinject(3)}: sends a copy of the buffer, which is free on return; success writes no
   * completion. Size and failures as of {@link MessageOperations#inject}.
   */
  int tinject(MemorySegment buffer, long length, long destination, long tag);

  /** {@code fi_tinjectdata(3)}: {@link #tinject} with remote completion data. */
  int tinjectData(MemorySegment buffer, long length, long data, long destination, long tag);
}

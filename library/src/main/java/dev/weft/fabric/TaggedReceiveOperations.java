package dev.weft.fabric;

import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_tagged(3)}, the receiving half: posts buffers for messages that match by tag. Results,
 * buffers and threads as in {@link MessageOperations}.
 */
public interface TaggedReceiveOperations {

  /**
   * {@code fi_trecv(3)}: posts a buffer for one tagged message.
   *
   * @param source as in {@link MessageReceiveOperations#recv}
   * @param ignore bits of the tag that matching ignores
   */
  int trecv(MemorySegment buffer, long length, long source, long tag, long ignore, long context);

  /**
   * {@code fi_trecvv(3)}: posts several buffers that one tagged message is scattered into.
   * Arguments as of {@link #trecv}.
   */
  int trecvv(IoVector vector, long source, long tag, long ignore, long context);

  /**
   * {@code fi_trecvmsg(3)}: with {@link OperationFlags#PEEK} looks for a message that has arrived,
   * with CLAIM reserves or takes it, with DISCARD drops it (EP-033 to EP-036).
   */
  int trecvMsg(TaggedMessage message, long flags);
}

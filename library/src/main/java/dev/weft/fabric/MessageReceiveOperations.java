package dev.weft.fabric;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_msg(3)}, the receiving half: posts buffers for messages that match in the order of
 * posting. Results, buffers and threads as in {@link MessageOperations}.
 */
public interface MessageReceiveOperations {

  /**
   * {@code fi_recv(3)}: posts a buffer for one message.
   *
   * @param source with {@link Capabilities#DIRECTED_RECV} the only peer to receive from, or {@link
   *     FabricAddress#UNSPEC} for any; ignored otherwise (EP-029)
   */
  int recv(MemorySegment buffer, long length, long source, long context);

  /** {@code fi_recvv(3)}: posts several buffers that one message is scattered into. */
  int recvv(IoVector vector, long source, long context);

  /** {@code fi_recvmsg(3)}: {@link #recvv} with explicit flags, such as MULTI_RECV (EP-037). */
  int recvMsg(Message message, long flags);
}

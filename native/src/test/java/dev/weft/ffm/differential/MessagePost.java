package dev.weft.ffm.differential;

import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import java.lang.foreign.MemorySegment;

/** Posts the message of a step, by the call that the step names. */
final class MessagePost {
  private MessagePost() {}

  static int post(Step.Send send, NodeSide side, MemorySegment bytes) {
    return send.tagged() ? sendTagged(send, side, bytes) : sendPlain(send, side, bytes);
  }

  private static int sendPlain(Step.Send send, NodeSide side, MemorySegment bytes) {
    long length = send.length();
    long data = send.number() + 1L;
    return switch (send.way()) {
      case INJECT ->
          send.data()
              ? side.endpoint().injectData(bytes, length, data, side.peer())
              : side.endpoint().inject(bytes, length, side.peer());
      case BUFFER ->
          send.data()
              ? side.endpoint().sendData(bytes, length, data, side.peer(), send.number())
              : side.endpoint().send(bytes, length, side.peer(), send.number());
      case VECTOR ->
          side.endpoint()
              .sendMsg(
                  new Message()
                      .vector(vector(bytes, length))
                      .address(side.peer())
                      .context(send.number())
                      .data(data),
                  flags(send));
    };
  }

  private static int sendTagged(Step.Send send, NodeSide side, MemorySegment bytes) {
    long length = send.length();
    long data = send.number() + 1L;
    return switch (send.way()) {
      case INJECT ->
          send.data()
              ? side.endpoint().tinjectData(bytes, length, data, side.peer(), send.tag())
              : side.endpoint().tinject(bytes, length, side.peer(), send.tag());
      case BUFFER ->
          send.data()
              ? side.endpoint()
                  .tsendData(bytes, length, data, side.peer(), send.tag(), send.number())
              : side.endpoint().tsend(bytes, length, side.peer(), send.tag(), send.number());
      case VECTOR ->
          side.endpoint()
              .tsendMsg(
                  new TaggedMessage()
                      .vector(vector(bytes, length))
                      .address(side.peer())
                      .tag(send.tag())
                      .context(send.number())
                      .data(data),
                  flags(send));
    };
  }

  private static long flags(Step.Send send) {
    return OperationFlags.COMPLETION | (send.data() ? OperationFlags.REMOTE_CQ_DATA : 0);
  }

  /** Two parts of odd lengths. */
  private static IoVector vector(MemorySegment bytes, long length) {
    IoVector vector = new IoVector();
    long first = length / 3;
    return vector.add(bytes, 0, first).add(bytes, first, length - first);
  }
}

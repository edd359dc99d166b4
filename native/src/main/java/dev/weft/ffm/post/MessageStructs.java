package dev.weft.ffm.post;

import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.operation.Operation;

/**
 * Writes {@code struct fi_msg} and {@code struct fi_msg_tagged} into the memory of an operation.
 * Their buffers are there already.
 */
final class MessageStructs {
  private static final Struct MESSAGE = CallLayouts.MESSAGE;
  private static final long MESSAGE_VECTOR = MESSAGE.offset("msg_iov");
  private static final long MESSAGE_DESCRIPTORS = MESSAGE.offset("desc");
  private static final long MESSAGE_COUNT = MESSAGE.offset("iov_count");
  private static final long MESSAGE_ADDRESS = MESSAGE.offset("addr");
  private static final long MESSAGE_CONTEXT = MESSAGE.offset("context");
  private static final long MESSAGE_DATA = MESSAGE.offset("data");

  private static final Struct TAGGED = CallLayouts.TAGGED_MESSAGE;
  private static final long TAGGED_VECTOR = TAGGED.offset("msg_iov");
  private static final long TAGGED_DESCRIPTORS = TAGGED.offset("desc");
  private static final long TAGGED_COUNT = TAGGED.offset("iov_count");
  private static final long TAGGED_ADDRESS = TAGGED.offset("addr");
  private static final long TAGGED_TAG = TAGGED.offset("tag");
  private static final long TAGGED_IGNORE = TAGGED.offset("ignore");
  private static final long TAGGED_CONTEXT = TAGGED.offset("context");
  private static final long TAGGED_DATA = TAGGED.offset("data");

  private MessageStructs() {}

  /** A message to or from a peer. */
  static void write(Operation operation, Message message, long peer) {
    long struct = operation.message();
    CMemory.word(struct + MESSAGE_VECTOR, operation.vector());
    CMemory.word(struct + MESSAGE_DESCRIPTORS, operation.descriptors());
    CMemory.word(struct + MESSAGE_COUNT, message.vector().count());
    CMemory.word(struct + MESSAGE_ADDRESS, peer);
    CMemory.word(struct + MESSAGE_CONTEXT, operation.address());
    CMemory.word(struct + MESSAGE_DATA, message.data());
  }

  /** A tagged message to or from a peer. */
  static void write(Operation operation, TaggedMessage message, long peer) {
    long struct = operation.message();
    CMemory.word(struct + TAGGED_VECTOR, operation.vector());
    CMemory.word(struct + TAGGED_DESCRIPTORS, operation.descriptors());
    CMemory.word(struct + TAGGED_COUNT, message.vector().count());
    CMemory.word(struct + TAGGED_ADDRESS, peer);
    CMemory.word(struct + TAGGED_TAG, message.tag());
    CMemory.word(struct + TAGGED_IGNORE, message.ignore());
    CMemory.word(struct + TAGGED_CONTEXT, operation.address());
    CMemory.word(struct + TAGGED_DATA, message.data());
  }
}

package dev.weft.conformance.fabric.bench;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.message.TaggedMessage;
import java.lang.foreign.MemorySegment;

/** Argument blocks of the {@code msg} calls, such as {@code fi_sendmsg}. */
public final class Messages {

  /** Any peer, as the source of a receive. */
  public static final long ANYBODY = FabricAddress.UNSPEC;

  private Messages() {}

  public static Message message(MemorySegment buffer, long address, long context) {
    return new Message().vector(IoVector.of(buffer)).address(address).context(context);
  }

  public static TaggedMessage tagged(MemorySegment buffer, long address, long tag, long context) {
    return new TaggedMessage()
        .vector(IoVector.of(buffer))
        .address(address)
        .tag(tag)
        .context(context);
  }

  public static RmaMessage remote(
      MemorySegment buffer, long address, long offset, long key, long context) {
    return new RmaMessage()
        .vector(IoVector.of(buffer))
        .address(address)
        .remote(new RmaIoVector().add(offset, buffer.byteSize(), key))
        .context(context);
  }
}

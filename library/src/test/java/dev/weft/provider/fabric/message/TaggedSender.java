package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.message.TaggedRequest.Sent;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Sends tagged messages to one reader by different calls; each completes at most once. */
final class TaggedSender {
  private static final int LARGE = 70_000;
  private static final int[] SIZES = {0, 1, 3, 8, 8, 17, 64, 255, 1000, 4096, 4097, 8192};

  final Node node;

  /** The handle of the reader, and the reader's handle of this. */
  final long reader;

  final long source;
  private final Random random;
  private final Map<Long, ScatteredMemory> unread = new HashMap<>();
  private long sent;

  TaggedSender(Node node, Node reader, Random random) {
    this.node = node;
    this.reader = node.handleOf(reader);
    this.random = random;
    source = reader.handleOf(node);
  }

  Sent message(long tag) {
    return new Sent(source, tag, bytes(), random.nextInt(3) == 0, random.nextLong());
  }

  /** Unique, if 8 or more. */
  private byte[] bytes() {
    long number = random.nextLong();
    boolean large = random.nextInt(25) == 0;
    int size = large ? random.nextInt(8193, LARGE) : SIZES[random.nextInt(SIZES.length)];
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) ((number + i / 8) >>> (8 * (i % 8)));
    }
    return bytes;
  }

  int post(Sent message) {
    int size = message.bytes().length;
    long maxParts = node.info.transmit().ioVectorLimit();
    ScatteredMemory memory = ScatteredMemory.allocate(random, node, size, maxParts);
    memory.fill(message.bytes());
    boolean small = size <= node.endpoint.info().transmit().injectSize();
    if (small && memory.isOnePart() && random.nextBoolean()) {
      return inject(message, memory.firstPart());
    }
    TaggedMessage call = new TaggedMessage().vector(memory.vector).address(reader).context(++sent);
    call.tag(message.tag()).data(message.data());
    long flags = message.withData() ? OperationFlags.REMOTE_CQ_DATA : 0;
    int result = node.endpoint.tsendMsg(call, flags);
    if (result == 0) {
      unread.put(call.context(), memory);
    }
    return result;
  }

  /** The memory may be used at once. */
  private int inject(Sent message, MemorySegment bytes) {
    long size = bytes.byteSize();
    int result =
        message.withData()
            ? node.endpoint.tinjectData(bytes, size, message.data(), reader, message.tag())
            : node.endpoint.tinject(bytes, size, reader, message.tag());
    bytes.fill((byte) 0);
    return result;
  }

  void poll() {
    int count = node.queue.read(node.batch, Node.BATCH);
    assertTrue(count > 0 || count == -Errno.EAGAIN, () -> "read of a sender: " + count);
    for (int i = 0; i < count; i++) {
      assertNotNull(unread.remove(node.batch.context(i)), "send that completes");
      assertEquals(CompletionFlags.SEND | CompletionFlags.TAGGED, node.batch.flags(i));
    }
  }

  boolean isComplete() {
    return unread.isEmpty();
  }
}

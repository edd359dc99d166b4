package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.provider.fabric.Node;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The file of a buffer is truncated before an operation is posted: it fails with {@code EFAULT},
 * none of its data reaches the peer, and the peer keeps its link.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CutSourceTest {
  private static final long KEY = 7;
  private static final long SIZE = 1000;
  private static final long PENDING = 1;
  private static final long RECEIVE = 2;

  /**
   * Iterations until the code is compiled, because compiled code throws later than interpreted
   * code.
   */
  private static final int WARM_UP = 12_000;

  /** More failures than there is room for pending operations. */
  private static final int POSTS = 3000;

  private final String fabric = Node.freshName();
  @TempDir private Path folder;

  /** An operation that copies out of the buffer while it is posted. */
  enum Post {
    SEND,
    SEND_OF_A_WORD,
    SEND_OF_PARTS,
    SEND_TO_DELIVER,
    INJECT,
    WRITE,
    INJECT_WRITE,
    ATOMIC,
    FETCH;

    boolean isInject() {
      return this == INJECT || this == INJECT_WRITE;
    }

    boolean isReceived() {
      return this == INJECT || name().startsWith("SEND");
    }
  }

  private static int post(
      Post post, Node from, MemorySegment buffer, MemorySegment sound, long to) {
    return switch (post) {
      case SEND -> from.endpoint.send(buffer, SIZE, to, PENDING);
      case SEND_OF_A_WORD -> from.endpoint.send(buffer, Long.BYTES, to, PENDING);
      case SEND_OF_PARTS -> from.endpoint.sendv(IoVector.of(sound, buffer), to, PENDING);
      case SEND_TO_DELIVER -> {
        Message message = new Message().vector(IoVector.of(buffer)).address(to).context(PENDING);
        long flags = OperationFlags.COMPLETION | OperationFlags.DELIVERY_COMPLETE;
        yield from.endpoint.sendMsg(message, flags);
      }
      case INJECT -> from.endpoint.inject(buffer, 64, to);
      case WRITE -> from.endpoint.write(buffer, SIZE, to, 0, KEY, PENDING);
      case INJECT_WRITE -> from.endpoint.injectWrite(buffer, 64, to, 0, KEY);
      case ATOMIC -> from.endpoint.atomic(buffer, elements(to), AtomicOperation.SUM, PENDING);
      case FETCH ->
          from.endpoint.fetchAtomic(buffer, sound, elements(to), AtomicOperation.SUM, PENDING);
    };
  }

  private static AtomicTarget elements(long to) {
    return new AtomicTarget(DataType.UINT64).destination(to).key(KEY).count(4);
  }

  @ParameterizedTest
  @EnumSource
  void shouldFailThePostWhoseFileIsCut(Post post) throws IOException {
    try (Node from = Node.openFar(fabric);
        Node to = Node.openFar(fabric);
        FileChannel file = open()) {
      MemorySegment target = to.memory(SIZE);
      MemorySegment received = to.memory(2 * SIZE);
      try (MemoryRegion _ = to.domain.register(target, AccessFlags.REMOTE, KEY, null)) {
        MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, SIZE, Arena.ofAuto());
        MemorySegment sound = from.memory(SIZE);
        long there = from.handleOf(to);
        for (int i = 0; i < WARM_UP; i++) {
          succeed(post, from, to, mapped, sound, received, there);
        }
        target.fill((byte) 0);
        file.truncate(0);
        for (int i = 0; i < POSTS; i++) {
          fail(post, from, mapped, sound, there);
        }
        to.progress();
        assertEquals(-1, target.mismatch(MemorySegment.ofArray(new byte[(int) SIZE])));
        requireSound(from, to, received, there);
      }
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(
        folder.resolve("buffer"),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  private static void succeed(
      Post post,
      Node from,
      Node to,
      MemorySegment buffer,
      MemorySegment sound,
      MemorySegment received,
      long there) {
    if (post.isReceived()) {
      long size = received.byteSize();
      assertEquals(0, to.endpoint.recv(received, size, FabricAddress.UNSPEC, RECEIVE));
    }
    Node.accepted(() -> post(post, from, buffer, sound, there));
    if (post.isReceived()) {
      to.expect(RECEIVE);
    }
    if (!post.isInject()) {
      Node.until(
          () -> {
            to.progress();
            return from.queue.read(from.batch, 1) == 1;
          });
    }
    to.progress();
    from.progress();
  }

  private static void fail(
      Post post, Node from, MemorySegment buffer, MemorySegment sound, long there) {
    int result = post(post, from, buffer, sound, there);
    assertEquals(post.isInject() ? -Errno.EFAULT : 0, result);
    if (!post.isInject()) {
      from.expectError(PENDING, Errno.EFAULT);
    }
    from.expectNothing();
  }

  /** Checks that the next message is the first that the peer receives. */
  private static void requireSound(Node from, Node to, MemorySegment received, long there) {
    MemorySegment message = from.memory(Long.BYTES);
    message.set(ValueLayout.JAVA_LONG, 0, 42);
    long size = received.byteSize();
    assertEquals(0, to.endpoint.recv(received, size, FabricAddress.UNSPEC, RECEIVE));
    assertEquals(0, from.endpoint.send(message, Long.BYTES, there, PENDING));
    from.expect(PENDING);
    to.expect(RECEIVE);
    assertEquals(Long.BYTES, to.batch.length(0));
    assertEquals(42, received.get(ValueLayout.JAVA_LONG, 0));
    to.expectNothing();
    from.expectNothing();
  }
}

package dev.weft.provider.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.provider.fabric.hostile.HostileFrame;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SilentListener;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An exception while frames are taken ends its link or operation, and never leaves the library. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FrameFailureTest {
  private static final long KEY = 7;
  private static final long LONG = 100_000;
  private static final long PENDING = 1;
  private static final long RECEIVE = 2;
  private static final long SEND = 3;
  private static final int WARM_UP = 12_000;

  private final String fabric = Node.freshName();
  @TempDir private Path folder;

  private static Throwable thrown(String name) {
    return switch (name) {
      case "bug" -> new IllegalStateException("as of a bug");
      case "assertion" -> new AssertionError("as of a bug");
      default -> new InternalError("as of a fault that is not the peer's");
    };
  }

  private static void raise(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }

  /** The error of a region's watcher stands for an error in any part of the library. */
  @ParameterizedTest
  @ValueSource(strings = {"bug", "assertion", "fault"})
  void shouldBreakOffTheLinkWhoseFrameCannotBeTaken(String name) {
    try (Node victim = Node.openFar(fabric);
        Node honest = Node.openFar(fabric);
        Port port = Node.farWire(fabric).open("loopback://raw", new SilentListener());
        MemoryRegion region =
            victim.domain.register(victim.memory(LONG), AccessFlags.REMOTE, KEY, null)) {
      assertEquals(KEY, region.key());
      MemorySegment memory = victim.memory(LONG);
      ((SoftwareDomain) victim.domain).memory().find(KEY).whenWritten(_ -> raise(thrown(name)));
      Link link = port.connect(new String(victim.endpoint.name(), StandardCharsets.UTF_8));
      long raw = victim.vector.insert("loopback://raw".getBytes(StandardCharsets.UTF_8));
      assertEquals(0, victim.endpoint.send(memory, LONG, raw, PENDING));
      byte[] range = HostileFrame.words(KEY, 0, 8, 1);
      assertTrue(new HostileFrame(HostileFrame.WRITE, 0, 0, 1, 0, range).writeTo(link));
      victim.progress();
      victim.expectError(PENDING, Errno.EPROTO);
      assertEquals(ProtocolViolation.FAILED_FRAME.number(), victim.error.providerError());
      assertTrue(link.isClosed());
      exchange(honest, victim, victim.memory(8), 8);
      victim.progress();
      victim.expectNothing();
    }
  }

  private static void exchange(Node from, Node to, MemorySegment buffer, long size) {
    assertEquals(0, to.endpoint.recv(buffer, size, FabricAddress.UNSPEC, RECEIVE));
    send(from, to, size);
    Node.until(
        () -> {
          from.progress(); // it may have to write chunks
          return to.queue.read(to.batch, 1) == 1;
        });
    assertEquals(RECEIVE, to.batch.context(0));
  }

  private static void send(Node from, Node to, long size) {
    MemorySegment message = from.memory(size);
    long handle = from.handleOf(to);
    Node.accepted(() -> from.endpoint.send(message, size, handle, SEND));
  }

  private static void finish(Node sender, Node receiver) {
    Node.until(
        () -> {
          receiver.progress();
          int read = sender.queue.read(sender.batch, 1);
          return read == 1 || (read == -Errno.EAVAIL && sender.queue.readErr(sender.error, 0) == 1);
        });
  }

  /** The receive ends with an error, and others continue, however the message is transferred. */
  @ParameterizedTest
  @CsvSource({"8,true", "1000,true", "100000,true", "8,false", "1000,false", "100000,false"})
  void shouldFailTheReceiveWhoseFileIsCut(long size, boolean far) throws IOException {
    Path path = folder.resolve("buffer");
    try (Node receiver = far ? Node.openFar(fabric) : Node.open(fabric);
        Node sender = far ? Node.openFar(fabric) : Node.open(fabric);
        FileChannel file =
            FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, size, Arena.ofAuto());
      for (int i = 0; i < (size < LONG ? WARM_UP : 100); i++) {
        exchange(sender, receiver, mapped, size);
        finish(sender, receiver);
      }
      file.truncate(0);
      assertEquals(0, receiver.endpoint.recv(mapped, size, FabricAddress.UNSPEC, PENDING));
      send(sender, receiver, size);
      Node.until(
          () -> {
            sender.progress();
            return receiver.queue.read(receiver.batch, 1) == -Errno.EAVAIL;
          });
      receiver.expectError(PENDING, Errno.EFAULT);
      finish(sender, receiver);
      exchange(sender, receiver, receiver.memory(size), size);
      finish(sender, receiver);
      receiver.expectNothing();
    }
  }

  /** A truncated buffer of this side is no fault of the peer. */
  @Test
  void shouldFailTheReadWhoseFileIsCut() throws IOException {
    Path path = folder.resolve("buffer");
    try (Node target = Node.open(fabric);
        Node initiator = Node.open(fabric);
        MemoryRegion region =
            target.domain.register(target.memory(LONG), AccessFlags.REMOTE, KEY, null);
        FileChannel file =
            FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      assertEquals(KEY, region.key());
      MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, LONG, Arena.ofAuto());
      long there = initiator.handleOf(target);
      file.truncate(0);
      assertEquals(0, initiator.endpoint.read(mapped, LONG, there, 0, KEY, PENDING));
      initiator.expectError(PENDING, Errno.EFAULT);
      MemorySegment sound = initiator.memory(LONG);
      assertEquals(0, initiator.endpoint.read(sound, LONG, there, 0, KEY, RECEIVE));
      initiator.expect(RECEIVE);
      assertFalse(initiator.queue.read(initiator.batch, 1) > 0);
    }
  }
}

package dev.weft.provider.fabric.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnShmFolder;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SilentListener;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.ShmWire;
import dev.weft.wire.shm.TruncatingPeer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Truncated files of any owner: users of the library see no exception. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ShmCutTest {
  private static final long KEY = 7;
  private static final int BYTES = 1 << 16;
  private static final int RTS = 2;
  private static final int SHARE = 14;
  private static final long PART = 4096;
  private static final int ROUNDS = 1000;
  private static final long RECEIVE = 2;

  private final String fabric = "cut-any-" + ProcessHandle.current().pid();

  private String address(String name) {
    return "shm://" + fabric + "/" + name;
  }

  private Node open(String name) {
    return Node.open(fabric, ShmPeer.hints(address(name)), WaitObject.NONE);
  }

  private Path folder() {
    return OwnShmFolder.ofUser().resolve(fabric);
  }

  private void cut(String files) throws IOException {
    int count = 0;
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder(), files)) {
      for (Path each : found) {
        try (FileChannel file = FileChannel.open(each, StandardOpenOption.WRITE)) {
          file.truncate(0);
          count++;
        }
      }
    }
    assertNotEquals(0, count, "nothing to cut");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "victim.port",
        "honest.port",
        "hostile.port",
        "%memory-*.grants",
        "*.link",
        "*.port"
      })
  void shouldGoOnWhateverIsCut(String files) throws Exception {
    for (int when = 0; when < 7; when++) {
      try (TruncatingPeer hostile = new TruncatingPeer(OwnShmFolder.current(), fabric, "hostile");
          Node honest = open("honest");
          Node victim = open("victim")) {
        hostile.grant(KEY, BYTES, AccessFlags.REMOTE);
        goOn(victim, honest, files, when);
      }
    }
    try (Node honest = open("honest");
        Node victim = open("victim")) {
      exchange(honest, victim);
    }
  }

  /** Runs all kinds of operations, and truncates a file in between. */
  private void goOn(Node victim, Node honest, String files, int when) throws Exception {
    long toHonest = victim.handleOf(honest);
    long toHostile = victim.vector.insert(address("hostile").getBytes(UTF_8));
    MemorySegment memory = victim.memory(BYTES);
    MemoryRegion first = victim.domain.register(memory, AccessFlags.REMOTE, KEY, null);
    MemoryRegion others =
        honest.domain.register(honest.memory(BYTES), AccessFlags.REMOTE, KEY, null);
    for (int step = 0; step < 7; step++) {
      if (step == when) {
        victim.endpoint.inject(memory, 8, toHostile); // so that a link's file exists
        cut(files);
      }
      for (long to : new long[] {toHonest, toHostile}) {
        switch (step) {
          case 0 -> victim.endpoint.send(memory, 8, to, 1);
          case 1 -> victim.endpoint.write(memory, 8, to, 0, KEY, 1);
          case 2 -> victim.endpoint.writeData(memory, 8, 1, to, 0, KEY, 1);
          case 3 -> victim.endpoint.read(memory, BYTES, to, 0, KEY, 1);
          case 4 -> victim.endpoint.injectWrite(memory, 8, to, 0, KEY);
          default -> victim.endpoint.send(memory, BYTES, to, 1);
        }
      }
      honest.progress();
      take(victim);
    }
    MemoryRegion second = victim.domain.register(memory, AccessFlags.REMOTE, KEY + 1, null);
    first.close();
    second.close();
    others.close();
  }

  private static void take(Node node) {
    for (int i = 0; i < 100; i++) {
      if (node.queue.read(node.batch, 1) == -Errno.EAVAIL) {
        assertEquals(1, node.queue.readErr(node.error, 0));
      }
    }
  }

  private static void exchange(Node from, Node to) {
    MemorySegment buffer = to.memory(8);
    assertEquals(0, to.endpoint.recv(buffer, 8, FabricAddress.UNSPEC, RECEIVE));
    long handle = from.handleOf(to);
    Node.accepted(() -> from.endpoint.inject(buffer, 8, handle));
    to.expect(RECEIVE);
  }

  /** The peer exposes a message, and unmaps it during the copy. */
  @RepeatedTest(4)
  void shouldFailTheReceiveWhoseMessageIsTakenAway() throws Exception {
    ShmWire wire = new ShmWire(OwnShmFolder.current(), fabric, Wire.RING_BYTES);
    try (Node victim = open("victim");
        Port hostile = wire.open(address("hostile"), new SilentListener());
        SharedMemory shown = wire.openMemory()) {
      Link link = hostile.connect(address("victim"));
      MemorySegment memory = shown.allocate(1 << 20);
      SharedMemory.Location place = new SharedMemory.Location();
      assertTrue(shown.find(memory, 0, PART, place));
      MemorySegment buffer = victim.memory(BYTES);
      for (int round = 0; round < ROUNDS; round++) {
        announce(victim, link, buffer);
        long transfer = awaitPull(victim, link);
        boolean last = round == ROUNDS - 1;
        for (long sent = 0; sent < BYTES; sent += PART) {
          if (last && sent > 0) {
            cut("%memory-*.0.memory");
          }
          show(link.out(), place, transfer, sent);
          if (last && sent > 0) {
            victim.expectError(RECEIVE, Errno.EPROTO);
            assertEquals(ProtocolViolation.MISSING_MEMORY.number(), victim.error.providerError());
            break;
          }
          victim.progress();
        }
        if (!last) {
          victim.expect(RECEIVE);
        }
      }
    }
  }

  private static void announce(Node victim, Link link, MemorySegment buffer) {
    assertEquals(0, victim.endpoint.recv(buffer, BYTES, FabricAddress.UNSPEC, RECEIVE));
    long frame = link.out().claim(Long.BYTES);
    link.out().setWord(frame, 0, BYTES);
    link.out().publish(frame, Long.BYTES, RTS, 0, 0, 0, 0);
  }

  /** Returns the number of the transfer; skips acknowledgements of earlier ones. */
  private static long awaitPull(Node victim, Link link) {
    FrameReader in = link.in();
    while (true) {
      victim.progress();
      long header = in.peek();
      if (header != 0) {
        boolean pull = in.data() == BYTES;
        long transfer = in.tag();
        in.advance(header);
        in.giveBack();
        if (pull) {
          return transfer;
        }
      }
    }
  }

  private static void show(FrameWriter out, SharedMemory.Location place, long transfer, long at) {
    long frame = out.claim(4L * Long.BYTES);
    out.setWord(frame, 0, place.owner);
    out.setWord(frame, Long.BYTES, place.file);
    out.setWord(frame, 2 * Long.BYTES, place.offset);
    out.setWord(frame, 3 * Long.BYTES, PART);
    out.publish(frame, 4L * Long.BYTES, SHARE, 0, 0, transfer, at);
  }
}

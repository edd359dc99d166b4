package dev.weft.provider.fabric.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnShmFolder;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.process.ShmPeer;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SilentListener;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.ShmWire;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fuzzes shared memory: a peer overwrites its rings, its port header and its exported regions at
 * random, under traffic. The victim continues, each of its operations ends once, it touches no
 * memory but what was posted, and other peers are not affected. {@code -Dweft.fuzz.rounds} sets the
 * rounds, {@code -Dweft.seed} repeats a run.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ShmFuzzTest {
  private static final int ROUNDS = Integer.getInteger("weft.fuzz.rounds", 100);
  private static final long SEED = Long.getLong("weft.seed", System.nanoTime());
  private static final long RING_BYTES = Wire.RING_BYTES;
  private static final long HONEST_TAG = 0x484f_4e45_5354L;
  private static final byte UNTOUCHED = 0x5a;
  private static final long KEY = 7;
  private static final int KEYS = 16;
  private static final int WINDOWS = 16;
  private static final int STEP = 1 << 16;
  private static final int GUARD = 1 << 10;

  private static final long WRITTEN_BY_PEER = 0;
  private static final int ATTACKS = 10;
  private static final long MAX_WAIT = TimeUnit.MILLISECONDS.toNanos(2);

  private final Random random = new Random(SEED);
  private final String fabric = "fuzz " + ProcessHandle.current().pid();
  private final Set<Long> outstanding = new HashSet<>();
  private long lastContext;

  private String address(String name) {
    return "shm://" + fabric + "/" + name;
  }

  private Node open(String name) {
    return Node.open(fabric, ShmPeer.hints(address(name)), WaitObject.NONE);
  }

  @Test
  void shouldBreakNothingButItsOwnLink() throws Exception {
    ShmWire wire = new ShmWire(OwnShmFolder.current(), fabric, RING_BYTES);
    try (Node victim = open("victim");
        Node honest = open("honest")) {
      MemorySegment received = victim.memory((long) WINDOWS * STEP).fill(UNTOUCHED);
      MemorySegment sent = victim.memory(STEP).fill(UNTOUCHED);
      MemorySegment untouched = victim.memory(STEP).fill(UNTOUCHED);
      for (int round = 0; round < ROUNDS; round++) {
        attack(wire, victim, received, sent, round);
        assertEquals(-1, sent.mismatch(untouched), "seed " + SEED);
        requireGuards(received);
        exchange(honest, victim, round);
      }
    }
  }

  private void attack(
      ShmWire wire, Node victim, MemorySegment received, MemorySegment sent, int round)
      throws InterruptedException, IOException {
    String name = address("hostile-" + round);
    try (SharedMemory shown = wire.openMemory();
        Port port = wire.open(name, new SilentListener(shown))) {
      MemorySegment memory = shown.allocate((long) KEYS * STEP);
      for (int i = 0; i < KEYS; i++) {
        MemorySegment part = memory.asSlice((long) i * STEP, STEP);
        assertNotNull(shown.grant(KEY + i, part, 0, AccessFlags.REMOTE));
      }
      long hostile = victim.vector.insert(name.getBytes(UTF_8));
      for (int window = 0; window < WINDOWS; window++) {
        long length = STEP - 2 * GUARD;
        MemorySegment buffer = received.asSlice((long) window * STEP + GUARD, length);
        long context = next();
        accept(victim.endpoint.recv(buffer, length, FabricAddress.UNSPEC, context), context);
      }
      if (random.nextBoolean()) {
        port.connect(new String(victim.endpoint.name(), UTF_8));
      }
      long seed = random.nextLong();
      MemorySegment[] files = {map("hostile-" + round + ".port"), map("%memory-*.grants")};
      Thread scribbler = Thread.ofPlatform().start(() -> scribble(port, files, seed));
      for (int turn = 0; turn < 50 || scribbler.isAlive(); turn++) {
        send(victim, sent, hostile);
        access(victim, random.nextBoolean() ? sent : received.asSlice(GUARD), hostile);
        take(victim);
      }
      scribbler.join();
      victim.vector.remove(hostile);
    }
    finish(victim);
  }

  private long next() {
    return ++lastContext;
  }

  private void accept(int result, long context) {
    if (result == 0) {
      assertTrue(outstanding.add(context));
    } else {
      assertEquals(-Errno.EAGAIN, result, () -> "seed " + SEED);
    }
  }

  private void send(Node victim, MemorySegment sent, long hostile) {
    long context = next();
    long length = 1L << random.nextInt(17);
    Message message =
        new Message()
            .vector(IoVector.of(sent.asSlice(0, length)))
            .address(hostile)
            .context(context);
    long flags =
        OperationFlags.COMPLETION | (random.nextBoolean() ? OperationFlags.DELIVERY_COMPLETE : 0);
    accept(victim.endpoint.sendMsg(message, flags), context);
  }

  /**
   * Posts an access to the peer's memory: a write from sent memory, or a read into received memory.
   */
  private void access(Node victim, MemorySegment memory, long hostile) {
    long context = next();
    long length = 1L + random.nextInt(STEP - 2 * GUARD);
    long at = random.nextInt(STEP);
    long key = KEY + random.nextInt(KEYS);
    boolean write = memory.byteSize() == STEP;
    accept(
        write
            ? victim.endpoint.writeData(memory, length, at, hostile, at, key, context)
            : victim.endpoint.read(memory, length, hostile, at, key, context),
        context);
  }

  private void take(Node victim) {
    int read = victim.queue.read(victim.batch, Node.BATCH);
    if (read == -Errno.EAVAIL) {
      assertEquals(1, victim.queue.readErr(victim.error, 0));
      complete(victim.error.context());
    }
    for (int i = 0; i < read; i++) {
      complete(victim.batch.context(i));
    }
  }

  private void complete(long context) {
    if (context == WRITTEN_BY_PEER) {
      return; // as announced
    }
    assertTrue(outstanding.remove(context), () -> context + " completed twice, seed " + SEED);
  }

  /**
   * Checks, after the hostile peer has left, that sends to it end and receives can be cancelled.
   */
  private void finish(Node victim) {
    for (long context : Set.copyOf(outstanding)) {
      victim.endpoint.cancel(context);
    }
    Node.until(
        () -> {
          take(victim);
          return outstanding.isEmpty();
        });
  }

  private static void requireGuards(MemorySegment received) {
    for (int window = 0; window < WINDOWS; window++) {
      for (int i = 0; i < GUARD; i++) {
        long at = (long) window * STEP + i;
        assertEquals(UNTOUCHED, received.get(ValueLayout.JAVA_BYTE, at), () -> "seed " + SEED);
        assertEquals(
            UNTOUCHED,
            received.get(ValueLayout.JAVA_BYTE, at + STEP - GUARD),
            () -> "seed " + SEED);
      }
    }
  }

  private void exchange(Node honest, Node victim, int round) {
    MemorySegment buffer = victim.memory(8);
    long context = next();
    accept(victim.endpoint.trecv(buffer, 8, FabricAddress.UNSPEC, HONEST_TAG, 0, context), context);
    MemorySegment message = honest.memory(8);
    message.set(ValueLayout.JAVA_LONG, 0, round);
    long handle = honest.handleOf(victim);
    Node.accepted(() -> honest.endpoint.tinject(message, 8, handle, HONEST_TAG));
    Node.until(
        () -> {
          take(victim);
          return outstanding.isEmpty();
        });
    assertEquals(round, buffer.get(ValueLayout.JAVA_LONG, 0));
  }

  // The hostile peer.

  /** Attacks one link after the other; the victim opens a new one when it sends. */
  private static void scribble(Port port, MemorySegment[] files, long seed) {
    Random chance = new Random(seed);
    Link attacked = null;
    for (int attack = 0; attack < ATTACKS; attack++) {
      for (int i = chance.nextInt(16); i > 0; i--) {
        scribble(files[Math.min(chance.nextInt(8), 1)], chance); // mostly its exported regions
      }
      Link link = newest(port, attacked);
      if (link != null) {
        attack(link, chance);
        attacked = link;
      }
    }
  }

  /** Changes words a little, which may look valid, or at random. */
  private static void scribble(MemorySegment file, Random chance) {
    long words = file.byteSize() / 8;
    long word = 1 + chance.nextLong(words - 1);
    boolean anywhere = chance.nextInt(8) == 0;
    for (long i = 0; i < words && !anywhere && at(file, word) == 0; i++) {
      word = (word + 1) % words;
    }
    int step = 1 << chance.nextInt(20);
    long value = anywhere ? chance.nextLong() : at(file, word) + chance.nextInt(-step, step);
    file.setAtIndex(ValueLayout.JAVA_LONG, word, value);
  }

  private static long at(MemorySegment file, long word) {
    return file.getAtIndex(ValueLayout.JAVA_LONG, word);
  }

  private MemorySegment map(String pattern) throws IOException {
    Path user = OwnShmFolder.ofUser();
    try (DirectoryStream<Path> found =
            Files.newDirectoryStream(user.resolve(fabric.replace(" ", "%20")), pattern);
        FileChannel file =
            FileChannel.open(
                found.iterator().next(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, file.size(), Arena.ofAuto());
    }
  }

  /** The newest link, after waiting shortly for a new one. */
  private static Link newest(Port port, Link old) {
    long start = System.nanoTime();
    Link newest = old;
    while (Objects.equals(newest, old) && System.nanoTime() - start < MAX_WAIT) {
      Link[] links = port.links();
      newest = links.length == 0 ? null : links[links.length - 1];
    }
    return newest;
  }

  private static void attack(Link link, Random chance) {
    int sound = chance.nextInt(20);
    for (int i = 0; i < sound; i++) {
      write(link.out(), 1, 0, chance);
    }
    switch (chance.nextInt(4)) {
      case 0 -> writeUnsound(link.out(), chance);
      case 1 -> write(link.out(), 1 + chance.nextInt(8), chance.nextInt(4), chance);
      case 2 -> write(link.out(), 1 + chance.nextInt(255), chance.nextInt(65536), chance);
      default -> {
        for (int i = 0; i < 500; i++) {
          overwrite(chance.nextBoolean() ? link.out().memory() : link.in().memory(), chance);
        }
      }
    }
  }

  private static void overwrite(MemorySegment ring, Random chance) {
    long words = chance.nextBoolean() ? 64 : ring.byteSize() / 8;
    long value =
        chance.nextBoolean() ? chance.nextLong() : chance.nextLong() >>> chance.nextInt(64);
    ring.setAtIndex(ValueLayout.JAVA_LONG, chance.nextLong(words), value);
  }

  /** Writes a frame of random size. */
  private static void writeUnsound(FrameWriter out, Random chance) {
    long frame = out.claim(8);
    if (frame != FrameWriter.FULL) {
      long size = chance.nextLong() >>> chance.nextInt(32, 64);
      long kind = chance.nextInt(4) == 0 ? 255 : 1 + chance.nextInt(8);
      out.memory().set(ValueLayout.JAVA_LONG, frame, size << 32 | kind);
    }
  }

  /** Writes a frame of valid size with possibly invalid contents. */
  private static void write(FrameWriter out, int kind, int handle, Random chance) {
    long payload = chance.nextBoolean() ? 8 : chance.nextInt(2000);
    long frame = out.claim(payload);
    if (frame != FrameWriter.FULL) {
      if (payload >= 8) {
        out.setWord(frame, 0, chance.nextLong() >>> chance.nextInt(64));
      }
      int flags = kind == 1 ? 0 : chance.nextInt(256);
      out.publish(frame, payload, kind, flags, handle, chance.nextInt(8), chance.nextInt(8));
    }
  }
}

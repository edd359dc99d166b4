package dev.weft.provider.fabric.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.OwnShmFolder;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.ShmWire;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fuzzes a listener with random frames: valid requests are served, and readers of the event queue
 * are not delayed. {@code -Dweft.fuzz.rounds} sets the rounds, {@code -Dweft.seed} repeats a run.
 */
@Timeout(
    value = 10,
    unit = TimeUnit.MINUTES,
    threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a stuck thread ignores an interrupt
class ConnectionFuzzTest {
  private static final int ROUNDS = Integer.getInteger("weft.fuzz.rounds", 100);
  private static final long SEED = Long.getLong("weft.seed", System.nanoTime());
  private static final int REQUEST = 65;
  private static final int ATTACKS = 20;
  private static final int READS = 20;

  private final Random random = new Random(SEED);
  private final String fabric = "calls-" + ProcessHandle.current().pid();

  private Caller open() {
    return Caller.open(fabric, FabricInfo.builder().provider("shm"));
  }

  @Test
  void shouldServeValidCallers() throws Exception {
    ShmWire wire = new ShmWire(OwnShmFolder.current(), fabric, Wire.RING_BYTES);
    try (Caller server = open()) {
      server.listen();
      String listening = new String(server.passive().name(), UTF_8) + "#listen";
      for (int round = 0; round < ROUNDS; round++) {
        attack(wire, listening, server);
        connect(server);
      }
    }
  }

  private void attack(ShmWire wire, String listening, Caller server) throws Exception {
    try (Port hostile = wire.open(null, new SilentListener())) {
      long seed = random.nextLong();
      Thread scribbler = Thread.ofPlatform().start(() -> scribble(hostile, listening, seed));
      for (int i = 0; i < READS || scribbler.isAlive(); i++) {
        answerAny(server);
      }
      scribbler.join();
    }
  }

  private void answerAny(Caller server) {
    int size = random.nextBoolean() ? server.eventQueue.read(server.entry, 0) : sleep(server);
    if (size > 0 && server.entry.event() == EventType.CONNREQ) {
      answer(server, server.entry.info());
    } else if (size == -Errno.EAVAIL) {
      server.eventQueue.readErr(server.error, 0);
    }
  }

  private static int sleep(Caller server) {
    return server.eventQueue.sread(server.entry, 1, 0);
  }

  private void answer(Caller server, FabricInfo request) {
    if (random.nextBoolean()) {
      server.passive().reject(request.handle(), null);
      return;
    }
    try (Endpoint endpoint = server.endpoint(request)) {
      endpoint.accept(null);
    }
  }

  private void connect(Caller server) {
    try (Caller client = open()) {
      client.endpoint().connect(server.passive().name(), null);
      byte[] name = client.endpoint().name();
      FabricInfo request = null;
      while (request == null) {
        int size = server.eventQueue.sread(server.entry, 30_000, 0);
        if (size == -Errno.EAVAIL) {
          server.eventQueue.readErr(server.error, 0);
        } else if (server.entry.event() == EventType.CONNREQ) {
          FabricInfo heard = server.entry.info();
          request = Arrays.equals(heard.destinationAddress(), name) ? heard : null;
        }
      }
      try (Endpoint endpoint = server.endpoint(request)) {
        endpoint.accept(null);
        assertEquals(client.endpoint(), client.expect(EventType.CONNECTED).object(), "" + SEED);
      }
    }
  }

  // The hostile requester.

  private static void scribble(Port hostile, String listening, long seed) {
    Random chance = new Random(seed);
    for (int attack = 0; attack < ATTACKS; attack++) {
      Link link = hostile.connect(listening);
      assertNotNull(link);
      switch (chance.nextInt(4)) {
        case 0 -> fill(link.out().memory(), chance);
        case 1 -> {
          for (int i = 0; i < 500; i++) {
            long words = link.out().memory().byteSize() / 8;
            link.out()
                .memory()
                .setAtIndex(ValueLayout.JAVA_LONG, chance.nextLong(words), chance.nextLong());
          }
        }
        default -> write(link.out(), chance);
      }
      link.ring();
      boolean _ = hostile.hasLinkChanges();
    }
  }

  private static void fill(MemorySegment ring, Random chance) {
    for (long at = 384; at < ring.byteSize(); at += 8) {
      ring.set(ValueLayout.JAVA_LONG, at, chance.nextBoolean() ? 24L << 32 | 70 : -1L);
    }
  }

  /** Writes requests, valid and invalid. */
  private static void write(FrameWriter out, Random chance) {
    for (int i = chance.nextInt(50); i >= 0; i--) {
      long payload = chance.nextInt(3) == 0 ? chance.nextInt(12) : chance.nextInt(3000);
      long frame = out.claim(payload);
      if (frame == FrameWriter.FULL) {
        return;
      }
      MemorySegment memory = out.memory();
      long at = FrameWriter.payload(frame);
      for (long j = 0; j < payload; j++) {
        memory.set(ValueLayout.JAVA_BYTE, at + j, (byte) chance.nextInt());
      }
      if (payload >= 4) {
        int length = chance.nextInt(4) == 0 ? chance.nextInt() : chance.nextInt(40);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, length);
      }
      int kind = chance.nextInt(4) == 0 ? chance.nextInt(256) : REQUEST + chance.nextInt(3);
      out.publish(frame, payload, Math.max(1, kind), chance.nextInt(256), 0, 0, chance.nextLong());
    }
  }
}

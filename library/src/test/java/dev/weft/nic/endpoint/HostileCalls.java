package dev.weft.nic.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.ServiceThreads;
import dev.weft.nic.connection.ConnectionFrame;
import dev.weft.nic.connection.ConnectionListener;
import dev.weft.nic.connection.ConnectionPort;
import dev.weft.nic.connection.ConnectionRequester;
import dev.weft.nic.message.Failures;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.Wire;
import dev.weft.wire.loopback.LoopbackWire;
import dev.weft.wire.shm.ShmWire;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Connection setup with hostile requesters and hostile listeners, which write valid frames, of
 * which one is changed. {@link HostileCallsTest} runs it in a process of its own.
 */
final class HostileCalls {
  private static final long FRAMES = Long.getLong("weft.hostile.frames", 10_000);
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int SHM_SHARE = 10;
  private static final long RING = 1 << 14;
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);

  /** The change of a frame: none, any, or a protocol violation. */
  private enum Change {
    NOTHING,
    ANYTHING,
    VIOLATION;

    HostileCall apply(HostileCall valid, Random random) {
      return switch (this) {
        case NOTHING -> valid;
        case ANYTHING -> valid.mutated(random);
        case VIOLATION -> CallViolation.any(random).apply(valid, random);
      };
    }
  }

  private HostileCalls() {}

  /** Arguments: none for connections of one process, or the folder of a wire of shared files. */
  public static void main(String[] arguments) {
    if (arguments.length == 0) {
      hold(new LoopbackWire(RING), "loopback://", FRAMES);
    } else {
      Wire wire = new ShmWire(Path.of(arguments[0]), "calls", RING);
      hold(wire, "shm://calls/", FRAMES / SHM_SHARE);
    }
  }

  private static void hold(Wire wire, String prefix, long frames) {
    long failed = Failures.FRAMES.count();
    try (Side side = new Side(wire, prefix)) {
      long first = SEED == null ? 0 : SEED;
      for (long seed = first; seed < first + (SEED == null ? frames / 2 : 1); seed++) {
        Change change = Change.values()[(int) (seed % 3)];
        String[] written = {"nothing"};
        try {
          side.callVictim(change, SeededRandom.of(seed), written);
          side.answerVictim(change, SeededRandom.of(seed), written);
          side.requireHonestCallHeard(seed);
          side.held++;
          assertEquals(failed, Failures.FRAMES.count(), "what was thrown inside");
        } catch (RuntimeException | Error failure) {
          String text = "-Dweft.seed=" + seed + ", " + change + ", wrote " + written[0];
          throw new AssertionError(text, failure);
        }
      }
      ServiceThreads.requireAtRest();
      System.out.println(prefix + ": " + side.held + " conversations");
    }
  }

  /** A listener, with requests of all kinds to and from it. */
  private static final class Side implements AutoCloseable {
    private final Wire wire;
    private final String address;
    private final String hostile;
    private long held;
    private final List<ConnectionListener.Call> calls = new ArrayList<>();
    private final ConnectionListener listener =
        new ConnectionListener(() -> {}, false, calls::add, 8);

    Side(Wire wire, String prefix) {
      this.wire = wire;
      address = prefix + "victim";
      hostile = prefix + "hostile";
      assertEquals(address, listener.listen(wire, address));
    }

    private static byte[] bytes(Random random) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      return bytes;
    }

    private static void await(BooleanSupplier condition, String otherwise) {
      long start = System.nanoTime();
      while (!condition.getAsBoolean()) {
        assertTrue(System.nanoTime() - start < PATIENCE, otherwise);
        Thread.yield();
      }
    }

    /** A hostile requester, which may leave before the answer. */
    void callVictim(Change change, Random random, String... written) {
      calls.clear();
      byte[] data = bytes(random);
      HostileCall valid = HostileCall.of(ConnectionFrame.REQUEST, hostile, random.nextInt(), data);
      HostileCall request = change.apply(valid, random);
      written[0] = request.toString();
      try (Port port = wire.open(hostile, new SilentListener())) {
        Link link = port.connect(address + ConnectionPort.LISTENING);
        assertNotNull(link);
        request.write(link);
        listener.progress();
        if (change == Change.VIOLATION) {
          await(link::isClosed, "the link goes on");
          assertEquals(0, calls.size(), "calls of a frame that no program may write");
        } else if (change == Change.NOTHING) {
          answer(port, link, valid, data, random.nextInt(4));
        }
        calls.forEach(each -> listener.reject(each, data));
      }
      listener.progress();
    }

    private void answer(Port port, Link link, HostileCall valid, byte[] data, int what) {
      assertEquals(1, calls.size(), "calls");
      ConnectionListener.Call call = calls.get(0);
      assertEquals(hostile, call.address());
      assertEquals(valid.word(), call.capabilities());
      assertArrayEquals(data, call.data());
      switch (what) {
        case 0 -> assertTrue(listener.accept(call, address, 1, data));
        case 1 -> assertTrue(listener.reject(call, data));
        case 2 -> {
          valid.write(link); // a second time, which is a violation
          listener.progress();
          await(link::isClosed, "the link goes on after a second request");
          assertFalse(listener.accept(call, address, 1, data), "a call that has ended");
          return;
        }
        default -> {
          return;
        }
      }
      calls.clear();
      ConnectionFrame heard = heard(port, link);
      assertEquals(what == 0 ? ConnectionFrame.ACCEPT : ConnectionFrame.REJECT, heard.kind());
      assertArrayEquals(data, heard.data());
    }

    private static ConnectionFrame heard(Port port, Link link) {
      boolean _ = port.hasLinkChanges();
      FrameReader in = link.in();
      long header = in.peek();
      ConnectionFrame frame = ConnectionFrame.read(in, header);
      assertNotNull(frame);
      in.advance(header);
      return frame;
    }

    /** A hostile listener answers a request. */
    void answerVictim(Change change, Random random, String... written) {
      byte[] data = bytes(random);
      boolean accepts = random.nextBoolean();
      int kind = accepts ? ConnectionFrame.ACCEPT : ConnectionFrame.REJECT;
      HostileCall valid = HostileCall.of(kind, hostile, 0, data);
      HostileCall answer = change.apply(valid, random);
      written[0] = answer.toString();
      try (Port port = wire.open(hostile + ConnectionPort.LISTENING, new SilentListener());
          ConnectionRequester caller = new ConnectionRequester(() -> {}, false)) {
        caller.request(wire, hostile, address, 1, data);
        Link link = linkOf(port);
        assertEquals(ConnectionFrame.REQUEST, heard(port, link).kind());
        answer.write(link);
        caller.progress();
        if (change == Change.VIOLATION) {
          await(link::isClosed, "the link goes on");
          assertFalse(caller.answer().accepted(), "accepted by a frame that no program may write");
        } else if (change == Change.NOTHING) {
          assertEquals(accepts, caller.answer().accepted());
          assertArrayEquals(data, caller.answer().data());
        }
      }
    }

    private static Link linkOf(Port port) {
      await(() -> port.hasLinkChanges() || port.links().length > 0, "the call does not come");
      await(() -> port.links().length > 0 || port.hasLinkChanges(), "the call is no link");
      return port.links()[0];
    }

    void requireHonestCallHeard(long seed) {
      calls.clear();
      byte[] data = Long.toString(seed).getBytes(StandardCharsets.UTF_8);
      try (ConnectionRequester honest = new ConnectionRequester(() -> {}, false)) {
        honest.request(wire, address, hostile, seed, data);
        listener.progress();
        assertEquals(1, calls.size(), "honest calls");
        assertArrayEquals(data, calls.get(0).data());
        assertTrue(listener.accept(calls.get(0), address, seed, data));
        honest.progress();
        assertTrue(honest.answer().accepted(), "an honest call");
        assertArrayEquals(data, honest.answer().data());
      }
      listener.progress();
    }

    @Override
    public void close() {
      listener.close();
    }
  }
}

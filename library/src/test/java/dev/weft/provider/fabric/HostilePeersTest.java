package dev.weft.provider.fabric;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.LoggedFailures;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.ShmWire;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fuzzes endpoints: hostile peers write valid conversations with exactly one mutation. Nothing is
 * thrown, only their link ends, each operation ends once, no other memory is touched, other peers
 * are not affected, and afterwards no thread is busy.
 *
 * <p>{@code -Dweft.hostile.frames} sets the number of frames, {@code -Dweft.seed} repeats a run,
 * {@code -Dweft.hostile.conversation} selects one conversation.
 */
@Timeout(value = 10, unit = TimeUnit.HOURS)
class HostilePeersTest {
  private static final long FRAMES = Long.getLong("weft.hostile.frames", 100_000);
  private static final long SEED = Long.getLong("weft.seed", 1);
  private static final Integer ONLY = Integer.getInteger("weft.hostile.conversation");
  private static final int FIRST = ONLY == null ? 0 : ONLY;

  /** Share of the frames; each conversation of this wire creates files. */
  private static final int SHM_SHARE = 10;

  /** Share of the frames; requests to the victim also go between processes. */
  private static final int PROCESS_SHARE = 20;

  private static final int NEIGHBOUR_TURNS = 16;
  private static final long RECEIVE = 1_000_000_000_000L;
  private static final long BURN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int MOST_LAPS = 40;

  /** Runs the conversation with this number; returns how many frames were written. */
  @FunctionalInterface
  private interface Conversations {
    int hold(int number) throws IOException;
  }

  @Test
  void shouldBearHostilePeersInTheProcess() throws IOException {
    String fabric = Node.freshName();
    String address = "loopback://hostile";
    Wire wire = Node.FAR.wire(fabric);
    try (HostileVictim victim = new HostileVictim(Node.openFar(fabric), address);
        Node honest = Node.openFar(fabric)) {
      run(number -> hold(wire, address, victim, number), victim, honest, FRAMES);
    }
  }

  /** Runs over files that both sides map, as between processes. */
  @Test
  void shouldBearHostilePeersOverSharedFiles() throws IOException {
    String fabric = "hostile-" + ProcessHandle.current().pid();
    String address = scheme(fabric) + "hostile";
    Wire wire = new ShmWire(ShmPeer.FOLDER, fabric, EndpointLimits.RING_BYTES);
    try (HostileVictim victim = openVictim(fabric, WaitObject.UNSPEC, address);
        Node honest = openHonest(fabric)) {
      run(number -> hold(wire, address, victim, number), victim, honest, FRAMES / SHM_SHARE);
      requireIdle();
    }
  }

  @Test
  void shouldBearAHostileProcess() throws IOException {
    String fabric = "hostile-process-" + ProcessHandle.current().pid();
    String address = scheme(fabric) + "hostile";
    try (HostileVictim victim = openVictim(fabric, WaitObject.UNSPEC, address);
        Node honest = openHonest(fabric);
        HostileProcess process = new HostileProcess(fabric, address, addressOf(victim), SEED)) {
      run(number -> process.converse(victim, number), victim, honest, FRAMES / PROCESS_SHARE);
      requireIdle();
    }
  }

  private static String scheme(String fabric) {
    return "shm://" + fabric + "/";
  }

  private static HostileVictim openVictim(String fabric, WaitObject wait, String peer) {
    return new HostileVictim(
        Node.open(fabric, ShmPeer.hints(scheme(fabric) + "victim"), wait), peer);
  }

  private static Node openHonest(String fabric) {
    return Node.open(fabric, ShmPeer.hints(scheme(fabric) + "honest"), WaitObject.NONE);
  }

  private static String addressOf(HostileVictim victim) {
    return new String(victim.node().endpoint.name(), UTF_8);
  }

  private static int hold(Wire wire, String address, HostileVictim victim, int number) {
    return HostileConversation.hold(wire, address, addressOf(victim), victim, SEED, number);
  }

  private static String replay(int number) {
    return "-Dweft.seed=%d -Dweft.hostile.conversation=%d: ".formatted(SEED, number);
  }

  private static void run(
      Conversations conversations, HostileVictim victim, Node honest, long frames)
      throws IOException {
    long written = 0;
    try (LoggedFailures logged = new LoggedFailures("dev.weft")) {
      for (int number = FIRST; written < (ONLY == null ? frames : 1); number++) {
        try {
          int more = conversations.hold(number);
          victim.finish(more);
          written += more;
          assertEquals(List.of(), logged.lines(), "what was thrown inside");
        } catch (RuntimeException | Error failure) {
          throw new AssertionError(replay(number) + victim.told(), failure);
        }
        if (number % NEIGHBOUR_TURNS == 0) {
          exchange(honest, victim.node(), number);
          exchange(victim.node(), honest, number);
        }
      }
    }
  }

  private static void exchange(Node from, Node to, long number) {
    MemorySegment buffer = to.memory(8);
    long context = RECEIVE + number;
    assertEquals(
        0, to.endpoint.trecv(buffer, 8, FabricAddress.UNSPEC, RECEIVE + number, 0, context));
    MemorySegment message = from.memory(8);
    message.set(ValueLayout.JAVA_LONG, 0, number);
    long handle = from.handleOf(to);
    Node.accepted(() -> from.endpoint.tinject(message, 8, handle, RECEIVE + number));
    to.expect(context);
    assertEquals(number, buffer.get(ValueLayout.JAVA_LONG, 0));
  }

  /**
   * Fails if threads of the library use CPU time while this thread works. A spinning thread would
   * get about as much as this one, however busy the machine is.
   */
  private static void requireIdle() {
    long least = Long.MAX_VALUE;
    for (int lap = 0; lap < MOST_LAPS && least > BURN_NANOS / 10; lap++) {
      long before = serviceNanos();
      burn();
      least = Math.min(least, serviceNanos() - before);
    }
    long found = least;
    assertTrue(
        found <= BURN_NANOS / 10, () -> "threads of the library worked for " + found + " ns");
  }

  private static void burn() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long until = threads.getCurrentThreadCpuTime() + BURN_NANOS;
    while (threads.getCurrentThreadCpuTime() < until) {
      Thread.onSpinWait();
    }
  }

  private static long serviceNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().startsWith("weft-")) {
        sum += Math.max(0, threads.getThreadCpuTime(each.threadId()));
      }
    }
    return sum;
  }
}

package dev.weft.software.fabric;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.WaitObject;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.PortOwner;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.ShmWire;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Peers that hold valid conversations in frames of their own and change exactly one thing: nothing
 * is thrown, only their link breaks, each operation ends once, no other memory is touched, honest
 * peers notice nothing, and afterwards no thread is busy.
 *
 * <p>{@code -Dweft.hostile.frames} says how many frames, {@code -Dweft.seed} which ones.
 */
@Timeout(value = 10, unit = TimeUnit.HOURS)
class HostilePeersTest {
  private static final long FRAMES = Long.getLong("weft.hostile.frames", 100_000);
  private static final long SEED = Long.getLong("weft.seed", 1);

  /** Files are made for each conversation of this wire. */
  private static final int SHM_SHARE = 10;

  private static final int NEIGHBOUR_TURNS = 16;
  private static final long RECEIVE = 1_000_000_000_000L;
  private static final long BURN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int MOST_LAPS = 40;

  /** Owns the hostile port. */
  private record Nobody() implements PortOwner {
    @Override
    public void doorbell() {}

    @Override
    public boolean maySleep() {
      return false;
    }

    @Override
    public DirectPeer direct() {
      return null;
    }
  }

  @Test
  void shouldBearHostilePeersInTheProcess() {
    String fabric = Node.freshName();
    try (HostileVictim victim = new HostileVictim(Node.openFar(fabric));
        Node honest = Node.openFar(fabric)) {
      run(Node.FAR.wire(fabric), "loopback://hostile", victim, honest, FRAMES);
    }
  }

  /** Over files that both sides map, as between processes. */
  @Test
  void shouldBearHostilePeersOverSharedFiles() {
    String fabric = "hostile-" + ProcessHandle.current().pid();
    String scheme = "shm://" + fabric + "/";
    Wire wire = new ShmWire(ShmPeer.FOLDER, fabric, EndpointLimits.RING_BYTES);
    try (HostileVictim victim =
            new HostileVictim(
                Node.open(fabric, ShmPeer.hints(scheme + "victim"), WaitObject.UNSPEC));
        Node honest = Node.open(fabric, ShmPeer.hints(scheme + "honest"), WaitObject.NONE)) {
      run(wire, scheme + "hostile", victim, honest, FRAMES / SHM_SHARE);
      requireIdle();
    }
  }

  private static void run(
      Wire wire, String address, HostileVictim victim, Node honest, long frames) {
    long handle = victim.node().vector.insert(address.getBytes(UTF_8));
    long written = 0;
    for (int number = 0; written < frames; number++) {
      written += converse(wire, address, victim, handle, number);
      if (number % NEIGHBOUR_TURNS == 0) {
        exchange(honest, victim.node(), number);
        exchange(victim.node(), honest, number);
      }
    }
  }

  private static int converse(
      Wire wire, String address, HostileVictim victim, long handle, int number) {
    Random chance = new Random(SEED * 1_000_003 + number);
    String victimAddress = new String(victim.node().endpoint.name(), UTF_8);
    int mutated = HostileConversation.mutated(chance);
    HostileEndpoint peer =
        new HostileEndpoint(
            wire.open(address, new Nobody()), victimAddress, victim::take, chance, mutated);
    try {
      try (peer) {
        new HostileConversation(victim, peer, chance, handle).run();
      }
      victim.finish(peer.written());
      return peer.written();
    } catch (RuntimeException | Error failure) {
      String log = String.join("\n", peer.log);
      throw new AssertionError("seed " + SEED + ", conversation " + number + ":\n" + log, failure);
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
   * While this thread works for a while, threads of the library have next to no processor time; one
   * that spins would have about as much as this one, however busy the machine is.
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

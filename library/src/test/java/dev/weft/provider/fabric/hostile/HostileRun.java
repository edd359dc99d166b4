package dev.weft.provider.fabric.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.LoggedFailures;
import dev.weft.OwnShmFolder;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.process.ShmPeer;
import dev.weft.wire.LayoutVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Test fixture: a victim of hostile peers, and an honest neighbour. Conversations are repeatable:
 * {@code -Dweft.hostile.frames} sets how much the peers write, {@code -Dweft.seed} repeats a run,
 * {@code -Dweft.hostile.conversation} selects one conversation.
 */
final class HostileRun implements AutoCloseable {
  static final long FRAMES = Long.getLong("weft.hostile.frames", 100_000);
  static final long SEED = Long.getLong("weft.seed", 1);
  private static final Integer ONLY = Integer.getInteger("weft.hostile.conversation");
  private static final int FIRST = ONLY == null ? 0 : ONLY;

  private static final int NEIGHBOUR_TURNS = 16;
  private static final long RECEIVE = 1_000_000_000_000L;
  private static final long BURN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int MAX_LAPS = 40;

  final HostileVictim victim;
  private final String fabric;
  private final String peer;
  private final Node honest;
  private long written;
  private int conversations;

  /** Nodes of one process that exchange frames only. */
  static HostileRun inProcess(String fabric, String peer) {
    return new HostileRun(fabric, peer, Node.openFar(fabric), Node.openFar(fabric));
  }

  /** Nodes over shared memory. The victim's completion queue has a wait object. */
  static HostileRun overFiles(String fabric) {
    Node victim = Node.open(fabric, ShmPeer.hints(scheme(fabric) + "victim"), WaitObject.UNSPEC);
    Node honest = Node.open(fabric, ShmPeer.hints(scheme(fabric) + "honest"), WaitObject.NONE);
    return new HostileRun(fabric, scheme(fabric) + "hostile", victim, honest);
  }

  private HostileRun(String fabric, String peer, Node victim, Node honest) {
    this.fabric = fabric;
    this.peer = peer;
    this.honest = honest;
    this.victim = new HostileVictim(victim, peer);
  }

  private static String scheme(String fabric) {
    return "shm://" + fabric + "/";
  }

  String fabric() {
    return fabric;
  }

  /** The address of the hostile peer. */
  String peer() {
    return peer;
  }

  String victimAddress() {
    return new String(victim.node().endpoint.name(), UTF_8);
  }

  /** Holds conversations until the peers have written this much. */
  void run(HostileConversations.Holder holder, long frames) throws IOException {
    try (LoggedFailures logged = new LoggedFailures("dev.weft")) {
      for (int number = FIRST; written < (ONLY == null ? frames : 1); number++) {
        try {
          int more = holder.hold(number);
          victim.finish(more);
          written += more;
          assertEquals(List.of(), thrownInside(logged), "what was thrown inside");
        } catch (RuntimeException | Error failure) {
          throw new AssertionError(replay(number) + victim.told(), failure);
        }
        conversations++;
        if (number % NEIGHBOUR_TURNS == 0) {
          exchange(honest, victim.node(), number);
          exchange(victim.node(), honest, number);
        }
      }
    }
    System.out.printf("%s: %d in %d conversations, seed %d%n", peer, written, conversations, SEED);
  }

  /** All but the log of a peer that names another version. */
  private static List<String> thrownInside(LoggedFailures logged) {
    String refusal = LayoutVersion.class.getPackageName() + ".shm.OtherVersionException";
    return logged.lines().stream().filter(line -> !line.contains(refusal)).toList();
  }

  private static String replay(int number) {
    return "-Dweft.seed=%d -Dweft.hostile.conversation=%d: ".formatted(SEED, number);
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

  /** Fails if files of the hostile peer, or of links to it, stay after it has left. */
  void requireNoFiles() {
    Node.until(
        () -> {
          victim.take();
          return left().isEmpty();
        });
  }

  private List<Path> left() {
    Path user = OwnShmFolder.ofUser();
    try (Stream<Path> files = Files.list(user.resolve(fabric))) {
      return files
          .filter(
              file ->
                  file.toString().endsWith(".link")
                      || file.getFileName().toString().startsWith("hostile."))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Fails if threads of the library have ended, or use CPU time while this thread works. A spinning
   * thread would get about as much as this one, however busy the machine is.
   */
  void requireIdle() {
    assertTrue(
        serviceThreads().stream().anyMatch(each -> each.getName().equals("weft-shm")),
        "the thread of connections has ended");
    long least = Long.MAX_VALUE;
    for (int lap = 0; lap < MAX_LAPS && least > BURN_NANOS / 10; lap++) {
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
    return serviceThreads().stream()
        .mapToLong(each -> Math.max(0, threads.getThreadCpuTime(each.threadId())))
        .sum();
  }

  private static Set<Thread> serviceThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().startsWith("weft-"))
        .collect(Collectors.toSet());
  }

  @Override
  public void close() {
    honest.close();
    victim.close();
  }
}

package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.provider.verbs.RandomTraffic.Block;
import dev.weft.provider.verbs.RandomTraffic.Flow;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random requests between two contexts of {@code shm0}, from and to memory of {@link
 * ProtectionDomain#allocate} and of arenas: every byte and every completion is compared with a
 * reference. Repeat one with {@code -Dweft.seed}, do more with {@code -Dweft.programs}.
 */
@Timeout(value = 1200, unit = TimeUnit.SECONDS)
class DirectTrafficTest {
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int PROGRAMS = Math.max(1, Integer.getInteger("weft.programs", 300) / 100);
  private static final int ROUNDS = 40;
  private static final int PAIRS = 2;
  private static final int DEPTH = 16;
  private static final int ACCESS = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** One context with its queue pairs. */
  private final class Side {
    final VerbsContext context = open(Devices.named("shm0").open());
    final ProtectionDomain domain = open(context.allocPd());
    final Arena arena = open(Arena.ofShared());
    final List<CompletionQueue> sends = new ArrayList<>();
    final List<CompletionQueue> receives = new ArrayList<>();
    final List<QueuePair> pairs = new ArrayList<>();

    Side() {
      var most = RandomTraffic.MAX_BUFFERS;
      for (int i = 0; i < PAIRS; i++) {
        sends.add(open(context.createCq(2 * DEPTH, null, null, 0)));
        receives.add(open(context.createCq(2 * DEPTH, null, null, 0)));
        pairs.add(
            open(
                domain.createQp(
                    QueuePairInit.builder(QueuePairType.RC)
                        .sendCq(sends.get(i))
                        .receiveCq(receives.get(i))
                        .capabilities(new QueuePairCapabilities(DEPTH, DEPTH, most, most, 0))
                        .build())));
        QueuePairTransitions.initialise(pairs.get(i), ACCESS);
      }
    }

    /** Memory that the library has allocated, and memory of an arena. */
    Block[] blocks() {
      return new Block[] {
        block(domain.allocate(RandomTraffic.BYTES)),
        block(arena.allocate(RandomTraffic.BYTES, Long.BYTES))
      };
    }

    private Block block(MemorySegment memory) {
      return new Block(open(domain.regMr(memory, ACCESS)), new byte[RandomTraffic.BYTES]);
    }
  }

  private <T extends AutoCloseable> T open(T object) {
    opened.push(object);
    return object;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable object : opened) {
      object.close();
    }
  }

  private static Flow flow(Side from, Side to, int pair, long seed) {
    return new Flow(
        SeededRandom.of(seed),
        from.pairs.get(pair),
        to.pairs.get(pair),
        from.sends.get(pair),
        to.receives.get(pair),
        from.blocks(),
        from.blocks(),
        to.blocks());
  }

  private void run(long seed) throws InterruptedException, ExecutionException {
    Side one = new Side();
    Side other = new Side();
    List<Flow> flows = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      Opened.connect(one.pairs.get(i), other.pairs.get(i));
      flows.add(flow(one, other, i, 4 * seed + 2L * i));
      flows.add(flow(other, one, i, 4 * seed + 2L * i + 1));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(flows.size())) {
      List<Future<?>> running = new ArrayList<>();
      for (Flow flow : flows) {
        running.add(threads.submit(() -> flow.run(ROUNDS)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
    for (int i = 0; i < PAIRS; i++) {
      for (Side side : List.of(one, other)) {
        assertEquals(0, RandomTraffic.poll(side.sends.get(i)).size());
        assertEquals(0, RandomTraffic.poll(side.receives.get(i)).size());
      }
    }
  }

  @Test
  void shouldDoWhatTheReferenceDoes() throws Exception {
    long first = SEED == null ? 0 : SEED;
    int programs = SEED == null ? PROGRAMS : 1;
    assertTrue(programs > 0);
    for (long seed = first; seed < first + programs; seed++) {
      try {
        run(seed);
      } catch (ExecutionException e) {
        throw new AssertionError("-Dweft.seed=" + seed, e.getCause());
      }
      close();
      opened.clear();
    }
  }
}

package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.wire.process.ProcessMemories;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random writes and reads of the peer's region, in parts of it that do not overlap. {@code
 * -Dweft.programs=N} runs N programs, {@code -Dweft.seed=S} the one of this seed.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AccessesPropertyTest {
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 100);
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int MAX_PARTS = 8;
  private static final int READS_AFTERWARDS = 20;
  private static final long KEY = 7;

  /** The region of a side, and what the other side does with it. */
  private record Target(
      Area area,
      long start,
      MemoryRegion region,
      Side owner,
      Side other,
      List<Access> accesses,
      Set<Access> checked) {

    /** Local memory of what is reported is overwritten before the other side goes on. */
    void take() {
      other.take();
      for (Access access : accesses) {
        if (other.has(access.number()) && !checked.contains(access)) {
          access.check(other, start);
          checked.add(access);
        }
      }
    }

    boolean isDone() {
      return checked.size() == accesses.size();
    }

    long with(Predicate<Access> what) {
      return accesses.stream().filter(what).count();
    }
  }

  @BeforeEach
  void requireTheWay() {
    assertNull(ProcessMemories.obstacle());
  }

  @ParameterizedTest
  @EnumSource(names = {"MANUAL", "AUTO"})
  void shouldMoveExactlyTheBytesThatWereAskedFor(ProgressModel progress) {
    long first = SEED == null ? System.nanoTime() : SEED;
    try (Side a = new Side(progress, Side.freshAddress());
        Side b = new Side(progress, Side.freshAddress())) {
      MemorySegment both = Memories.both(a);
      for (long seed = first; seed < first + (SEED == null ? PROGRAMS / 2 : 1); seed++) {
        run(seed, both, a, b);
        a.forget();
        b.forget();
      }
    }
  }

  private static void run(long seed, MemorySegment both, Side a, Side b) {
    Random random = new Random(new SplittableRandom(seed).nextLong());
    List<Target> targets = new ArrayList<>();
    try (Memories memories = new Memories(both)) {
      try {
        targets.add(target(random, memories, a, b));
        targets.add(target(random, memories, b, a));
        access(random, targets);
        targets.forEach(AccessesPropertyTest::check);
      } finally {
        targets.forEach(target -> target.region.close());
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("repeat with -Dweft.seed=" + seed + ": " + targets, e);
    }
  }

  private static Target target(Random random, Memories memories, Side owner, Side other) {
    long start = random.nextInt(Pattern.STARTS);
    Area area = memories.area(random, Parts.length(random) + 1);
    Pattern.write(start, area.buffer());
    MemoryRegion region =
        owner.node().domain().register(area.buffer(), AccessFlags.REMOTE, KEY, null);
    TreeSet<Long> bounds = new TreeSet<>(List.of(random.nextLong(area.length()), area.length()));
    for (int parts = random.nextInt(MAX_PARTS); parts > 0; parts--) {
      bounds.add(random.nextLong(area.length()));
    }
    List<Access> accesses = new ArrayList<>();
    for (Long from = bounds.first(); from < area.length(); from = bounds.higher(from)) {
      long length = bounds.higher(from) - from;
      accesses.add(
          Access.random(random, accesses.size() + 1L, memories, region.key(), from, length));
    }
    return new Target(area, start, region, owner, other, accesses, new HashSet<>());
  }

  private static void access(Random random, List<Target> targets) {
    List<Runnable> posts = new ArrayList<>();
    for (Target target : targets) {
      long peer = target.other.handleOf(target.owner);
      for (Access access : target.accesses) {
        posts.add(
            () ->
                target.other.post(target.owner, () -> access.post(target.other.endpoint(), peer)));
      }
    }
    Collections.shuffle(posts, random);
    for (Runnable post : posts) {
      post.run();
      if (random.nextBoolean()) {
        targets.get(random.nextInt(2)).take();
      }
    }
    while (!targets.stream().allMatch(Target::isDone)) {
      targets.forEach(Target::take);
    }
  }

  /** Writes with data are reported at the target, too, with a context of their own. */
  private static void check(Target target) {
    long data = target.with(access -> access.kind().hasData());
    while (target.owner.reports(0).size() < data) {
      target.owner.take();
      target.other.take();
    }
    for (int i = 0; i < READS_AFTERWARDS; i++) {
      target.owner.take();
      target.other.take();
    }
    target.accesses.forEach(access -> target.other.only(access.number()));
    assertEquals(data, target.owner.reports(0).size());
    checkData(target);
    target.accesses.forEach(access -> access.checkRegion(target.area, target.start));
    long first = target.accesses.getFirst().offset();
    Pattern.check(target.start, target.area.buffer().asSlice(0, first));
    target.area.checkAround();
  }

  private static void checkData(Target target) {
    List<Long> expected =
        target.accesses.stream()
            .filter(access -> access.kind().hasData())
            .map(Access::number)
            .toList();
    List<Report> reports = target.owner.reports(0);
    assertEquals(expected, reports.stream().map(Report::data).sorted().toList());
    for (Report report : reports) {
      assertTrue(report.has(CompletionFlags.REMOTE_WRITE), report::toString);
      assertTrue(report.has(CompletionFlags.REMOTE_CQ_DATA), report::toString);
    }
  }
}

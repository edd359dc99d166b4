package dev.weft.provider.verbs.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All requests of a program by their numbers, and what was wrong. */
final class Ledger {
  /** Requests of each thread at most. */
  static final int EACH = 1 << 12;

  private static final int THREADS = 6;
  static final long PATIENCE = TimeUnit.SECONDS.toNanos(300);

  private final AtomicReferenceArray<Work> works = new AtomicReferenceArray<>(EACH * THREADS);
  private final List<String> problems = Collections.synchronizedList(new ArrayList<>());

  void add(Work work) {
    works.setRelease(work.id, work);
  }

  /** All 64 bits count (VE-01). */
  static long wrId(int id) {
    return ~((long) id << 40 | id);
  }

  /** The request of this number; null if there is none. */
  Work of(long wrId) {
    int id = (int) ~wrId & 0xFF_FFFF;
    return wrId(id) == wrId ? ofId(id) : null;
  }

  Work ofId(int id) {
    return id < 0 || id >= works.length() ? null : works.getAcquire(id);
  }

  Stream<Work> all() {
    return IntStream.range(0, works.length()).mapToObj(works::get).filter(each -> each != null);
  }

  void require(boolean holds, String what, Object... about) {
    if (!holds) {
      problems.add(what + ": " + List.of(about));
    }
  }

  boolean isClean() {
    return problems.isEmpty();
  }

  /** Waits for something that must come, unless something is wrong already. */
  void await(String what, BooleanSupplier done, Runnable meanwhile) {
    long start = System.nanoTime();
    while (!done.getAsBoolean() && isClean()) {
      meanwhile.run();
      Thread.yield();
      require(System.nanoTime() - start < PATIENCE, "never: " + what);
    }
  }

  void requireClean() {
    if (!isClean()) {
      throw new AssertionError(String.join("\n", problems));
    }
  }
}

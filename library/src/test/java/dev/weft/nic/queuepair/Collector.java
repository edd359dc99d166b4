package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.completion.work.WorkCompletionSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Collects completions like a queue. It overruns only on request. */
public final class Collector implements WorkCompletionSink {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(300);

  private final ConcurrentLinkedQueue<WorkCompletion> all = new ConcurrentLinkedQueue<>();
  private final Set<WorkCompletionSource> sources = ConcurrentHashMap.newKeySet();
  public volatile int room = Integer.MAX_VALUE;

  /** Thrown into the completing thread, or null. */
  public volatile RuntimeException failure;

  /** Runs during each completion. */
  public volatile Runnable meanwhile = () -> {};

  @Override
  public boolean add(WorkCompletion completion) {
    meanwhile.run();
    if (failure != null) {
      throw failure;
    }
    if (all.size() >= room) {
      return false;
    }
    all.add(copy(completion));
    return true;
  }

  private static WorkCompletion copy(WorkCompletion from) {
    WorkCompletion to = new WorkCompletion();
    to.wrId = from.wrId;
    to.status = from.status;
    to.opcode = from.opcode;
    to.vendorError = from.vendorError;
    to.byteLength = from.byteLength;
    to.immediateOrKey = from.immediateOrKey;
    to.queuePair = from.queuePair;
    to.sourceQueuePair = from.sourceQueuePair;
    to.flags = from.flags;
    to.origin = from.origin;
    to.solicited = from.solicited;
    to.freedResources = from.freedResources;
    to.endToEndContext = from.endToEndContext;
    to.tagMatchingTag = from.tagMatchingTag;
    to.tagMatchingPrivate = from.tagMatchingPrivate;
    return to;
  }

  @Override
  public void discard(int queuePair) {
    all.removeIf(each -> each.queuePair == queuePair);
  }

  @Override
  public void attach(WorkCompletionSource source) {
    sources.add(source);
  }

  @Override
  public void detach(WorkCompletionSource source) {
    sources.remove(source);
  }

  int size() {
    return all.size();
  }

  /** The next one, or null; drives progress if there is none. */
  public WorkCompletion poll() {
    WorkCompletion first = all.poll();
    if (first == null) {
      sources.forEach(WorkCompletionSource::progress);
      first = all.poll();
    }
    return first;
  }

  /** The next one, for which it polls. */
  public WorkCompletion next() {
    long start = System.nanoTime();
    WorkCompletion next = poll();
    while (next == null) {
      assertTrue(System.nanoTime() - start < PATIENCE, "no completion");
      Thread.yield();
      next = poll();
    }
    return next;
  }

  /** Waits for the next one without polling: queue pairs progress by themselves. */
  public WorkCompletion await() {
    long start = System.nanoTime();
    WorkCompletion next = all.poll();
    while (next == null) {
      assertTrue(System.nanoTime() - start < PATIENCE, "no completion");
      Thread.yield();
      next = all.poll();
    }
    return next;
  }

  public WorkCompletion expect(long wrId, int status) {
    WorkCompletion next = next();
    assertEquals(wrId + " status " + status, next.wrId + " status " + next.status);
    return next;
  }

  /** The next {@code count}, of which only ids and statuses count. */
  public List<String> take(int count) {
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      WorkCompletion next = next();
      taken.add(next.wrId + ":" + next.status);
    }
    return taken;
  }

  public void expectNone() {
    WorkCompletion next = poll();
    assertTrue(next == null, () -> "unexpected " + next);
  }
}

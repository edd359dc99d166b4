package dev.weft.ffm.wait;

import dev.weft.service.FailureLog;
import dev.weft.service.ServiceThread;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one thread that waits for file descriptors, on behalf of all threads that wait for queues.
 * Those park, so that a virtual thread releases its carrier, and an interrupt or a signal ends the
 * wait.
 */
public final class DescriptorPoller {
  /** Null until one could be started. */
  private static DescriptorPoller instance;

  private final Epoll epoll = new Epoll();
  private final Map<Integer, Runnable> actions = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  private DescriptorPoller() {
    ServiceThread.start(
        "weft-libfabric-poller", new FailureLog("Waiting for descriptors"), this::runReady);
  }

  /**
   * Adds a descriptor.
   *
   * @param onReady runs in the poller's thread after {@link Watch#arm}, once it is readable
   */
  public static Watch watch(int descriptor, Runnable onReady) {
    return instance().add(descriptor, onReady);
  }

  /** A static initialiser that fails once would fail all later waits. */
  private static synchronized DescriptorPoller instance() {
    if (instance == null) {
      instance = new DescriptorPoller();
    }
    return instance;
  }

  private Watch add(int descriptor, Runnable onReady) {
    int number = numbers.incrementAndGet();
    actions.put(number, onReady);
    return new Watch(epoll.add(descriptor, number), number);
  }

  private boolean runReady() {
    int ready = epoll.await();
    for (int i = 0; i < ready; i++) {
      actions.getOrDefault(epoll.number(i), () -> {}).run();
    }
    return true;
  }

  /** A watched descriptor. Any thread may call. */
  public final class Watch implements AutoCloseable {
    private final Epoll.Member member;
    private final int number;

    private Watch(Epoll.Member member, int number) {
      this.member = member;
      this.number = number;
    }

    /** The action runs once, as soon as the descriptor is readable, or at once if it is. */
    public void arm() {
      member.arm();
    }

    /** Forgets the descriptor; before it is closed. */
    @Override
    public void close() {
      member.remove();
      actions.remove(number);
    }
  }
}

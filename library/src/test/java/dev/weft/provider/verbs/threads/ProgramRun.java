package dev.weft.provider.verbs.threads;

import dev.weft.SeededRandom;
import dev.weft.provider.verbs.threads.Work.Kind;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** Runs the threads of a program, lets all that was posted end, and closes everything. */
final class ProgramRun {
  private final Setup setup;
  private final long seed;
  private final Ledger ledger = new Ledger();
  private final List<Side> sides = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<Handler> handlers = new ArrayList<>();
  private final List<Thread> handlerThreads = new ArrayList<>();
  private final Poller poller;
  private final Poster poster;
  private List<Work> works = List.of();

  ProgramRun(Setup setup, long seed) {
    this.setup = setup;
    this.seed = seed;
    poller = new Poller(ledger, SeededRandom.of(seed + 1));
    poster = new Poster(ledger, SeededRandom.of(seed + 2), setup.threads(), setup.nodes());
  }

  void run() {
    open();
    try {
      runThreads();
      if (ledger.isClean()) {
        finish();
      }
      stopHandlers();
      for (Side side : sides) {
        side.queues().forEach(poller::drain);
      }
      works = ledger.all().toList();
      new Checks(ledger, setup, works, poller).check(nodes);
    } finally {
      stopHandlers();
      new Closing(ledger, sides, nodes, handlers).close();
    }
    ledger.requireClean();
  }

  private void open() {
    VerbsContext first = Devices.named(setup.device()).open();
    VerbsContext second = setup.oneContext() ? first : Devices.named(setup.device()).open();
    sides.add(new Side(setup, first));
    sides.add(new Side(setup, second));
    for (int pair = 0; pair < setup.pairs(); pair++) {
      connect(sides.get(0).add(2 * pair), sides.get(1).add(2 * pair + 1));
    }
  }

  private void connect(Node one, Node other) {
    one.peer = other;
    other.peer = one;
    nodes.add(one);
    nodes.add(other);
    QueuePairAddress here = QueuePairAddress.of(one.pair);
    QueuePairAddress there = QueuePairAddress.of(other.pair);
    if (setup.isDatagram()) {
      one.path = one.side.domain.createAh(AddressHandleAttributes.global(there.lid(), there.gid()));
      other.path =
          other.side.domain.createAh(AddressHandleAttributes.global(here.lid(), here.gid()));
      QueuePairTransitions.makeReady(one.pair);
      QueuePairTransitions.makeReady(other.pair);
      return;
    }
    ConnectionParameters parameters = ConnectionParameters.usual().withReads(4);
    QueuePairTransitions.initialise(one.pair, RegionAccess.REMOTE);
    QueuePairTransitions.initialise(other.pair, RegionAccess.REMOTE);
    QueuePairTransitions.connect(one.pair, here, there, parameters);
    QueuePairTransitions.connect(other.pair, there, here, parameters);
  }

  private Thread start(String name, Runnable task) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              try {
                task.run();
              } catch (Throwable e) {
                ledger.require(false, "thrown", Thrown.text(e));
              }
            });
  }

  private void runThreads() {
    for (Side side : sides) {
      for (int i = 0; i < setup.handlers(); i++) {
        startHandler(side, i);
      }
    }
    CountDownLatch gate = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < setup.threads(); i++) {
      Random random = SeededRandom.of(seed * 31 + i);
      Worker worker = new Worker(setup, nodes, ledger, random, i);
      threads.add(
          start(
              "worker " + i,
              () -> {
                awaitGate(gate);
                worker.run();
              }));
    }
    gate.countDown();
    threads.forEach(this::join);
  }

  private static void awaitGate(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void startHandler(Side side, int number) {
    if (number == 0) {
      side.queues().stream().filter(each -> each.queue.channel() != null).forEach(Polled::arm);
    }
    Handler handler = new Handler(side, ledger, SeededRandom.of(seed * 37 + number));
    handlers.add(handler);
    handlerThreads.add(start("handler " + number, handler::run));
  }

  private void join(Thread thread) {
    ledger.await(thread + " ends", () -> !thread.isAlive(), () -> Thrown.join(thread));
    if (thread.isAlive()) {
      StringBuilder stack = new StringBuilder();
      for (StackTraceElement element : thread.getStackTrace()) {
        stack.append("\n  ").append(element);
      }
      ledger.require(false, "still runs", thread, stack);
    }
  }

  private void stopHandlers() {
    handlers.forEach(each -> each.ended = true);
    handlerThreads.forEach(Thread::interrupt);
    handlerThreads.forEach(this::join);
    handlerThreads.clear();
  }

  /** Lets requests end that wait for receives, and flushes the rest. */
  private void finish() {
    List<Work> posted = ledger.all().filter(each -> each.posted).toList();
    List<Work> fences = new ArrayList<>();
    Spare spare = new Spare(setup, poster, ledger, posted);
    for (Node node : nodes) {
      if (!node.failing) {
        fences.add(fence(node, spare));
      }
    }
    List<Work> all = new ArrayList<>(posted);
    all.addAll(fences);
    ledger.await(
        "completion",
        () -> all.stream().noneMatch(ProgramRun::isAwaited),
        () -> meanwhile(spare, fences));
    awaitArrivals(fences);
    for (Node node : nodes) {
      if (node.isOpen() && !node.isReset()) {
        QueuePairTransitions.fail(node.pair);
      }
    }
    ledger.await("flush", () -> ledger.all().noneMatch(ProgramRun::isStillThere), this::pollAll);
  }

  /** So that no handler of solicited events has to look for what came before. */
  private void awaitArrivals(List<Work> fences) {
    if (setup.isReliable()) {
      ledger.await(
          "arrival",
          () -> fences.stream().allMatch(each -> each.arrivals.get() == 1),
          this::pollAll);
    }
  }

  private void meanwhile(Spare spare, List<Work> fences) {
    pollAll();
    if (setup.isReliable()) {
      nodes.stream().filter(each -> !each.failing).forEach(each -> spare.feed(each, fences));
    }
  }

  /** A last request, whose completion proves that those before it are done (VQ-09). */
  private Work fence(Node node, Spare spare) {
    List<Work> tried = new ArrayList<>();
    ledger.await("room for a request", () -> tryFence(node, tried), () -> meanwhile(spare, tried));
    return tried.getFirst();
  }

  private boolean tryFence(Node node, List<Work> tried) {
    if (tried.isEmpty()) {
      tried.add(poster.make(node, Kind.SEND_IMM, 0, node.bytes));
    }
    Work work = tried.getFirst();
    node.sends.owed.take(1);
    SendWorkRequest form = poster.form(work, 0);
    form.flags(form.flags() | SendFlags.SOLICITED);
    return poster.post(node, List.of(work), List.of(form), false) == 1;
  }

  private static boolean isAwaited(Work work) {
    return !work.isDone() && !work.isReceive() && work.signaled && !work.node.failing;
  }

  /** Whether a completion must come of it now that all queue pairs have failed. */
  private static boolean isStillThere(Work work) {
    return work.posted && !work.isDone() && Checks.mustComplete(work);
  }

  private void pollAll() {
    for (Side side : sides) {
      for (Polled queue : side.queues()) {
        if (!queue.handlersOnly) {
          poller.drain(queue);
        }
      }
    }
  }
}

package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.program.LateException;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.provider.verbs.program.Step.Operation;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.RegionAccess;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** Waits until all that must come has come. */
final class Settling {
  private final Setup setup;
  private final Players players;
  private final Posting posting;
  private final long patienceNanos;
  private int rounds;
  private long barriers = 1 << 20;

  Settling(Setup setup, Players players, Posting posting, long patienceNanos) {
    this.setup = setup;
    this.players = players;
    this.posting = posting;
    this.patienceNanos = patienceNanos;
  }

  /** Until all completions, data and events are there. */
  void settle() {
    await("completions", () -> sides().allMatch(each -> isThere(each)));
    decide();
    await("completions", () -> sides().allMatch(each -> isThere(each)));
    await("data", () -> mismatch() == null);
    await("events", this::takeEvents);
    sides().forEach(Side::settle);
    players.all.forEach(Settling::settle);
  }

  private static void settle(Player player) {
    player.areas().forEach(Area::settle);
    player.windows().stream().filter(Window::isDoubtful).forEach(Window::replace);
    if (player.side.held.isEmpty()) {
      player.windows().forEach(Window::beCertain);
    }
  }

  private java.util.stream.Stream<Side> sides() {
    return players.all.stream().map(player -> player.side);
  }

  private static boolean isThere(Side side) {
    return side.sent.areThere() && side.received.areThere();
  }

  private boolean takeEvents() {
    boolean all = players.queues.stream().filter(queue -> !queue.takeEvents()).count() == 0;
    return players.events.take() && all;
  }

  /** What differs in memory; null if nothing does. */
  private String mismatch() {
    for (Player player : players.all) {
      List<Area> areas = player.areas();
      for (int i = 0; i < areas.size(); i++) {
        long at = areas.get(i).mismatch();
        if (at >= 0) {
          return "node %d, area %d, byte %d".formatted(player.number, i, at);
        }
      }
    }
    return null;
  }

  /** Polls until something is true. */
  void await(String what, BooleanSupplier isThere) {
    await(what, isThere, this::pollAll);
  }

  /** The same, with another way to poll. */
  void await(String what, BooleanSupplier isThere, IntSupplier poll) {
    long start = System.nanoTime();
    while (!isThere.getAsBoolean()) {
      if (poll.getAsInt() > 0) {
        start = System.nanoTime();
      } else if (System.nanoTime() - start > patienceNanos) {
        throw late(what);
      } else {
        Thread.yield();
      }
    }
  }

  private LateException late(String what) {
    StringBuilder text = new StringBuilder(what).append(" that must come: ");
    for (Player player : players.all) {
      text.append(
          "%n  node %d: sends %s, receives %s"
              .formatted(player.number, player.side.sent, player.side.received));
    }
    return new LateException(text.append("%n  memory: %s".formatted(mismatch())).toString());
  }

  private int pollAll() {
    int count = 0;
    for (Queue queue : players.queues) {
      count += queue.poll(1 + rounds++ % Queue.MOST);
    }
    return count;
  }

  /** VQ-45 leaves open whether a failed send of UC or UD stops the receives. */
  private void decide() {
    for (Player player : players.all) {
      if (player.side.state == Side.State.HALF) {
        QueuePairState state = player.pair.state();
        assertTrue(state == QueuePairState.SQE || state == QueuePairState.ERR, state::toString);
        if (state == QueuePairState.ERR) {
          player.side.flush();
        }
      }
    }
  }

  /**
   * Settles, and posts requests that complete when all unsignaled ones have.
   *
   * @return whether nothing more is under way from the peer of this node
   */
  boolean settleAll(Player player) {
    settle();
    for (Player each : players.all) {
      if (canPostBarrier(each)) {
        posting.barrier(each, barrier(each));
      }
    }
    settle();
    return player.peer.side.held.isEmpty();
  }

  private boolean canPostBarrier(Player player) {
    Side side = player.side;
    return canWrite(side)
        && !side.held.isEmpty()
        && side.waiting.isEmpty()
        && side.places() < player.pair.capabilities().maxSendWr()
        && hasRoom(side.sent.queue, 1);
  }

  /** Whether a write without bytes succeeds. */
  boolean canWrite(Side side) {
    return side.isRunning()
        && (side.peer.isReady() || !setup.isReliable())
        && (setup.rights() & RegionAccess.REMOTE_WRITE) != 0;
  }

  /** Whether this many completions more cannot overrun a queue. */
  boolean hasRoom(Queue queue, int more) {
    return pending(queue) + more <= queue.real.cqe();
  }

  /** The completions that may come to a queue. */
  int pending(Queue queue) {
    return sides()
        .mapToInt(
            side ->
                (side.sent.queue == queue ? side.pendingSends() : 0)
                    + (side.received.queue == queue ? side.pendingReceives() : 0))
        .sum();
  }

  /** A new request without data. */
  Request barrier(Player player) {
    Operation operation = setup.isDatagram() ? Operation.SEND : Operation.RDMA_WRITE;
    Mistake mistake = setup.isDatagram() ? Mistake.LOST : Mistake.NONE;
    Step.Send step =
        new Step.Send(
            barriers++,
            0,
            operation,
            0,
            0,
            0,
            false,
            false,
            false,
            false,
            false,
            0,
            mistake,
            false,
            false);
    Area target = setup.isDatagram() ? null : player.peer.target;
    return new Request(step, mistake, true, List.of(), 0, target, 0, 0, 0, false, null);
  }

  /** Nothing may come any more. */
  void requireNothing() {
    assertEquals(0, pollAll(), "completions at the end");
    assertTrue(takeEvents(), "events at the end");
  }
}

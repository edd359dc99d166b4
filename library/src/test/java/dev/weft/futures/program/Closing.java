package dev.weft.futures.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.futures.Operations;
import dev.weft.futures.Success;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

/** Closes nodes while operations are pending, calls wait, and other threads post. */
final class Closing {
  /** A thread that posts receives until that is refused. */
  private final class Rival {
    final List<Room> rooms = new ArrayList<>();
    final List<CompletableFuture<Success>> futures = new ArrayList<>();
    final FutureTask<Void> end;

    Rival(FuturesStation station) {
      end = new FutureTask<>(() -> post(station), null);
      Thread.ofVirtual().start(end);
    }

    private void post(FuturesStation station) {
      while (true) {
        Room room = FuturesStation.outside(8, rooms.size() % 3);
        rooms.add(room);
        try {
          futures.add(calls.recv(station.operations, room.buffer(), -1));
        } catch (IllegalStateException e) {
          return;
        }
      }
    }

    void requireEnded() {
      assertEquals(rooms.size() - 1, futures.size(), "posts that were refused");
      settling.await(() -> end() ? null : "receives have not ended that others have posted");
      for (Room room : rooms) {
        assertFalse(room.buffer().isLent(), "lent after the close, or a post that it refused");
        room.buffer().close();
      }
    }

    private boolean end() {
      return futures.stream().allMatch(CompletableFuture::isDone)
          && rooms.stream().allMatch(room -> room.buffer().returned().isDone());
    }
  }

  private final FuturesSetup setup;
  private final FutureCalls calls;
  private final FuturesModel model;
  private final List<FuturesStation> stations;
  private final Settling settling;

  Closing(
      FuturesSetup setup,
      FutureCalls calls,
      FuturesModel model,
      List<FuturesStation> stations,
      Settling settling) {
    this.setup = setup;
    this.calls = calls;
    this.model = model;
    this.stations = stations;
    this.settling = settling;
  }

  void close(FuturesStep.Close step) {
    settling.settle(false);
    settling.interruptBeside(step.node());
    settling.settle(false);
    FuturesStation station = stations.get(step.node());
    boolean raced = settling.waiting(step.node()) != null || (setup.isSafe() && step.rivals() > 0);
    boolean only = model.pending(step.node()).allMatch(Task::isReceive);
    List<Rival> rivals = new ArrayList<>();
    for (int i = 0; setup.isSafe() && i < step.rivals(); i++) {
      rivals.add(new Rival(station));
    }
    boolean inTime = close(station, step.how());
    if (!raced && step.how() == FuturesStep.How.IN_TIME) {
      assertEquals(only, inTime, "closed in time");
    }
    model.leave(step.node(), raced);
    settling.await(
        () -> rivals.stream().allMatch(rival -> rival.end.isDone()) ? null : "rivals still post");
    rivals.forEach(Rival::requireEnded);
    settling.await(() -> returned(step.node()));
    settling.settle(false);
    requireClosed(station);
  }

  private String returned(int node) {
    Task waiting = settling.waiting(node);
    return waiting == null || waiting.hasReturned() ? null : "waits after the close: " + waiting;
  }

  private boolean close(FuturesStation station, FuturesStep.How how) {
    switch (how) {
      case OPERATIONS -> calls.close(station.operations);
      case IN_TIME -> {
        return closeInTime(station.operations);
      }
      case ENDPOINT -> {
        station.node.endpoint().close();
        station.operations.drive(0); // the reading thread would need up to a second to see it
      }
      case NODE -> {
        station.closeRegions();
        station.node.close();
      }
    }
    return true;
  }

  private static boolean closeInTime(Operations operations) {
    try {
      return operations.close(Duration.ZERO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void requireClosed(FuturesStation station) {
    Room late = FuturesStation.outside(8, 0);
    assertThrows(
        IllegalStateException.class, () -> calls.recv(station.operations, late.buffer(), -1));
    assertFalse(late.buffer().isLent(), "lent after a post that came too late");
    late.buffer().close();
    assertEquals(0, station.operations.pending(), "pending after the close");
  }

  /** Cancels all that is pending at the end of a program, and requires that nothing is left. */
  void endAll() {
    settling.settle(true);
    for (List<Task> left = settling.left(); !left.isEmpty(); left = settling.left()) {
      for (Task task : left) {
        if (task.future == null) {
          settling.interrupt(task.node);
        } else if (task.expected == null && task.end == null) {
          settling.cancel(task, FuturesStep.End.CANCEL, false);
        }
      }
      settling.settle(false);
    }
    settling.settle(true);
    for (int node = 0; node < stations.size(); node++) {
      int number = node;
      assertTrue(
          model.gone[node] || stations.get(node).operations.pending() == 0,
          () -> "operations are left at node " + number);
    }
  }
}

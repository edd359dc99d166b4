package dev.weft.futures.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.futures.Operations;
import dev.weft.futures.Success;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.Numbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Runs the steps of a program on new nodes, and compares what becomes of each operation. */
final class FuturesRun implements AutoCloseable {
  private final FuturesSetup setup;
  private final FutureCalls calls;
  private final FuturesModel model;
  private final List<FuturesStation> stations = new ArrayList<>();
  private final Settling settling;
  private final Closing closing;

  FuturesRun(FuturesSetup setup, FutureCalls calls, Duration patience) {
    this.setup = setup;
    this.calls = calls;
    model = new FuturesModel(setup.nodes());
    settling = new Settling(setup, calls, model, stations, patience);
    closing = new Closing(setup, calls, model, stations, settling);
    String fabric = Node.freshName() + "-" + ProcessHandle.current().pid();
    for (int i = 0; i < setup.nodes(); i++) {
      stations.add(new FuturesStation(setup, fabric));
    }
    for (FuturesStation station : stations) {
      for (int i = 0; i < setup.nodes(); i++) {
        station.learn(i, stations.get(i));
      }
    }
  }

  void run(List<FuturesStep> steps) {
    steps.forEach(this::perform);
    closing.endAll();
  }

  private void perform(FuturesStep step) {
    switch (step) {
      case FuturesStep.Send send when mayPost(send.from(), send.to()) -> send(send);
      case FuturesStep.Receive receive when mayReceive(receive.node()) -> receive(receive);
      case FuturesStep.Access access when mayAccess(access.from(), access.to()) -> access(access);
      case FuturesStep.Submit submit when mayPost(submit.from(), submit.to()) -> submit(submit);
      case FuturesStep.Refuse refuse when isFree(refuse.node()) -> refuse(refuse);
      case FuturesStep.Cancel cancel -> cancel(cancel);
      case FuturesStep.Misuse misuse -> misuse(misuse);
      case FuturesStep.Interrupt interrupt -> settling.interrupt(interrupt.node());
      case FuturesStep.Watch watch when isFree(watch.node()) -> watch(watch);
      case FuturesStep.Drive drive when !setup.driven() -> settling.drive(drive.node());
      case FuturesStep.Settle settle -> settling.settle(settle.drains());
      case FuturesStep.Close close when !model.gone[close.node()] -> closing.close(close);
      default -> {}
    }
  }

  /** Whether a node is there, and none of its calls waits. */
  private boolean isFree(int node) {
    if (settling.waiting(node) != null) {
      settling.settle(false);
    }
    return !model.gone[node] && settling.waiting(node) == null;
  }

  /**
   * The same; and no message of others to the peer is under way, so that there is an order. A
   * thread that reads does not say what has arrived, until a receive has it.
   */
  private boolean mayPost(int node, int peer) {
    if (model.hasRivals(node, peer) || settling.isBusy(node)) {
      settling.settle(false);
    }
    return isFree(node)
        && settling.admits(node, Task.Kind.SEND)
        && !settling.hasWaitingSend(peer)
        && !(setup.driven() && model.isLeft(node, peer));
  }

  private boolean mayReceive(int node) {
    return isFree(node) && settling.admits(node, Task.Kind.RECEIVE) && hasHeardOfEnds(node);
  }

  /** Waits until a node does not match messages any more that their senders have taken along. */
  private boolean hasHeardOfEnds(int node) {
    List<Integer> lost = model.lostPeers(node);
    if (lost.isEmpty()) {
      return true;
    }
    settling.settle(false);
    if (!settling.hasRoomToWatch(node)) {
      return false;
    }
    FuturesStation own = stations.get(node);
    for (int peer : lost) {
      var end = own.operations.onPeerGone(own.handles[peer]);
      settling.await(() -> end.isDone() ? null : "has not heard of the end of " + peer);
    }
    model.forgetLost(node);
    return true;
  }

  /** No two accesses to one memory at once, which have no order. */
  private boolean mayAccess(int node, int peer) {
    if (model.isTouched(peer) || settling.hasWaitingAccess(peer)) {
      settling.settle(false);
    }
    return isFree(node)
        && settling.admits(node, Task.Kind.WRITE)
        && !model.isTouched(peer)
        && !settling.hasWaitingAccess(peer);
  }

  // Posting.

  private void send(FuturesStep.Send step) {
    FuturesStation own = stations.get(step.from());
    Room room = step.pooled() ? own.pooled() : own.room(step.bytes(), step.shift());
    if (room == null) {
      return;
    }
    Task task = new Task(step.id(), Task.Kind.SEND, step.from(), step.to(), step.bytes(), room);
    task.tagged = step.tagged();
    task.tag = step.tagged() ? step.tag() : 0;
    Numbers.fill(room.inside(), step.bytes(), step.id());
    long to = own.handles[step.to()];
    settling.post(
        task,
        () ->
            step.tagged()
                ? calls.tsend(own.operations, room.buffer(), step.bytes(), to, step.tag())
                : calls.send(own.operations, room.buffer(), step.bytes(), to));
  }

  private void receive(FuturesStep.Receive step) {
    FuturesStation own = stations.get(step.node());
    Room room = step.pooled() ? own.pooled() : own.room(step.bytes(), step.shift());
    if (room == null) {
      return;
    }
    int source = step.source() < setup.nodes() ? step.source() : 0;
    Task task = new Task(step.id(), Task.Kind.RECEIVE, step.node(), source, room.bytes(), room);
    task.tagged = step.tagged();
    task.tag = step.tagged() ? step.tag() : 0;
    task.ignore = step.tagged() ? step.ignore() : 0;
    long from = own.handle(source);
    settling.post(
        task,
        () ->
            step.tagged()
                ? calls.trecv(own.operations, room.buffer(), from, step.tag(), step.ignore())
                : calls.recv(own.operations, room.buffer(), from));
  }

  private void access(FuturesStep.Access step) {
    FuturesStation own = stations.get(step.from());
    Room room = own.room(step.bytes(), step.shift());
    Task.Kind kind = step.writes() ? Task.Kind.WRITE : Task.Kind.READ;
    Task task = new Task(step.id(), kind, step.from(), step.to(), step.bytes(), room);
    task.key = step.key();
    task.address = step.address();
    if (step.writes()) {
      Numbers.fill(room.inside(), step.bytes(), step.id());
    }
    settling.post(task, () -> post(own, room, step));
  }

  private CompletableFuture<Success> post(FuturesStation own, Room room, FuturesStep.Access step) {
    long to = own.handles[step.to()];
    return step.writes()
        ? calls.write(own.operations, room.buffer(), step.bytes(), to, step.address(), step.key())
        : calls.read(own.operations, room.buffer(), step.bytes(), to, step.address(), step.key());
  }

  private void submit(FuturesStep.Submit step) {
    FuturesStation own = stations.get(step.from());
    Task task = new Task(step.id(), Task.Kind.SEND, step.from(), step.to(), 0, null);
    task.tagged = step.tagged();
    task.tag = step.tagged() ? step.tag() : 0;
    long to = own.handles[step.to()];
    var nothing = own.memory.getFirst();
    var endpoint = own.node.endpoint();
    settling.post(
        task,
        () ->
            calls.submit(
                own.operations,
                null,
                (_, context) ->
                    step.tagged()
                        ? endpoint.tsend(nothing, 0, to, step.tag(), context)
                        : endpoint.send(nothing, 0, to, context)));
  }

  // Refused posts.

  private void refuse(FuturesStep.Refuse step) {
    Operations operations = stations.get(step.node()).operations;
    Room room = stations.get(step.node()).room(8, 1);
    int pending = operations.pending();
    Callable<CompletableFuture<Success>> call = () -> refused(operations, room, step.refusal());
    switch (step.refusal()) {
      case UNKNOWN_PEER, ERRNO -> requireError(call, Errno.EINVAL);
      case THROWS, TOO_LONG -> assertThrows(IllegalArgumentException.class, call::call);
    }
    assertTrue(!room.buffer().isLent(), () -> "lent after a post that failed: " + step);
    assertTrue(room.buffer().returned().isDone(), () -> "not returned: " + step);
    if (!setup.driven()) {
      assertEquals(pending, operations.pending(), () -> "pending after " + step);
    }
    room.requireUntouched(0);
    room.buffer().close();
  }

  private CompletableFuture<Success> refused(
      Operations operations, Room room, FuturesStep.Refusal refusal) {
    return switch (refusal) {
      case UNKNOWN_PEER -> calls.send(operations, room.buffer(), 8, 99);
      case TOO_LONG -> calls.send(operations, room.buffer(), 9, 0);
      case ERRNO -> calls.submit(operations, room.buffer(), (_, _) -> -Errno.EINVAL);
      case THROWS ->
          calls.submit(
              operations,
              room.buffer(),
              (_, _) -> {
                throw new IllegalArgumentException("on purpose");
              });
    };
  }

  private static void requireError(Callable<CompletableFuture<Success>> call, int error) {
    CompletableFuture<Success> future;
    try {
      future = call.call();
    } catch (Exception e) {
      throw new AssertionError("a refused post throws", e);
    }
    assertTrue(future.isCompletedExceptionally(), () -> "not refused: " + future);
    assertEquals(error, Settling.failure(future).error(), "a refused post");
  }

  // Cancelling, and wrong use.

  private void cancel(FuturesStep.Cancel step) {
    cancelWatch(step.id());
    Task task = settling.find(step.id());
    if (task != null && task.end == null) {
      settling.cancel(task, step.end(), step.raced());
    }
  }

  private void cancelWatch(long id) {
    for (Watched watch : model.watches) {
      if (watch.id() == id) {
        settling.settle(false);
        watch.cancel();
      }
    }
  }

  private void misuse(FuturesStep.Misuse step) {
    settling.settle(false);
    Task task = settling.find(step.id());
    if (task == null || task.room == null || task.room.pooled() || model.gone[task.node]) {
      return;
    }
    Operations operations = stations.get(task.node).operations;
    if (settling.waiting(task.node) == null) {
      int pending = operations.pending();
      assertThrows(
          IllegalStateException.class,
          () -> calls.recv(operations, task.room.buffer(), -1),
          () -> "posted twice: " + task);
      assertEquals(pending, operations.pending(), "pending after a post of a lent buffer");
    }
    assertThrows(IllegalStateException.class, task.room.buffer()::segment, task::toString);
    if (!task.compared) {
      assertThrows(IllegalStateException.class, task.room.buffer()::close, task::toString);
      task.requirePending();
    }
  }

  private void watch(FuturesStep.Watch step) {
    if (step.node() == step.peer()) {
      return;
    }
    settling.settle(false);
    FuturesStation own = stations.get(step.node());
    if (settling.waiting(step.node()) == null && settling.hasRoomToWatch(step.node())) {
      boolean gone = model.gone[step.peer()];
      var future = own.operations.onPeerGone(own.handles[step.peer()]);
      model.watches.add(new Watched(step, gone, future));
    }
  }

  @Override
  public void close() {
    settling.interruptAll();
    stations.forEach(FuturesStation::close);
  }
}

package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TriggeredContext;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Triggered operations and deferred work (EP-058 to EP-060) that find no room start once there is
 * some, whoever sleeps; those that are taken away hold back no others.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class HeldWorkTest {
  private static final int BYTES = 64;
  private static final int LARGE = 20_000;
  private static final int FEW_ENTRIES = 16;
  private static final int ROUNDS = 500;
  private static final int CLOSES = 200_000;

  private final String fabric = Node.freshName();
  private final Node receiver = Node.open(fabric);

  private static Counter counter(Node node) {
    return node.domain.openCounter(CounterAttributes.defaults());
  }

  private static void queue(Node node, DeferredWork work) {
    node.domain.control(ControlCommand.queueWork(work));
  }

  private static Message message(Node sender, long there) {
    MemorySegment buffer = sender.memory(BYTES);
    return new Message().vector(IoVector.of(buffer)).address(there).context(5);
  }

  /** Fills the ring to the receiver, then has a send triggered; returns how many were sent. */
  private static int fillAndTrigger(Node sender, long there, Counter counter) {
    MemorySegment buffer = sender.memory(BYTES);
    int count = 1;
    while (sender.endpoint.inject(buffer, BYTES, there) == 0) {
      count++;
    }
    Message send = message(sender, there).trigger(TriggeredContext.at(counter, 1));
    assertEquals(0, sender.endpoint.sendMsg(send, OperationFlags.TRIGGER));
    counter.add(1);
    return count;
  }

  private void receiveAll(int count) {
    MemorySegment buffer = receiver.memory(BYTES);
    for (int i = 0; i < count; i++) {
      assertEquals(0, receiver.endpoint.recv(buffer, BYTES, -1, i));
      Node.until(() -> receiver.queue.read(receiver.batch, 1) == 1);
    }
  }

  @Test
  void shouldStartByTheProgressThread() {
    var hints = Node.hints().progress(ProgressModel.AUTO);
    try (Node sender = Node.open(fabric, hints, WaitObject.UNSPEC);
        Counter counter = counter(sender)) {
      receiveAll(fillAndTrigger(sender, sender.handleOf(receiver), counter));
    }
  }

  /** The completion is published before the starting thread releases the counter. */
  @Test
  void shouldNotKeepTheCounterOfACompletedOperation() {
    try (Node sender = Node.open(fabric)) {
      long there = sender.handleOf(receiver);
      for (int i = 0; i < ROUNDS; i++) {
        Counter counter = counter(sender);
        Message send = message(sender, there).trigger(TriggeredContext.at(counter, 1));
        assertEquals(0, sender.endpoint.sendMsg(send, OperationFlags.TRIGGER));
        var adding = CompletableFuture.runAsync(() -> counter.add(1));
        Node.until(() -> sender.queue.read(sender.batch, 1) == 1);
        counter.close();
        adding.join();
        receiveAll(1);
      }
    }
  }

  /** A thread that closes another counter holds the lock that a start needs. */
  @Test
  void shouldStartBesideTheCloseOfAnotherCounter() {
    try (Node node = Node.open(Node.freshName());
        Counter trigger = counter(node);
        Counter target = counter(node)) {
      AtomicBoolean done = new AtomicBoolean();
      var closing =
          CompletableFuture.runAsync(
              () -> {
                while (!done.get()) {
                  counter(node).close();
                }
              });
      try {
        for (int i = 1; i <= CLOSES; i++) {
          queue(node, DeferredWork.add(target, 1).after(trigger, i));
          trigger.add(1);
          long started = i;
          Node.until(() -> ((SoftwareCounter) target).core().value() == started);
        }
      } finally {
        done.set(true);
        closing.join();
      }
    }
  }

  @Test
  void shouldStartWhenEntriesWereRead() {
    var hints = Node.hints().progress(ProgressModel.AUTO);
    var few = Node.queueOf(WaitObject.UNSPEC, FEW_ENTRIES);
    try (Node sender = new Node(fabric, hints, few, BindFlags.TRANSMIT | BindFlags.RECV);
        Counter counter = counter(sender)) {
      long there = sender.handleOf(receiver);
      int count = 0;
      while (sender.endpoint.send(sender.memory(BYTES), BYTES, there, count) == 0) {
        count++;
      }
      Message send = message(sender, there).trigger(TriggeredContext.at(counter, 1));
      assertEquals(0, sender.endpoint.sendMsg(send, OperationFlags.TRIGGER));
      counter.add(1);
      assertEquals(count, sender.queue.read(sender.batch, count));
      receiveAll(count + 1);
    }
  }

  /** The queue is full when the large send completes, for which the fenced one waits (EP-023). */
  @Test
  void shouldStartAFencedOperationWhenEntriesWereRead() {
    var hints = Node.hints().progress(ProgressModel.AUTO);
    var few = Node.queueOf(WaitObject.UNSPEC, FEW_ENTRIES);
    try (Node sender = new Node(fabric, hints, few, BindFlags.TRANSMIT | BindFlags.RECV);
        Node other = Node.open(fabric)) {
      long there = sender.handleOf(receiver);
      assertEquals(0, receiver.endpoint.recv(receiver.memory(LARGE), LARGE, -1, 1));
      assertEquals(0, sender.endpoint.send(sender.memory(LARGE), LARGE, there, 1));
      assertEquals(0, sender.endpoint.sendMsg(message(sender, there), OperationFlags.FENCE));
      long elsewhere = sender.handleOf(other);
      while (sender.endpoint.send(sender.memory(BYTES), BYTES, elsewhere, 2) == 0) {}
      Node.until(() -> receiver.queue.read(receiver.batch, 1) == 1);
      sender.queue.read(sender.batch, 0);
      assertEquals(1, sender.queue.read(sender.batch, 1));
      receiveAll(1);
    }
  }

  @Test
  void shouldWakeAThreadThatSleptBefore() {
    try (Node sender = Node.open(fabric, Node.hints(), WaitObject.UNSPEC);
        Counter counter = counter(sender)) {
      long there = sender.handleOf(receiver);
      var slept = CompletableFuture.supplyAsync(() -> sender.queue.sread(sender.batch, 1, 0, -1));
      Node.until(() -> ((SoftwareCompletionQueue) sender.queue).waiting().waitingThreads() > 0);
      receiveAll(fillAndTrigger(sender, there, counter));
      assertEquals(1, slept.join());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 40})
  void shouldWakeASelector(int members) {
    List<CompletionQueue> others = new ArrayList<>();
    try (Node sender = Node.open(fabric, Node.hints(), WaitObject.UNSPEC);
        Counter counter = counter(sender)) {
      try (CompletionSelector<Integer> selector = sender.fabric.openSelector()) {
        selector.register(sender.queue, 0);
        for (int i = 1; i < members; i++) {
          others.add(sender.domain.openCompletionQueue(Node.queueOf(WaitObject.UNSPEC, 0)));
          selector.register(others.getLast(), i);
        }
        int count = fillAndTrigger(sender, sender.handleOf(receiver), counter);
        var selected = CompletableFuture.supplyAsync(() -> selector.select(_ -> {}, -1));
        receiveAll(count);
        assertEquals(1, selected.join());
      }
      others.forEach(CompletionQueue::close);
    }
  }

  @Test
  void shouldStartTheNextWhenTheFirstIsCancelled() {
    try (Node sender = Node.open(fabric, Node.hints(), WaitObject.UNSPEC);
        Counter counter = counter(sender);
        Counter target = counter(sender)) {
      long there = sender.handleOf(receiver);
      fillAndTrigger(sender, there, counter);
      DeferredWork held = DeferredWork.send(sender.endpoint, message(sender, there), 0);
      queue(sender, held.after(counter, 1));
      queue(sender, DeferredWork.add(target, 1).after(counter, 1));
      assertEquals(0, sender.endpoint.cancel(5));
      sender.domain.control(ControlCommand.cancelWork(held));
      assertEquals(1, ((SoftwareCounter) target).core().value());
    }
  }

  @Test
  void shouldSkipWorkWhoseCounterWasClosed() {
    try (Node node = Node.open(Node.freshName());
        Counter trigger = counter(node);
        Counter other = counter(node)) {
      Counter target = counter(node);
      queue(node, DeferredWork.add(target, 1).after(trigger, 1));
      queue(node, DeferredWork.add(other, 1).after(trigger, 2));
      target.close();
      trigger.add(2);
      assertEquals(1, other.read());
    }
  }

  @Test
  void shouldHoldNothingForWorkThatWasRefused() {
    try (Node node = Node.open(Node.freshName())) {
      Counter trigger = counter(node);
      Counter done = counter(node);
      done.close();
      DeferredWork work = DeferredWork.send(node.endpoint, message(node, 0), 0);
      DeferredWork refused = work.after(trigger, 1).completing(done);
      assertThrows(RuntimeException.class, () -> queue(node, refused));
      trigger.close();
    }
  }

  @Test
  void shouldCountSuccessesAndErrorsWithoutWrapping() {
    try (Node node = Node.open(Node.freshName());
        Counter trigger = counter(node);
        Counter target = counter(node)) {
      queue(node, DeferredWork.add(target, 1).after(trigger, 5));
      trigger.addErr(1);
      trigger.set(-1L);
      assertEquals(1, target.read());
    }
  }
}

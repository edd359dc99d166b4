package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TriggeredContext;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations that wait for room at a peer start once there is room, whatever the sender does. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class WaitingWorkTest {
  private static final int TRIGGERED = 400;
  private static final int IDLE_POLLS = 50_000;
  private static final int LARGE = 20_000;

  private final String fabric = Node.freshName();
  private final Node sender = Node.open(fabric, Node.hints(), WaitObject.UNSPEC);
  private final Node receiver = Node.open(fabric);
  private final long there = sender.handleOf(receiver);
  private final MemorySegment buffer = sender.memory(1_024);
  private final List<CompletionQueue> others = new ArrayList<>();
  private final PollSet set = sender.domain.openPollSet(PollSetAttributes.defaults());
  private final Object[] contexts = new Object[8];

  private void fill(int members) {
    set.add(sender.queue, 0);
    for (int i = 1; i < members; i++) {
      CompletionQueue queue = sender.domain.openCompletionQueue(Node.queueOf(WaitObject.UNSPEC, 0));
      others.add(queue);
      set.add(queue, 0);
    }
  }

  @AfterEach
  void closeAll() {
    set.del(sender.queue, 0);
    others.forEach(queue -> set.del(queue, 0));
    set.close();
    others.forEach(CompletionQueue::close);
    sender.close();
    receiver.close();
  }

  private Message message(long context) {
    return new Message().vector(IoVector.of(buffer)).address(there).context(context);
  }

  /** Reads the sender's completions that polls report; returns how many. */
  private int pollAndRead() {
    return set.poll(contexts, 8) == 0 ? 0 : Math.max(0, sender.queue.read(sender.batch, 64));
  }

  private int pollLong() {
    int read = 0;
    for (int i = 0; i < IDLE_POLLS; i++) {
      int now = pollAndRead();
      read += now;
      i = now > 0 ? 0 : i;
    }
    return read;
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 40})
  void shouldStartTriggeredOperationsOfAPollSet(int members) {
    fill(members);
    try (Counter counter = sender.domain.openCounter(CounterAttributes.defaults())) {
      queueTriggered(counter);
      counter.add(1);
      int read = pollLong();
      assertTrue(read < TRIGGERED, "all found room");
      int[] more = {0};
      receiver.progress();
      Node.until(() -> (more[0] += pollAndRead()) > 0);
      drain(read + more[0]);
    }
  }

  private void drain(int before) {
    int[] read = {before};
    Node.until(
        () -> {
          receiver.progress();
          return (read[0] += pollAndRead()) == TRIGGERED;
        });
  }

  @Test
  void shouldStartTriggeredOperationsOfASleepingThread() throws InterruptedException {
    try (Counter counter = sender.domain.openCounter(CounterAttributes.defaults())) {
      queueTriggered(counter);
      counter.add(1);
      AtomicBoolean done = new AtomicBoolean();
      Thread peer = Thread.ofPlatform().start(() -> progressReceiverOfSleepers(done));
      int read = 0;
      while (read < TRIGGERED) {
        int now = sender.queue.sread(sender.batch, 64, 0, -1);
        assertTrue(now > 0, "sread");
        read += now;
      }
      done.set(true);
      peer.join();
    }
  }

  /** Frees room only while the sender sleeps. */
  private void progressReceiverOfSleepers(AtomicBoolean done) {
    while (!done.get()) {
      Node.until(() -> done.get() || isSleeping());
      receiver.progress();
    }
  }

  private boolean isSleeping() {
    return ((SoftwareCompletionQueue) sender.queue).waiting().waitingThreads() > 0;
  }

  private void queueTriggered(Counter counter) {
    for (int i = 0; i < TRIGGERED; i++) {
      Message send = message(5).trigger(TriggeredContext.at(counter, 1));
      assertEquals(0, sender.endpoint.sendMsg(send, OperationFlags.TRIGGER));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 40})
  void shouldStartAFencedOperationOfAPollSet(int members) {
    fill(members);
    fenceBehindAFullRing();
    int[] read = {pollLong()};
    freeRoom();
    Node.until(() -> (read[0] += pollAndRead()) == 2);
  }

  @Test
  void shouldStartAFencedOperationOfASleepingThread() throws InterruptedException {
    fenceBehindAFullRing();
    assertEquals(1, sender.queue.sread(sender.batch, 1, 0, -1));
    Thread peer =
        Thread.ofPlatform()
            .start(
                () -> {
                  Node.until(() -> isSleeping());
                  freeRoom();
                });
    assertEquals(1, sender.queue.sread(sender.batch, 1, 0, -1));
    peer.join();
  }

  /** A large send, a full ring, a fenced send; the large one completes, the ring stays full. */
  private void fenceBehindAFullRing() {
    MemorySegment large = receiver.memory(LARGE);
    assertEquals(0, receiver.endpoint.recv(large, LARGE, -1, 1));
    assertEquals(0, sender.endpoint.send(sender.memory(LARGE), LARGE, there, 1));
    while (sender.endpoint.inject(buffer, 64, there) == 0) {}
    assertEquals(0, sender.endpoint.sendMsg(message(2), OperationFlags.FENCE));
    assertEquals(1, receiver.queue.read(receiver.batch, 1));
  }

  private void freeRoom() {
    for (int i = 0; i < 100; i++) {
      receiver.progress();
    }
  }
}

package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.Numbers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two nodes exchange numbered messages from several threads; each number arrives once. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ThreadsTest {
  private static final int LARGE = 20_000;
  private static final int LARGE_EVERY = 100;
  private static final int RECEIVES = 64;

  /** Pending sends and receives of a flow; the queue has room for twice as many. */
  private static final int IN_FLIGHT = 128;

  private final String fabric = Node.freshName();

  /** One direction: what is posted, and what has arrived. */
  private static final class Flow {
    final Node from;
    final Node to;
    final int messages;
    final MemorySegment receiving;
    final MemorySegment sending;
    final AtomicLong next = new AtomicLong();
    final Semaphore room = new Semaphore(IN_FLIGHT);
    final AtomicIntegerArray sent;
    final AtomicIntegerArray received;

    Flow(Node from, Node to, int messages) {
      this.from = from;
      this.to = to;
      this.messages = messages;
      receiving = to.memory((long) RECEIVES * LARGE);
      sending = from.memory((long) messages * Long.BYTES + LARGE);
      sent = new AtomicIntegerArray(messages);
      received = new AtomicIntegerArray(messages);
    }

    MemorySegment receiveBuffer(long slot) {
      return receiving.asSlice(slot * LARGE, LARGE);
    }

    void postReceives() {
      for (int slot = 0; slot < RECEIVES; slot++) {
        assertEquals(0, to.endpoint.recv(receiveBuffer(slot), LARGE, -1, slot));
      }
    }

    /** Posts one more send; false once all are posted. */
    boolean send() throws InterruptedException {
      long number = next.getAndIncrement();
      if (number >= messages) {
        return false;
      }
      MemorySegment message = sending.asSlice(number * Long.BYTES);
      message.set(Numbers.LONG, 0, number);
      long length = number % LARGE_EVERY == 0 ? LARGE : Long.BYTES;
      long there = from.handleOf(to);
      room.acquire();
      Node.accepted(
          () -> {
            int result = from.endpoint.send(message, length, there, number);
            if (result != 0) {
              LockSupport.parkNanos(1); // a virtual thread that only yields may run alone
            }
            return result;
          });
      return true;
    }

    void expectAll() {
      for (int i = 0; i < messages; i++) {
        assertEquals(1, sent.get(i), "completions of send " + i);
        assertEquals(1, received.get(i), "arrivals of message " + i);
      }
    }
  }

  /** A thread that reads a node's queue until both flows are complete. */
  private static final class Reader {
    final Node node;
    final Flow out;
    final Flow in;
    final AtomicLong left;
    final CompletionBatch batch =
        CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 16);

    Reader(Node node, Flow out, Flow in, AtomicLong left) {
      this.node = node;
      this.out = out;
      this.in = in;
      this.left = left;
    }

    void take(int count) {
      if (count == -Errno.EAGAIN) {
        return;
      }
      assertTrue(count > 0, () -> "read returned " + count);
      for (int i = 0; i < count; i++) {
        if ((batch.flags(i) & CompletionFlags.SEND) != 0) {
          out.sent.incrementAndGet((int) batch.context(i));
          out.room.release();
        } else {
          receive(batch.context(i), batch.length(i));
        }
      }
      if (left.addAndGet(-count) == 0) {
        node.queue.signal();
      }
    }

    private void receive(long slot, long length) {
      MemorySegment buffer = in.receiveBuffer(slot);
      long number = buffer.get(Numbers.LONG, 0);
      assertEquals(number % LARGE_EVERY == 0 ? LARGE : Long.BYTES, length);
      in.received.incrementAndGet((int) number);
      assertEquals(0, node.endpoint.recv(buffer, LARGE, -1, slot));
    }

    Void poll() {
      while (left.get() > 0) {
        take(node.queue.read(batch, 16));
        Thread.yield();
      }
      return null;
    }

    Void sleep() {
      while (left.get() > 0) {
        take(node.queue.sread(batch, 16, 0, -1));
      }
      node.queue.signal(); // the next thread that waits for nothing
      return null;
    }

    Void select() throws Exception {
      var channel = ((ChannelHandle) node.queue.control(ControlCommand.GETWAIT)).channel();
      try (Selector selector = Selector.open()) {
        channel.register(selector, SelectionKey.OP_READ);
        while (left.get() > 0) {
          take(node.queue.read(batch, 16));
          if (left.get() > 0 && node.fabric.tryWait(node.queue) == 0) {
            selector.select();
            selector.selectedKeys().clear();
          }
        }
      }
      return null;
    }
  }

  private Node open(FabricInfo.Builder hints, WaitObject wait) {
    return new Node(
        fabric, hints, Node.queueOf(wait, 2 * IN_FLIGHT), BindFlags.TRANSMIT | BindFlags.RECV);
  }

  private static void exchange(
      Node a, Node b, int messages, int readers, WaitObject wait, ThreadFactory factory)
      throws Exception {
    Flow there = new Flow(a, b, messages);
    Flow back = new Flow(b, a, messages);
    there.postReceives();
    back.postReceives();
    List<Callable<Void>> tasks = new ArrayList<>();
    for (Node node : List.of(a, b)) {
      Flow out = node.equals(a) ? there : back;
      Flow in = node.equals(a) ? back : there;
      AtomicLong left = new AtomicLong(2L * messages);
      for (int i = 0; i < readers; i++) {
        Reader reader = new Reader(node, out, in, left);
        tasks.add(
            switch (wait) {
              case NONE -> reader::poll;
              case FD -> reader::select;
              default -> reader::sleep;
            });
      }
      tasks.add(
          () -> {
            while (out.send()) {
              Thread.onSpinWait();
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory)) {
      for (Future<Void> task : threads.invokeAll(tasks)) {
        task.get();
      }
    }
    there.expectAll();
    back.expectAll();
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, 1, false, MANUAL", "UNSPEC, 1, false, MANUAL", "UNSPEC, 1, true, MANUAL",
    "UNSPEC, 3, false, MANUAL", "UNSPEC, 3, true, MANUAL", "YIELD, 1, false, MANUAL",
    "FD, 1, false, MANUAL", "NONE, 2, false, MANUAL", "UNSPEC, 1, false, AUTO",
    "UNSPEC, 2, true, AUTO", "FD, 1, false, AUTO"
  })
  void shouldDeliverEachMessageAndCompletionOnce(
      WaitObject wait, int readers, boolean virtual, ProgressModel progress) throws Exception {
    FabricInfo.Builder hints = Node.hints().progress(progress);
    try (Node a = open(hints, wait);
        Node b = open(hints, wait)) {
      ThreadFactory factory =
          virtual ? Thread.ofVirtual().factory() : Thread.ofPlatform().daemon().factory();
      exchange(a, b, 20_000, readers, wait, factory);
    }
  }

  /** Each domain has one thread only, which sends and reads; they share nothing but the wire. */
  @ParameterizedTest
  @CsvSource({"NONE", "UNSPEC"})
  void shouldExchangeBetweenDomainsOfOneThreadEach(WaitObject wait) throws Exception {
    FabricInfo.Builder hints = Node.hints().threading(Threading.DOMAIN);
    int messages = 50_000;
    try (Node a = open(hints, wait);
        Node b = open(hints, wait)) {
      Flow there = new Flow(a, b, messages);
      Flow back = new Flow(b, a, messages);
      long toB = a.handleOf(b);
      long toA = b.handleOf(a);
      try (ExecutorService threads = Executors.newCachedThreadPool()) {
        Future<?> first = threads.submit(() -> alone(a, there, back, toB, wait));
        Future<?> second = threads.submit(() -> alone(b, back, there, toA, wait));
        first.get();
        second.get();
      }
      there.expectAll();
      back.expectAll();
    }
  }

  private static void alone(Node node, Flow out, Flow in, long there, WaitObject wait) {
    Reader reader = new Reader(node, out, in, new AtomicLong(2L * out.messages));
    in.postReceives();
    for (long number = 0; reader.left.get() > 0; ) {
      if (number < out.messages) {
        MemorySegment message = out.sending.asSlice(number * Long.BYTES);
        message.set(Numbers.LONG, 0, number);
        long length = number % LARGE_EVERY == 0 ? LARGE : Long.BYTES;
        if (out.room.tryAcquire()) {
          boolean accepted = node.endpoint.send(message, length, there, number) == 0;
          number += accepted ? 1 : 0;
          out.room.release(accepted ? 0 : 1);
        }
      }
      boolean sleeps = wait != WaitObject.NONE && number == out.messages;
      reader.take(
          sleeps ? node.queue.sread(reader.batch, 16, 0, -1) : node.queue.read(reader.batch, 16));
    }
  }

  @Test
  void shouldLetPeersComeAndGoWhileOthersTalk() throws Exception {
    try (Node a = open(Node.hints(), WaitObject.UNSPEC);
        Node b = open(Node.hints(), WaitObject.UNSPEC);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      AtomicLong rounds = new AtomicLong(300);
      Future<?> visitor =
          threads.submit(
              () -> {
                while (rounds.decrementAndGet() > 0) {
                  visit(a);
                }
              });
      exchange(a, b, 20_000, 1, WaitObject.UNSPEC, Thread.ofVirtual().factory());
      rounds.set(1);
      visitor.get();
    }
  }

  /** A peer that sends RTS for messages that are never received, and leaves. */
  private void visit(Node a) {
    try (Node visitor = open(Node.hints(), WaitObject.NONE)) {
      MemorySegment memory = visitor.memory(LARGE);
      long there = visitor.handleOf(a);
      for (int i = 0; i < 3; i++) {
        assertEquals(0, visitor.endpoint.tsend(memory, LARGE, there, 1, i));
      }
    }
  }
}

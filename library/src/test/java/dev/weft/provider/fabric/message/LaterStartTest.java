package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TriggeredContext;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Triggered and fenced operations, beyond the conformance kit. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LaterStartTest {
  private static final long ANY = -1;
  private static final int LARGE = 20_000;

  private static Message message(MemorySegment buffer, long to, long context) {
    return new Message().vector(IoVector.of(buffer)).address(to).context(context);
  }

  /**
   * The peer that moves the counter belongs to another domain, so it cannot start anything here.
   */
  @ParameterizedTest
  @EnumSource(names = {"AUTO", "MANUAL"})
  void shouldStartWhatAPeersWriteTriggersAlthoughEverybodySleeps(ProgressModel progress)
      throws Exception {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric, Node.hints().progress(progress), WaitObject.UNSPEC)) {
      Counter counter = b.domain.openCounter(CounterAttributes.defaults());
      Endpoint counted = b.domain.openEndpoint(b.info);
      counted.bind(b.queue, BindFlags.TRANSMIT | BindFlags.RECV);
      counted.bind(b.vector, 0);
      counted.bind(counter, BindFlags.REMOTE_WRITE);
      counted.enable();
      MemorySegment target = b.memory(8);
      MemoryRegion region = b.domain.register(target, AccessFlags.REMOTE_WRITE, 7, null);
      Message reply =
          message(b.memory(8), b.handleOf(a), 5).trigger(TriggeredContext.at(counter, 1));
      assertEquals(0, counted.sendMsg(reply, OperationFlags.TRIGGER));
      CompletableFuture<Integer> sleeper =
          CompletableFuture.supplyAsync(() -> b.queue.sread(b.batch, 1, 0, -1));
      Node.accepted(() -> a.endpoint.recv(a.memory(8), 8, ANY, 1));
      long to = a.vector.insert(counted.name());
      Node.accepted(() -> a.endpoint.injectWrite(a.memory(8), 8, to, 0, 7));
      a.expect(1);
      assertEquals(1, sleeper.get());
      assertEquals(5, b.batch.context(0));
      region.close();
      counted.close();
      counter.close();
    }
  }

  @Test
  void shouldKeepACounterOpenWhileSomethingWaitsForIt() {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric)) {
      Counter counter = a.domain.openCounter(CounterAttributes.defaults());
      Message send =
          message(a.memory(8), a.handleOf(b), 5).trigger(TriggeredContext.at(counter, 1));
      assertEquals(0, a.endpoint.sendMsg(send, OperationFlags.TRIGGER));
      FabricException refusal = Assertions.assertThrows(FabricException.class, counter::close);
      assertEquals(Errno.EBUSY, refusal.errno());
      a.endpoint.close();
      counter.add(1);
      counter.close();
      a.expectNothing();
    }
  }

  @Test
  void shouldLetNothingPassAFence() {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric);
        Node c = Node.open(fabric)) {
      long toB = a.handleOf(b);
      MemorySegment large = a.memory(LARGE);
      MemorySegment small = a.memory(8);
      Node.accepted(() -> a.endpoint.send(large, LARGE, toB, 1));
      assertEquals(0, a.endpoint.sendMsg(message(small, toB, 2), OperationFlags.FENCE));
      assertEquals(0, a.endpoint.sendMsg(message(small, toB, 3), OperationFlags.FENCE));
      assertEquals(-Errno.EAGAIN, a.endpoint.send(small, 8, toB, 4));
      assertEquals(-Errno.EAGAIN, a.endpoint.inject(small, 8, toB));
      Node.accepted(() -> a.endpoint.send(small, 8, a.handleOf(c), 9));
      a.expect(9);
      for (int i = 0; i < 3; i++) {
        Node.accepted(() -> b.endpoint.recv(b.memory(LARGE), LARGE, ANY, 1));
      }
      for (long context = 1; context <= 3; context++) {
        Node.until(
            () -> {
              b.progress();
              return a.queue.read(a.batch, 1) == 1;
            });
        assertEquals(context, a.batch.context(0));
      }
      assertEquals(0, a.endpoint.send(small, 8, toB, 4));
    }
  }

  @Test
  void shouldGiveUpWhatWaitsAtAFence() {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric)) {
      long to = a.handleOf(b);
      Node.accepted(() -> a.endpoint.send(a.memory(LARGE), LARGE, to, 1));
      assertEquals(0, a.endpoint.sendMsg(message(a.memory(8), to, 2), OperationFlags.FENCE));
      assertEquals(0, a.endpoint.cancel(2));
      a.expectError(2, Errno.ECANCELED);
      assertEquals(0, a.endpoint.send(a.memory(8), 8, to, 3));
      a.expect(3);
    }
  }
}

package dev.weft.ffm.ibverbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ffm.PolledDescriptor;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events of completion queues and of the device, for threads that wait and those that look. */
class ChannelsTest {
  private RdmaRig rig;
  private final CompletionEvent event = new CompletionEvent();

  @BeforeEach
  void open() {
    rig = new RdmaRig();
  }

  @AfterEach
  void close() {
    if (rig != null) {
      rig.close();
    }
  }

  private void send(QueuePair from, QueuePair to, int flags) {
    assertEquals(0, to.postRecv(new ReceiveWorkRequest().wrId(1).buffer(rig.region, 64, 8)));
    assertEquals(
        0,
        from.postSend(new SendWorkRequest().wrId(2).flags(flags).send().buffer(rig.region, 0, 8)));
  }

  @Test
  void shouldWakeAVirtualThread() throws Exception {
    List<QueuePair> both = rig.pairs(QueuePairType.RC);
    assertEquals(0, rig.queue.requestNotify(false));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var result = threads.submit(() -> rig.channel.getEvent(event));
      send(both.getFirst(), both.getLast(), 0);
      assertEquals(0, result.get());
    }
    assertEquals(rig.queue, event.queue());
    assertEquals("context", event.context());
    rig.queue.ackEvents(1);
    assertThrows(IllegalArgumentException.class, () -> rig.queue.ackEvents(1));
    assertEquals(List.of("1 IBV_WC_RECV"), rig.completions(1));
  }

  @Test
  void shouldNotWaitIfNotAsked() throws Exception {
    rig.channel.blocking(false);
    assertEquals(VerbsErrno.EAGAIN, rig.channel.getEvent(event));
    List<QueuePair> both = rig.pairs(QueuePairType.RC);
    assertEquals(0, rig.queue.requestNotify(true));
    send(both.getFirst(), both.getLast(), 0);
    rig.completions(1);
    assertEquals(VerbsErrno.EAGAIN, rig.channel.getEvent(event));
    send(both.getFirst(), both.getLast(), SendFlags.SOLICITED);
    rig.completions(1);
    while (rig.channel.getEvent(event) == VerbsErrno.EAGAIN) {
      Thread.yield();
    }
    rig.queue.ackEvents(1);
  }

  @Test
  void shouldShowEventsByADescriptor() throws Exception {
    int descriptor = rig.channel.descriptor();
    assertFalse(PolledDescriptor.isReadable(descriptor, 0));
    List<QueuePair> both = rig.pairs(QueuePairType.RC);
    assertEquals(0, rig.queue.requestNotify(false));
    send(both.getFirst(), both.getLast(), 0);
    while (!PolledDescriptor.isReadable(descriptor, 0)) {
      Thread.yield();
    }
    assertEquals(0, rig.channel.getEvent(event));
    assertFalse(PolledDescriptor.isReadable(descriptor, 0));
    rig.queue.ackEvents(1);
  }

  @Test
  void shouldEndTheWaitOfAnInterruptedThread() {
    Thread.currentThread().interrupt();
    assertEquals(VerbsErrno.EINTR, rig.channel.getEvent(event));
    assertTrue(Thread.interrupted());
  }

  @Test
  void shouldEndWaitsWhenTheChannelCloses() {
    CompletionChannel channel = rig.context.createCompletionChannel();
    CompletableFuture<Integer> result =
        CompletableFuture.supplyAsync(() -> channel.getEvent(new CompletionEvent()));
    channel.close();
    assertEquals(VerbsErrno.EIO, result.join());
    assertEquals(VerbsErrno.EIO, channel.getEvent(event));
  }

  @Test
  void shouldDestroyAQueueWhoseEventsWereNotTaken() throws Exception {
    CompletionQueue other = rig.context.createCq(8, null, rig.channel, 0);
    QueuePair one = rig.pair(QueuePairType.RC, other, null);
    QueuePair two = rig.pair(QueuePairType.RC);
    rig.connect(one, two);
    assertEquals(0, other.requestNotify(false));
    send(one, two, SendFlags.SIGNALED);
    rig.completions(1);
    one.close();
    other.close();
    rig.channel.blocking(false);
    assertEquals(VerbsErrno.EAGAIN, rig.channel.getEvent(event));
  }

  @Test
  void shouldReportAnOverrunQueue() throws Exception {
    CompletionQueue small = rig.keep(rig.context.createCq(1, null, null, 0));
    QueuePair one = rig.pair(QueuePairType.RC, small, null);
    QueuePair two = rig.pair(QueuePairType.RC);
    rig.connect(one, two);
    for (int i = 0; i < 2 * small.cqe() + 2; i++) {
      send(one, two, SendFlags.SIGNALED);
    }
    AsyncEvent overrun = new AsyncEvent();
    assertEquals(0, rig.context.getAsyncEvent(overrun));
    assertEquals(AsyncEventType.CQ_ERR, overrun.type());
    assertEquals(small, overrun.completionQueue());
    rig.context.ackAsyncEvent(overrun);
    assertTrue(small.lostCompletions() > 0);
    rig.context.asyncBlocking(false);
  }
}

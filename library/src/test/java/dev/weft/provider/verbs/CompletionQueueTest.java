package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletionSource;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.RealTimeValues;
import dev.weft.verbs.completion.PollAttributes;
import dev.weft.verbs.completion.TagMatchingInfo;
import dev.weft.verbs.completion.WcFields;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Completion queues of verbs: creation, fields, overrun, destruction, and the handler. */
class CompletionQueueTest {
  private final Opened on = new Opened();

  private static void refused(int errno, Executable call) {
    assertEquals(errno, assertThrows(VerbsException.class, call).errno());
  }

  @Test
  void shouldRefuseSizesAndVectorsOutOfRange() {
    int most = on.context.queryDevice().maxCqe();
    for (int cqe : new int[] {0, -1, most + 1}) {
      refused(VerbsErrno.EINVAL, () -> on.queue(cqe, null, null));
    }
    for (int vector : new int[] {-1, on.context.completionVectors()}) {
      refused(VerbsErrno.EINVAL, () -> on.context.createCq(1, null, null, vector));
    }
    on.context.close();
  }

  @Test
  void shouldJudgeExtendedAttributes() {
    var init = CompletionQueueInit.builder(4);
    refused(VerbsErrno.EOPNOTSUPP, () -> on.extended(1 << 12));
    refused(VerbsErrno.EOPNOTSUPP, () -> on.context.createCqEx(init.mask(4).build()));
    var flags = CompletionQueueInit.builder(4).flags(4);
    refused(VerbsErrno.EINVAL, () -> on.context.createCqEx(flags.build()));
    on.context.createCqEx(flags.mask(0).build()).close();
    try (ProtectionDomain plain = on.context.allocPd()) {
      var domain = CompletionQueueInit.builder(4).parentDomain(plain);
      refused(VerbsErrno.EINVAL, () -> on.context.createCqEx(domain.build()));
      on.context.createCqEx(domain.mask(0).build()).close();
    }
    on.context.close();
  }

  @Test
  void shouldRefuseEveryFieldThatWasNotAskedFor() {
    Map<Long, List<Executable>> fields = fieldsOf(on.extended(0), on.extended(WcFields.ALL));
    long all = 0;
    for (Map.Entry<Long, List<Executable>> field : fields.entrySet()) {
      for (Executable read : field.getValue()) {
        String text = assertThrows(IllegalStateException.class, read).getMessage();
        assertTrue(text.contains(WcFields.describe(field.getKey())), text);
      }
      all |= field.getKey();
    }
    assertEquals(WcFields.ALL, all);
  }

  /** The accessors of each field on a queue without it; runs those of the full queue. */
  private Map<Long, List<Executable>> fieldsOf(
      ExtendedCompletionQueue bare, ExtendedCompletionQueue full) {
    for (ExtendedCompletionQueue queue : List.of(bare, full)) {
      on.complete(queue, 5);
      assertEquals(0, queue.startPoll());
      assertEquals(5, queue.wrId() + queue.status() + queue.readOpcode());
      assertEquals(0, queue.readVendorErr() | queue.readWcFlags());
    }
    accessors(full).values().forEach(reads -> reads.forEach(CompletionQueueTest::run));
    return accessors(bare);
  }

  private static void run(Executable read) {
    try {
      read.execute();
    } catch (Throwable refused) {
      throw new AssertionError(refused);
    }
  }

  private static Map<Long, List<Executable>> accessors(ExtendedCompletionQueue queue) {
    return Map.ofEntries(
        Map.entry(WcFields.BYTE_LEN, List.of(queue::readByteLen)),
        Map.entry(WcFields.IMM, List.of(queue::readImmData, queue::readInvalidatedRkey)),
        Map.entry(WcFields.QP_NUM, List.of(queue::readQpNum)),
        Map.entry(WcFields.SRC_QP, List.of(queue::readSrcQp)),
        Map.entry(WcFields.SLID, List.of(queue::readSlid)),
        Map.entry(WcFields.SL, List.of(queue::readSl)),
        Map.entry(WcFields.DLID_PATH_BITS, List.of(queue::readDlidPathBits)),
        Map.entry(WcFields.COMPLETION_TIMESTAMP, List.of(queue::readCompletionTs)),
        Map.entry(WcFields.CVLAN, List.of(queue::readCvlan)),
        Map.entry(WcFields.FLOW_TAG, List.of(queue::readFlowTag)),
        Map.entry(WcFields.TM_INFO, List.of(() -> queue.readTmInfo(new TagMatchingInfo()))),
        Map.entry(
            WcFields.COMPLETION_TIMESTAMP_WALLCLOCK, List.of(queue::readCompletionWallclockNs)));
  }

  @Test
  void shouldOpenNoBatchForUnknownPollAttributes() {
    ExtendedCompletionQueue queue = on.extended(0);
    on.complete(queue, 1);
    assertEquals(VerbsErrno.EINVAL, queue.startPoll(new PollAttributes(1)));
    assertThrows(IllegalStateException.class, queue::endPoll);
    assertEquals(0, queue.startPoll(new PollAttributes(0)));
    assertEquals(VerbsErrno.ENOENT, queue.nextPoll());
    queue.endPoll();
    assertEquals(VerbsErrno.ENOENT, queue.startPoll());
  }

  @Test
  void shouldStampInTheDomainOfTheDeviceClock() {
    ExtendedCompletionQueue queue = on.extended(WcFields.ALL);
    long before = on.context.queryRtValues(RealTimeValues.RAW_CLOCK).rawClock();
    on.complete(queue, 1);
    long after = on.context.queryRtValues(RealTimeValues.RAW_CLOCK).rawClock();
    queue.startPoll();
    long mask = on.context.queryDevice().completionTimestampMask();
    long stamp = queue.readCompletionTs();
    assertEquals(0, stamp & ~mask);
    assertTrue(((stamp - before) & mask) <= ((after - before) & mask));
    queue.endPoll();
  }

  @Test
  void shouldRaiseOneAsyncEventForAnOverrunAndWaitForItsAck() throws Exception {
    CompletionQueue queue = on.queue(2, "mine", null);
    for (int i = 0; i < 5; i++) {
      on.complete(queue, i);
    }
    AsyncEvent event = new AsyncEvent();
    assertEquals(0, on.context.getAsyncEvent(event));
    assertEquals(AsyncEventType.CQ_ERR, event.type());
    assertSame(queue, event.completionQueue());
    on.context.asyncBlocking(false);
    assertEquals(VerbsErrno.EAGAIN, on.context.getAsyncEvent(new AsyncEvent()));
    assertEquals(List.of(0L, 1L), on.drain(queue));
    assertEquals(-VerbsErrno.EIO, queue.poll(on.batch, 1));
    assertEquals(3, queue.lostCompletions());
    Thread destroyer = Thread.ofPlatform().daemon().start(queue::close);
    while (destroyer.getState() != Thread.State.TIMED_WAITING) {
      assertTrue(destroyer.isAlive());
      Thread.yield();
    }
    assertFalse(queue.isClosed());
    Opened other = new Opened();
    assertThrows(IllegalArgumentException.class, () -> other.context.ackAsyncEvent(event));
    other.context.close();
    assertFalse(queue.isClosed());
    on.context.ackAsyncEvent(event);
    destroyer.join(300_000);
    assertTrue(queue.isClosed());
    assertThrows(IllegalArgumentException.class, () -> on.context.ackAsyncEvent(event));
    on.context.close();
  }

  @Test
  void shouldShowAnAsyncEventOnAChannelOfItsOwn() throws IOException {
    CompletionQueue queue = on.queue(1, null, null);
    try (Selector selector = Selector.open()) {
      on.context.asyncChannel().register(selector, SelectionKey.OP_READ);
      on.complete(queue, 1);
      assertEquals(0, selector.selectNow());
      on.complete(queue, 2);
      assertEquals(1, selector.selectNow());
      queue.close(); // not got: discarded
      selector.selectedKeys().clear();
      assertEquals(0, selector.selectNow());
    }
    on.context.close();
  }

  @Test
  void shouldRaiseNothingWhereOverrunsAreIgnored() {
    int lossy = CompletionQueueInit.IGNORE_OVERRUN | CompletionQueueInit.SINGLE_THREADED;
    ExtendedCompletionQueue queue =
        on.context.createCqEx(CompletionQueueInit.builder(2).flags(lossy).build());
    for (int i = 0; i < 5; i++) {
      assertTrue(on.complete(queue, i));
    }
    on.context.asyncBlocking(false);
    assertEquals(VerbsErrno.EAGAIN, on.context.getAsyncEvent(new AsyncEvent()));
    assertEquals(List.of(3L, 4L), on.drain(queue));
    assertEquals(3, queue.lostCompletions());
  }

  @Test
  void shouldNotEndWhileAWorkQueueUsesIt() {
    CompletionQueue queue = on.queue(null);
    WorkCompletionSource pair = () -> false;
    var sink = ((SoftwareCompletionQueue) queue).sink();
    sink.attach(pair);
    sink.attach(pair);
    refused(VerbsErrno.EBUSY, queue::close);
    sink.detach(pair);
    refused(VerbsErrno.EBUSY, queue::close);
    on.complete(queue, 1);
    assertEquals(0, queue.requestNotify(false));
    assertEquals(List.of(1L), on.drain(queue));
    sink.detach(pair);
    queue.close();
    queue.close();
    assertThrows(IllegalStateException.class, () -> queue.poll(on.batch, 1));
    assertThrows(IllegalStateException.class, () -> queue.requestNotify(false));
    assertThrows(IllegalStateException.class, () -> queue.resize(5));
    on.context.close();
  }

  @Test
  void shouldRefuseABatchThatIsTooSmall() {
    CompletionQueue queue = on.queue(null);
    on.complete(queue, 1);
    assertEquals(-VerbsErrno.EINVAL, queue.poll(on.batch, on.batch.capacity() + 1));
    assertEquals(-VerbsErrno.EINVAL, queue.poll(on.batch, -1));
    assertEquals(List.of(1L), on.drain(queue));
    assertEquals(VerbsErrno.EINVAL, queue.resize(0));
    assertEquals(VerbsErrno.EINVAL, queue.resize(on.context.queryDevice().maxCqe() + 1));
    assertEquals(0, queue.resize(100));
    assertNotEquals(16, queue.cqe());
  }

  @Test
  void shouldRunTheHandlerOnceForEachArming() throws Exception {
    CompletionQueue queue = on.queue(null);
    CompletionQueue other = on.queue(null);
    List<Object> runs = new ArrayList<>();
    var second = new CompletableFuture<List<Long>>();
    on.context.completionEventHandler(
        (context, ran) -> {
          assertSame(on.context, context);
          runs.add(ran);
          if (runs.size() == 1) {
            ran.requestNotify(false);
            on.complete(ran, 2); // a trigger during a run causes another run
          } else {
            second.complete(on.drain(ran));
          }
        });
    on.complete(other, 9); // not armed
    queue.requestNotify(false);
    on.complete(queue, 1);
    assertEquals(List.of(1L, 2L), second.get(300, TimeUnit.SECONDS));
    on.complete(queue, 3);
    queue.close(); // waits for a run
    assertEquals(List.of(queue, queue), runs);
  }

  @Test
  void shouldOutliveAHandlerThatThrowsAndDestroyItsQueueFromInside() throws Exception {
    CompletionQueue queue = on.queue(null);
    var thrown = new CompletableFuture<Boolean>();
    var ended = new CompletableFuture<Boolean>();
    on.context.completionEventHandler(
        (_, _) -> {
          thrown.complete(true);
          throw new IllegalStateException("expected by this test");
        });
    queue.requestNotify(false);
    on.complete(queue, 1);
    assertTrue(thrown.get(300, TimeUnit.SECONDS));
    on.context.completionEventHandler(
        (_, ran) -> {
          ran.close();
          ended.complete(ran.isClosed());
        });
    queue.requestNotify(false);
    on.complete(queue, 2);
    assertTrue(ended.get(300, TimeUnit.SECONDS));
    on.context.completionEventHandler(null);
    CompletionQueue another = on.queue(null);
    assertEquals(0, another.requestNotify(false));
    assertTrue(on.complete(another, 3));
    another.close();
    on.context.close();
  }
}

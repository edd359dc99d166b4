package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One queue opened by verbs, for queue pairs and endpoints, read through either API. */
class SharedQueueTest {
  private static final int EACH = 20_000;
  private static final int ALL = 3 * EACH;
  private static final long LIMIT_SECONDS = 300;

  private final Opened on = new Opened();
  private final CompletionQueue queue = on.queue(256, null, null);
  private final FabricInfo info = Fabrics.getInfo().getFirst();
  private final Fabric fabric = Fabrics.open(info);
  private final Domain domain = fabric.openDomain(info);
  private final dev.weft.fabric.CompletionQueue face =
      domain.openCompletionQueue(attributes(), queue);
  private final AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
  private final Endpoint endpoint = domain.openEndpoint(info);
  private final MemorySegment memory = Arena.ofAuto().allocate(16);
  private final CompletionBatch entries = batch();
  private final long itself;

  SharedQueueTest() {
    endpoint.bind(vector, 0);
    endpoint.bind(face, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
    itself = vector.insert(endpoint.name());
  }

  private static CompletionQueueAttributes attributes() {
    return CompletionQueueAttributes.builder()
        .flags(CompletionQueueAttributes.PEER)
        .format(CompletionFormat.DATA)
        .waitObject(WaitObject.UNSPEC)
        .build();
  }

  private static CompletionBatch batch() {
    return CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.DATA, 8);
  }

  @AfterEach
  void endAll() {
    endpoint.close();
    vector.close();
    VerbsException busy = assertThrows(VerbsException.class, queue::close);
    assertEquals(VerbsErrno.EBUSY, busy.errno());
    face.close();
    domain.close();
    fabric.close();
    queue.close();
    on.context.close();
  }

  private void exchange(long receive, long send) {
    retry(() -> endpoint.recv(memory, 8, -1, receive));
    retry(() -> endpoint.sendData(memory, 5, 0x01020304L, itself, send));
  }

  private static void retry(java.util.function.IntSupplier post) {
    int result = post.getAsInt();
    while (result == -Errno.EAGAIN) {
      Thread.yield();
      result = post.getAsInt();
    }
    assertEquals(0, result);
  }

  @Test
  void shouldShowEntriesOfEndpointsInVerbsWords() {
    exchange(1, 2);
    List<Long> order = new ArrayList<>();
    WorkCompletionBatch batch = on.batch;
    while (order.size() < 2) {
      for (int i = queue.poll(batch, 1); i > 0; i--) {
        order.add(batch.wrId(0));
        assertEquals(CompletionStatus.SUCCESS, batch.status(0));
        if (batch.wrId(0) == 1) {
          assertEquals(CompletionOpcode.RECV, batch.opcode(0));
          assertEquals(5, batch.byteLen(0));
          assertEquals(WcFlags.WITH_IMM, batch.wcFlags(0));
          assertEquals(0x04030201, batch.immData(0)); // network order, read on this machine
        } else {
          assertEquals(CompletionOpcode.SEND, batch.opcode(0));
        }
      }
    }
    assertEquals(List.of(1L, 2L), order.stream().sorted().toList());
  }

  @Test
  void shouldShowWorkCompletionsAsEntries() {
    WorkCompletion completion = new WorkCompletion();
    completion.wrId = 7;
    completion.opcode = CompletionOpcode.RECV;
    completion.flags = WcFlags.WITH_IMM;
    completion.immediateOrKey = 0x04030201;
    completion.byteLength = 0x80000000;
    ((SoftwareCompletionQueue) queue).sink().add(completion);
    assertEquals(1, face.read(entries, 8));
    assertEquals(7, entries.context(0));
    assertEquals(
        CompletionFlags.MSG | CompletionFlags.RECV | CompletionFlags.REMOTE_CQ_DATA,
        entries.flags(0));
    assertEquals(0x80000000L, entries.length(0));
    assertEquals(0x01020304L, entries.data(0));
    assertEquals(-Errno.EAGAIN, face.read(entries, 8));
  }

  @Test
  void shouldKeepFailuresInTheirPlaceForBothFaces() {
    endpoint.recv(memory, 8, -1, 21);
    endpoint.recv(memory, 8, -1, 22);
    endpoint.cancel(21);
    endpoint.cancel(22);
    WorkCompletion flushed = new WorkCompletion();
    flushed.wrId = 23;
    flushed.status = CompletionStatus.WR_FLUSH_ERR;
    ((SoftwareCompletionQueue) queue).sink().add(flushed);
    assertEquals(1, queue.poll(on.batch, 1));
    assertEquals(21, on.batch.wrId(0));
    assertEquals(CompletionStatus.WR_FLUSH_ERR, on.batch.status(0));
    ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
    for (long context : new long[] {22, 23}) {
      assertEquals(-Errno.EAVAIL, face.read(entries, 8));
      assertEquals(1, face.readErr(error, 0));
      assertEquals(context, error.context());
      assertEquals(Errno.ECANCELED, error.error());
    }
    assertEquals(-Errno.EAGAIN, face.readErr(error, 0));
  }

  @Test
  void shouldWakeASleeperOfEitherVocabulary() throws Exception {
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Integer> read = threads.submit(() -> face.sread(entries, 1, 0, -1));
      Thread.sleep(20);
      on.complete(queue, 9);
      assertEquals(1, read.get(300, TimeUnit.SECONDS));
      assertEquals(9, entries.context(0));
    }
    assertEquals(0, queue.requestNotify(false));
  }

  /** A thread that waits on a channel drives no endpoint, so the progress thread must. */
  @Test
  void shouldWakeASleeperOnTheChannelWithAutomaticProgress() throws Exception {
    DomainAttributes automatic =
        info.domain().toBuilder()
            .controlProgress(ProgressModel.AUTO)
            .dataProgress(ProgressModel.AUTO)
            .build();
    CompletionChannel channel = on.context.createCompletionChannel();
    CompletionQueue owner = on.queue(channel);
    try (ExecutorService threads = Executors.newSingleThreadExecutor();
        Domain driven = fabric.openDomain(info.toBuilder().domain(automatic).build());
        var shared = driven.openCompletionQueue(attributes(), owner);
        AddressVector peers = driven.openAddressVector(AddressVectorAttributes.defaults());
        Endpoint target = driven.openEndpoint(info)) {
      target.bind(peers, 0);
      target.bind(shared, BindFlags.RECV | BindFlags.TRANSMIT);
      target.enable();
      assertEquals(0, target.recv(memory, 8, -1, 4));
      assertEquals(0, owner.requestNotify(false));
      CompletionEvent event = new CompletionEvent();
      Future<Integer> sleep = threads.submit(() -> channel.getEvent(event));
      assertEquals(0, endpoint.inject(memory, 5, vector.insert(target.name())));
      assertEquals(0, sleep.get(300, TimeUnit.SECONDS));
      owner.ackEvents(1);
      assertEquals(1, shared.read(entries, 1));
    }
    owner.close();
    channel.close();
  }

  /** CQ-057: valid entries can be read first, then every read fails. */
  @Test
  void shouldSayForEverThatItWasOverrun() {
    CompletionQueue small = on.queue(4, null, null);
    dev.weft.fabric.CompletionQueue face = domain.openCompletionQueue(attributes(), small);
    long valid = 0;
    while (on.complete(small, valid)) {
      valid++;
    }
    for (long next = 0; next < valid; next++) {
      assertEquals(1, face.read(entries, 1));
      assertEquals(next, entries.context(0));
    }
    for (int i = 0; i < 2; i++) {
      assertEquals(-Errno.EOVERRUN, face.read(entries, 1));
      assertEquals(-Errno.EOVERRUN, face.read(null, 0));
      assertEquals(-Errno.EOVERRUN, face.sread(entries, 1, 0, -1));
    }
    face.close();
    small.close();
  }

  @Test
  void shouldRefuseAPeerThatIsNoQueueOfOurs() {
    CompletionQueue lossy =
        on.context.createCqEx(
            CompletionQueueInit.builder(4).flags(CompletionQueueInit.IGNORE_OVERRUN).build());
    for (Object peer : new Object[] {"a text", lossy}) {
      assertThrows(FabricException.class, () -> domain.openCompletionQueue(attributes(), peer));
    }
    lossy.close();
  }

  @Test
  void shouldLoseAndRepeatNothingWithBothVocabulariesOnBothSides() throws Exception {
    AtomicIntegerArray seen = new AtomicIntegerArray(ALL);
    AtomicLong total = new AtomicLong();
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      all.add(threads.submit(() -> postAll(total)));
      all.add(threads.submit(() -> completeAll(total)));
      all.add(threads.submit(() -> pollAll(seen, total)));
      all.add(threads.submit(() -> readAll(seen, total)));
      for (Future<?> one : all) {
        one.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      }
    }
    for (int i = 0; i < ALL; i++) {
      assertEquals(1, seen.get(i), "context " + i);
    }
    assertEquals(0, queue.lostCompletions());
  }

  /** Posts all at the endpoint, whose reservations keep it within the capacity. */
  private void postAll(AtomicLong total) {
    for (int i = 0; i < EACH; i++) {
      pace(i, total);
      exchange(i, EACH + i);
    }
  }

  private void completeAll(AtomicLong total) {
    for (int i = 0; i < EACH; i++) {
      pace(i, total);
      assertTrue(on.complete(queue, 2L * EACH + i));
    }
  }

  /** Limits the pace, because completions of queue pairs are lost without room. */
  private static void pace(int step, AtomicLong total) {
    while (3L * step - total.get() > 150) {
      Thread.yield();
    }
  }

  private void pollAll(AtomicIntegerArray seen, AtomicLong total) {
    WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 8);
    while (total.get() < ALL) {
      int taken = queue.poll(batch, 8);
      for (int i = 0; i < taken; i++) {
        seen.incrementAndGet((int) batch.wrId(i));
      }
      total.addAndGet(taken);
      Thread.yield();
    }
  }

  private void readAll(AtomicIntegerArray seen, AtomicLong total) {
    CompletionBatch batch = batch();
    while (total.get() < ALL) {
      int taken = face.read(batch, 8);
      for (int i = 0; i < taken; i++) {
        seen.incrementAndGet((int) batch.context(i));
      }
      total.addAndGet(Math.max(taken, 0));
      Thread.yield();
    }
  }
}

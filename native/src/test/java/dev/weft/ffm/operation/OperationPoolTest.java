package dev.weft.ffm.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionEntryLayout;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationPoolTest {
  private static final int STRIDE = CompletionFormat.TAGGED.stride();

  private final Arena arena = Arena.ofShared();
  private final OperationPool pool = new OperationPool(arena);
  private final OperationOwner endpoint = new OperationOwner();
  private final MemorySegment entries = arena.allocate(4L * STRIDE, Long.BYTES);

  @AfterEach
  void close() {
    arena.close();
  }

  private void entry(int index, Operation operation, long flags) {
    long context = operation == null ? 0 : operation.address();
    entries.set(ValueLayout.JAVA_LONG, (long) index * STRIDE, context);
    entries.set(ValueLayout.JAVA_LONG, (long) index * STRIDE + Long.BYTES, flags);
  }

  private long context(int index) {
    return entries.get(ValueLayout.JAVA_LONG, (long) index * STRIDE);
  }

  @Test
  void shouldTranslateContexts() {
    entry(0, pool.take(endpoint, -1), 0);
    entry(1, null, 0);
    entry(2, pool.take(endpoint, 7), 0);
    assertEquals(3, pool.translate(entries, STRIDE, 3, null));
    assertEquals(-1, context(0));
    assertEquals(0, context(1));
    assertEquals(7, context(2));
    assertEquals(0, pool.used());
  }

  /** C may report any number where no operation was posted. */
  @Test
  void shouldKeepContextsThatAreNoAddress() {
    Operation operation = pool.take(endpoint, 7);
    long[] contexts = {5, operation.address() + 8, operation.address() - 8, -1};
    for (int i = 0; i < contexts.length; i++) {
      entries.set(ValueLayout.JAVA_LONG, (long) i * STRIDE, contexts[i]);
    }
    assertEquals(4, pool.translate(entries, STRIDE, 4, null));
    for (int i = 0; i < contexts.length; i++) {
      assertEquals(contexts[i], context(i));
      assertEquals(contexts[i], pool.fail(contexts[i], FailureKind.RELEASED));
    }
    assertEquals(1, pool.used());
  }

  @Test
  void shouldLeaveOutSilentOperations() {
    MemorySegment sources = arena.allocate(ValueLayout.JAVA_LONG, 3);
    sources.setAtIndex(ValueLayout.JAVA_LONG, 1, 11);
    entry(0, pool.take(endpoint, 1).silent(true), 0);
    entry(1, pool.take(endpoint, 2), 0);
    entry(2, pool.take(endpoint, 3).silent(true).receiving(), CompletionFlags.REMOTE_CQ_DATA);
    assertEquals(2, pool.translate(entries, STRIDE, 3, sources));
    assertEquals(2, context(0));
    assertEquals(11, sources.getAtIndex(ValueLayout.JAVA_LONG, 0));
    assertEquals(3, context(1));
  }

  @Test
  void shouldKeepReceivesOfManyUntilTheirRelease() {
    Operation many = pool.take(endpoint, 5).multiple(true);
    entry(0, many, CompletionFlags.RECV);
    pool.translate(entries, STRIDE, 1, null);
    assertEquals(1, pool.used());
    entry(0, many, CompletionFlags.RECV | CompletionFlags.MULTI_RECV);
    pool.translate(entries, STRIDE, 1, null);
    assertEquals(0, pool.used());
  }

  /** sockets says FI_REMOTE_CQ_DATA of a send with data. */
  @Test
  void shouldLeaveOutSilentSendsWithData() {
    entry(0, pool.take(endpoint, 1).silent(true), CompletionFlags.REMOTE_CQ_DATA);
    assertEquals(0, pool.translate(entries, STRIDE, 1, null));
    assertEquals(0, pool.used());
  }

  /** sockets reports errors first. */
  @Test
  void shouldKnowAReceiveOfManyAfterItsError() {
    Operation many = pool.take(endpoint, 5).receiving().multiple(true);
    long before = pool.closings();
    assertEquals(5, pool.fail(many.address(), FailureKind.RELEASED));
    pool.reclaim(before);
    entry(0, many, CompletionFlags.RECV);
    pool.translate(entries, STRIDE, 1, null);
    assertEquals(5, context(0));
    assertEquals(1, pool.used());
    pool.reclaim(pool.closings());
    assertEquals(0, pool.used());
  }

  /** The error of one message does not end the receive. */
  @Test
  void shouldKeepAReceiveOfManyAfterATruncatedMessage() {
    Operation many = pool.take(endpoint, 5).receiving().multiple(true);
    assertEquals(5, pool.fail(many.address(), FailureKind.MESSAGE));
    pool.reclaim(pool.closings());
    assertEquals(1, pool.used());
  }

  /** rxm of 1.17 releases a buffer while longer messages before its end are under way. */
  @Test
  void shouldReleaseAReceiveOfManyWithItsLastEntry() {
    OperationPool early = new OperationPool(arena, true);
    MemorySegment buffer = arena.allocate(100);
    Operation many = early.take(endpoint, 5).receiving().multiple(true).into(buffer.address(), 100);
    place(many, CompletionFlags.RECV | CompletionFlags.MULTI_RECV, buffer.address() + 60, 20);
    assertEquals(1, early.translate(entries, STRIDE, 1, null));
    assertEquals(CompletionFlags.RECV, flags());
    place(many, CompletionFlags.RECV, buffer.address() + 10, 50);
    early.translate(entries, STRIDE, 1, null);
    assertEquals(CompletionFlags.RECV, flags());
    assertEquals(1, early.used());
    place(many, CompletionFlags.RECV, buffer.address(), 10);
    early.translate(entries, STRIDE, 1, null);
    assertEquals(CompletionFlags.RECV | CompletionFlags.MULTI_RECV, flags());
    assertEquals(5, context(0));
    assertEquals(0, early.used());
  }

  /** Other providers have an entry for the release, after all others. */
  @Test
  void shouldReleaseAReceiveOfManyWithAnEntryOfItsOwn() {
    Operation many = pool.take(endpoint, 5).receiving().multiple(true);
    place(many, CompletionFlags.MULTI_RECV, 0, 0);
    assertEquals(1, pool.translate(entries, STRIDE, 1, null));
    assertEquals(CompletionFlags.MULTI_RECV, flags());
    assertEquals(0, pool.used());
  }

  /** rxm of 1.17 has it first if messages were there before the receive. */
  @Test
  void shouldHoldBackTheReleaseThatComesBeforeTheMessages() {
    OperationPool early = new OperationPool(arena, true);
    endpoint.minimumMultiReceive(30);
    MemorySegment buffer = arena.allocate(100);
    Operation many = early.take(endpoint, 5).receiving().multiple(true).into(buffer.address(), 100);
    place(many, CompletionFlags.MULTI_RECV, 0, 0);
    assertEquals(0, early.translate(entries, STRIDE, 1, null));
    place(many, CompletionFlags.RECV, buffer.address() + 40, 40);
    early.translate(entries, STRIDE, 1, null);
    assertEquals(CompletionFlags.RECV, flags());
    place(many, CompletionFlags.RECV, buffer.address(), 40);
    early.translate(entries, STRIDE, 1, null);
    assertEquals(CompletionFlags.RECV | CompletionFlags.MULTI_RECV, flags());
    assertEquals(5, context(0));
    assertEquals(0, early.used());
  }

  /** A buffer that is shorter than the least room takes one message all the same. */
  @Test
  void shouldHoldBackTheReleaseOfAShortBuffer() {
    OperationPool early = new OperationPool(arena, true);
    endpoint.minimumMultiReceive(200);
    MemorySegment buffer = arena.allocate(100);
    Operation many = early.take(endpoint, 5).receiving().multiple(true).into(buffer.address(), 100);
    place(many, CompletionFlags.MULTI_RECV, 0, 0);
    assertEquals(0, early.translate(entries, STRIDE, 1, null));
    place(many, CompletionFlags.RECV, buffer.address(), 0);
    assertEquals(1, early.translate(entries, STRIDE, 1, null));
    assertEquals(CompletionFlags.RECV | CompletionFlags.MULTI_RECV, flags());
    assertEquals(0, early.used());
  }

  /** The last message may be one that is cut. */
  @Test
  void shouldReleaseAReceiveOfManyWithItsLastFailure() {
    OperationPool early = new OperationPool(arena, true);
    endpoint.minimumMultiReceive(30);
    MemorySegment buffer = arena.allocate(100);
    Operation many = early.take(endpoint, 5).receiving().multiple(true).into(buffer.address(), 100);
    place(many, CompletionFlags.RECV, buffer.address(), 60);
    early.translate(entries, STRIDE, 1, null);
    place(many, CompletionFlags.MULTI_RECV, 0, 0);
    assertEquals(0, early.translate(entries, STRIDE, 1, null));
    ErrorCompletion cut =
        ErrorCompletion.allocate(arena)
            .context(many.address())
            .flags(CompletionFlags.RECV)
            .buffer(buffer.address() + 60)
            .length(70)
            .error(Errno.ETRUNC, 0);
    early.fail(cut);
    assertEquals(5, cut.context());
    assertEquals(CompletionFlags.RECV | CompletionFlags.MULTI_RECV, cut.flags());
    assertEquals(0, early.used());
  }

  /** A message that was under way is received, and reported after the failure. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldKnowACancelledReceiveOfManyUntilItsEndpointCloses(boolean releasesEarly) {
    OperationPool any = new OperationPool(arena, releasesEarly);
    MemorySegment buffer = arena.allocate(100);
    Operation many = any.take(endpoint, 5).receiving().multiple(true).into(buffer.address(), 100);
    assertEquals(5, any.fail(many.address(), FailureKind.CANCELLED));
    any.reclaim(any.closings());
    assertEquals(0, any.cancel(endpoint, 5, _ -> 1), "cancelled once more");
    place(many, CompletionFlags.RECV, buffer.address(), 40);
    assertEquals(1, any.translate(entries, STRIDE, 1, null));
    assertEquals(5, context(0));
    assertEquals(1, any.used());
    any.abandon(endpoint);
    any.reclaim(any.closings());
    assertEquals(0, any.used());
  }

  /** tcp of 2.1 says with the last message that it has released the buffer. */
  @Test
  void shouldEndACancelledReceiveOfManyWithItsRelease() {
    Operation many = pool.take(endpoint, 5).receiving().multiple(true);
    assertEquals(5, pool.fail(many.address(), FailureKind.CANCELLED));
    entry(0, many, CompletionFlags.RECV | CompletionFlags.MULTI_RECV);
    assertEquals(1, pool.translate(entries, STRIDE, 1, null));
    assertEquals(5, context(0));
    assertEquals(0, pool.used());
  }

  private void place(Operation operation, long flags, long address, long length) {
    entry(0, operation, flags);
    entries.set(ValueLayout.JAVA_LONG, CompletionEntryLayout.LENGTH_OFFSET, length);
    entries.set(ValueLayout.JAVA_LONG, CompletionEntryLayout.BUFFER_OFFSET, address);
  }

  private long flags() {
    return entries.get(ValueLayout.JAVA_LONG, CompletionEntryLayout.FLAGS_OFFSET);
  }

  @Test
  void shouldFindAReservedMessageOnce() {
    Operation claim = pool.take(endpoint, 5).claiming(true);
    entry(0, claim, 0);
    pool.translate(entries, STRIDE, 1, null);
    assertNull(pool.claimed(endpoint, 6));
    assertSame(claim, pool.claimed(endpoint, 5));
    assertNull(pool.claimed(endpoint, 5));
  }

  @Test
  void shouldReclaimOperationsOfAClosedEndpoint() {
    Operation lost = pool.take(endpoint, 5);
    long before = pool.closings();
    pool.abandon(endpoint);
    pool.reclaim(before);
    assertEquals(1, pool.used());
    assertNotSame(lost, pool.take(new OperationOwner(), 6));
    pool.reclaim(pool.closings());
    assertEquals(1, pool.used());
  }

  @Test
  void shouldGrowAndReuse() {
    Operation[] taken = new Operation[1000];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = pool.take(endpoint, i);
    }
    for (int i = 0; i < taken.length; i++) {
      assertEquals(i, pool.fail(taken[i].address(), FailureKind.RELEASED));
    }
    assertEquals(0, pool.used());
  }

  @Test
  void shouldKeepBuffersReachableUntilTheCompletion() throws InterruptedException {
    MemorySegment buffer = Arena.ofAuto().allocate(8);
    WeakReference<MemorySegment> reference = new WeakReference<>(buffer);
    Operation operation = pool.take(endpoint, 1).keep(buffer);
    buffer = null;
    System.gc();
    assertEquals(8, reference.get().byteSize());
    pool.fail(operation.address(), FailureKind.RELEASED);
    while (reference.get() != null) {
      System.gc();
      Thread.sleep(1);
    }
  }

  @Test
  void shouldReportTheReceivesOfASharedContext() {
    OperationPool shared = new OperationPool(arena);
    pool.report(shared);
    entry(0, shared.take(endpoint, 5), 0);
    entry(1, pool.take(endpoint, 6), 0);
    assertEquals(2, pool.translate(entries, STRIDE, 2, null));
    assertEquals(5, context(0));
    assertEquals(6, context(1));
    assertEquals(7, pool.fail(shared.take(endpoint, 7).address(), FailureKind.RELEASED));
    assertEquals(0, shared.used());
  }

  /** Entries of a closed context may still be in the queue, until it has been empty. */
  @Test
  void shouldForgetASharedContextOnceTheQueueIsEmpty() {
    OperationPool shared = new OperationPool(arena);
    pool.report(shared);
    Operation last = shared.take(endpoint, 5);
    shared.abandon(endpoint);
    shared.retire();
    entry(0, last, 0);
    pool.translate(entries, STRIDE, 1, null);
    assertEquals(5, context(0));
    Operation later = shared.take(endpoint, 8);
    pool.reclaim(pool.closings());
    assertEquals(later.address(), pool.fail(later.address(), FailureKind.RELEASED));
  }

  /** The queue was empty when it was read; closing wrote an entry into it afterwards. */
  @Test
  void shouldReportWhatAClosingContextWritesMeanwhile() {
    OperationPool shared = new OperationPool(arena);
    pool.report(shared);
    Operation last = shared.take(endpoint, 5);
    long before = pool.closings();
    shared.abandon(endpoint);
    shared.retire();
    pool.reclaim(before);
    assertEquals(5, pool.fail(last.address(), FailureKind.RELEASED));
  }
}

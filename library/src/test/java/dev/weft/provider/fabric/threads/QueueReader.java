package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.Arena;

/** Reads queues for one thread, and compares each entry with its operation. */
final class QueueReader {
  /** Bits of a tag below the number of its message. */
  static final int TAG_BITS = 8;

  private static final int BATCH = 8;

  private final Stations stations;
  private final Ledger ledger;
  private final CompletionBatch batch;
  private final AddressBatch sources;
  private final ErrorCompletion error;

  QueueReader(Stations stations, Ledger ledger, Arena arena) {
    this.stations = stations;
    this.ledger = ledger;
    batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, BATCH);
    sources = AddressBatch.allocate(arena, BATCH);
    error = ErrorCompletion.allocate(arena);
  }

  /** Reads up to this many entries. */
  boolean read(CompletionQueue queue, int count) {
    return handle(queue, queue.read(batch, count), false);
  }

  boolean readFrom(CompletionQueue queue, int count) {
    return handle(queue, queue.readFrom(batch, count, sources), true);
  }

  boolean sread(CompletionQueue queue, int count, int millis) {
    return handle(queue, queue.sreadFrom(batch, count, sources, 0, millis), true);
  }

  /** Reads until nothing is there; true if anything was. */
  boolean readAll() {
    boolean any = false;
    for (CompletionQueue queue : stations.queues) {
      while (readFrom(queue, BATCH)) {
        any = true;
      }
    }
    return any;
  }

  private boolean handle(CompletionQueue queue, int result, boolean withSources) {
    if (result == -Errno.EAVAIL) {
      return readError(queue);
    }
    for (int i = 0; i < result; i++) {
      success(i, withSources);
    }
    assertTrue(result >= 0 || result == -Errno.EAGAIN || isNoWait(result), () -> "read " + result);
    return result > 0;
  }

  private boolean isNoWait(int result) {
    return result == -Errno.ENOSYS && stations.setup.waitObject() == WaitObject.NONE;
  }

  boolean readError(CompletionQueue queue) {
    int result = queue.readErr(error, 0);
    if (result == 1) {
      failure();
    } else {
      assertEquals(-Errno.EAGAIN, result, "result of readErr");
    }
    return result == 1;
  }

  // Successes.

  private void success(int i, boolean withSources) {
    Operation operation = ledger.find(batch.context(i));
    assertNotNull(operation, () -> "unknown context: " + batch);
    assertEquals(flags(operation), batch.flags(i) & ~CompletionFlags.REMOTE_CQ_DATA, "flags");
    if (operation instanceof Receiving receive) {
      received(receive, i, withSources);
    } else if (operation instanceof Accessing access) {
      access.succeeded();
    }
    operation.ended();
  }

  private static long flags(Operation operation) {
    return switch (operation) {
      case Sending sent -> CompletionFlags.SEND | kind(sent.tagged);
      case Receiving receive -> CompletionFlags.RECV | kind(receive.tagged);
      case Accessing access -> flags(access.kind);
      default -> fail("kind of " + operation);
    };
  }

  private static long kind(boolean tagged) {
    return tagged ? CompletionFlags.TAGGED : CompletionFlags.MSG;
  }

  private static long flags(Accessing.Kind kind) {
    return switch (kind) {
      case WRITE -> CompletionFlags.RMA | CompletionFlags.WRITE;
      case READ -> CompletionFlags.RMA | CompletionFlags.READ;
      case ADD, INJECT_ADD -> CompletionFlags.ATOMIC | CompletionFlags.WRITE;
      case FETCH_ADD -> CompletionFlags.ATOMIC | CompletionFlags.READ;
    };
  }

  private void received(Receiving receive, int i, boolean withSources) {
    boolean hasData = (batch.flags(i) & CompletionFlags.REMOTE_CQ_DATA) != 0;
    Sending sent = message(receive, hasData, batch.data(i), batch.tag(i));
    assertEquals(sent.hasData, hasData, () -> "data of " + sent);
    assertEquals(sent.buffer.length, batch.length(i), () -> "length of " + sent);
    assertEquals(sent.tagged ? sent.tag : 0, batch.tag(i), () -> "tag of " + sent);
    if (withSources) {
      assertSource(sent, sources.get(i));
    }
    receive.take(sent, true);
  }

  private void assertSource(Sending sent, long source) {
    boolean told = stations.setup.source();
    long wanted = told ? sent.to.handleOf(sent.station) : FabricAddress.NOTAVAIL;
    assertEquals(wanted, source, () -> "source of " + sent);
  }

  /** The message that an entry tells of: its number is the data, part of the tag or the payload. */
  private Sending message(Receiving receive, boolean hasData, long data, long tag) {
    long number = hasData ? data : receive.tagged ? tag >>> TAG_BITS : receive.buffer.number();
    Operation operation = ledger.find(number);
    return assertInstanceOf(Sending.class, operation, () -> "message " + number + " of " + receive);
  }

  // Failures.

  private void failure() {
    if (error.context() == 0) {
      failedInject();
      return;
    }
    Operation operation = ledger.find(error.context());
    assertNotNull(operation, () -> "unknown context: " + error);
    operation.error = error.error();
    if (error.error() == Errno.ECANCELED) {
      assertTrue(operation.cancelTried, () -> "not cancelled: " + operation);
    } else {
      failed(operation);
    }
    operation.ended();
  }

  private void failedInject() {
    Station any = stations.all.getFirst();
    any.failedInjects.incrementAndGet();
  }

  private void failed(Operation operation) {
    switch (operation) {
      case Receiving receive when error.error() == Errno.ETRUNC -> truncated(receive);
      case Receiving receive ->
          assertTrue(receive.station.anyClosing(), () -> error + " of " + receive);
      case Sending sent -> assertTrue(sent.to.closing, () -> error + " of " + sent);
      case Accessing access -> access.failed(error.error());
      default -> fail("kind of " + operation);
    }
  }

  private void truncated(Receiving receive) {
    boolean hasData = (error.flags() & CompletionFlags.REMOTE_CQ_DATA) != 0;
    Sending sent = message(receive, hasData, error.data(), error.tag());
    assertEquals(receive.buffer.length, error.length(), () -> "bytes of " + sent);
    long rest = sent.buffer.length - receive.buffer.length;
    assertEquals(rest, error.overflowLength(), () -> "overflow of " + sent);
    receive.take(sent, false);
  }
}

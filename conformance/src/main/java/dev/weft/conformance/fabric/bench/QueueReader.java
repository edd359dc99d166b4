package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads a queue for one thread: the queue with a batch for its entries. */
public final class QueueReader {

  private final CompletionQueue queue;
  private final CompletionBatch batch;
  private final AddressBatch sources;
  private final ErrorCompletion error;
  private final Runnable progressOfPeers;

  /**
   * @param capacity the largest count that a read may ask for
   */
  public QueueReader(CompletionQueue queue, int capacity) {
    this(queue, capacity, () -> {});
  }

  /**
   * @param progressOfPeers what a wait for entries drives besides this queue
   */
  private QueueReader(CompletionQueue queue, int capacity, Runnable progressOfPeers) {
    this.queue = queue;
    this.progressOfPeers = progressOfPeers;
    Arena arena = Arena.ofAuto();
    this.batch = CompletionBatch.allocate(arena, queue.format(), capacity);
    this.sources = AddressBatch.allocate(arena, capacity);
    this.error = ErrorCompletion.allocate(arena);
  }

  /** A reader of up to 64 entries at once. */
  public QueueReader(CompletionQueue queue) {
    this(queue, 64);
  }

  /** A reader of up to 64 entries at once, whose waits drive this, too. */
  QueueReader(CompletionQueue queue, Runnable progressOfPeers) {
    this(queue, 64, progressOfPeers);
  }

  public CompletionQueue queue() {
    return queue;
  }

  public CompletionBatch batch() {
    return batch;
  }

  public AddressBatch sources() {
    return sources;
  }

  /** {@code fi_cq_read}. */
  public int read(int count) {
    return queue.read(batch, count);
  }

  /** {@code fi_cq_readfrom}. */
  public int readFrom(int count) {
    return queue.readFrom(batch, count, sources);
  }

  /** {@code fi_cq_sread} without a condition. */
  public int sread(int count, int timeoutMillis) {
    return queue.sread(batch, count, 0, timeoutMillis);
  }

  /** {@code fi_cq_readerr}. */
  public int readErr() {
    return queue.readErr(error, 0);
  }

  /** The error that {@link #readErr} stored last. */
  public ErrorCompletion error() {
    return error;
  }

  /** Copies of the first entries of the batch, without their sources. */
  public List<Entry> entries(int count) {
    return IntStream.range(0, count).mapToObj(i -> entry(i, ~0L)).toList();
  }

  /** Copies of the first entries of the batch, with their sources. */
  public List<Entry> entriesFrom(int count) {
    return IntStream.range(0, count).mapToObj(i -> entry(i, sources.get(i))).toList();
  }

  /** The contexts of the first entries of the batch. */
  public List<Long> contexts(int count) {
    return entries(count).stream().map(Entry::context).toList();
  }

  /** Reads exactly this many entries with their sources; fails if they do not arrive. */
  public List<Entry> drain(int count) {
    List<Entry> seen = new ArrayList<>();
    HangDetector detector = new HangDetector();
    while (seen.size() < count) {
      int read = readFrom(Math.min(batch.capacity(), count - seen.size()));
      if (read > 0) {
        seen.addAll(entriesFrom(read));
        detector.progressed();
      } else {
        Check.returned(-Errno.EAGAIN, read, "readfrom after %d of %d entries", seen.size(), count);
        progressOfPeers.run();
        detector.lapOr("%d of %d entries come to a reader", seen.size(), count);
      }
    }
    return seen;
  }

  /** Takes the error at the head; fails if none arrives. */
  public ErrorCompletion expectError() {
    HangDetector detector = new HangDetector();
    while (readErr() != 1) {
      int read = queue.read(batch, 0);
      progressOfPeers.run();
      detector.lapOr("no error comes to the head, read(count=0) gives %s", Check.value(read));
    }
    return error;
  }

  /** Reads until a read reports an error at the head. */
  public void awaitErrorAtHead() {
    HangDetector detector = new HangDetector();
    while (true) {
      int read = read(1);
      if (read == -Errno.EAVAIL) {
        return;
      }
      Check.returned(-Errno.EAGAIN, read, "read while waiting for an error");
      progressOfPeers.run();
      detector.lapOr("no error comes to the head");
    }
  }

  /** Fails unless the queue is empty and stays empty after some progress. */
  public void expectEmpty(String when) {
    for (int i = 0; i < 20; i++) {
      int read = readFrom(1);
      if (read != -Errno.EAGAIN) {
        throw new ClauseFailure(
            "%s: the queue should be empty, but read returned %s %s"
                .formatted(when, Check.value(read), read > 0 ? entriesFrom(1) : ""));
      }
    }
  }

  private Entry entry(int i, long source) {
    CompletionFormat format = queue.format();
    boolean message = format.stride() >= CompletionFormat.MSG.stride();
    boolean data = format.stride() >= CompletionFormat.DATA.stride();
    return new Entry(
        batch.context(i),
        message ? batch.flags(i) : 0,
        message ? batch.length(i) : 0,
        data ? batch.buffer(i) : 0,
        data ? batch.data(i) : 0,
        format == CompletionFormat.TAGGED ? batch.tag(i) : 0,
        source);
  }
}

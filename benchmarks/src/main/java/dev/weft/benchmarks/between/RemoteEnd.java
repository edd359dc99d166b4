package dev.weft.benchmarks.between;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weft.benchmarks.contenders.Results;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One-sided operations on eight bytes of the peer's memory, several pending; every completion is
 * read. The peer makes no calls.
 */
public final class RemoteEnd implements Side {
  static final long KEY = 1;
  private static final int DEPTH = 32;
  private static final int WORD = Long.BYTES;

  private final EndpointParts parts;
  private final boolean fetchAdd;
  private final long key;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, DEPTH);
  private final MemorySegment[] words;
  private final MemorySegment one;
  private final AtomicTarget target = new AtomicTarget(DataType.INT64);
  private long posted;
  private long completed;

  /** An initiator of writes, or of fetches and adds of 1. */
  public RemoteEnd(EndpointParts parts, boolean fetchAdd) {
    this(parts, fetchAdd, KEY);
  }

  /** An initiator of operations on the region with this key. */
  public RemoteEnd(EndpointParts parts, boolean fetchAdd, long key) {
    this.parts = parts;
    this.fetchAdd = fetchAdd;
    this.key = key;
    words = words(parts.domain().allocate((long) DEPTH * WORD));
    one = parts.domain().allocate(WORD);
    one.set(JAVA_LONG, 0, 1);
    target.destination(parts.peer()).key(key);
  }

  /** A segment for each word: one made for each operation may be garbage of 48 bytes. */
  static MemorySegment[] words(MemorySegment memory) {
    return memory.elements(JAVA_LONG).toArray(MemorySegment[]::new);
  }

  /** Registers memory for a peer's {@link RemoteEnd}. */
  public static void expose(EndpointParts parts) {
    expose(parts, KEY);
  }

  /** {@link #expose(EndpointParts)} with this key. */
  public static void expose(EndpointParts parts, long key) {
    MemorySegment memory = parts.domain().allocate(64);
    parts.domain().register(memory, AccessFlags.REMOTE, key);
  }

  /** Posts one operation; a fetch must return the value after {@code value - 1} others. */
  @Override
  public void send(long value) {
    while (posted - completed == DEPTH) {
      read();
    }
    MemorySegment word = words[(int) (posted % DEPTH)];
    if (fetchAdd) {
      check(posted - DEPTH, word);
    } else {
      word.set(JAVA_LONG, 0, value);
    }
    while (Results.refused(post(word))) {
      read();
    }
    posted++;
  }

  private int post(MemorySegment word) {
    return fetchAdd
        ? parts.endpoint().fetchAtomic(one, word, target, AtomicOperation.SUM, posted)
        : parts.endpoint().write(word, WORD, parts.peer(), 0, key, posted);
  }

  private static void check(long expected, MemorySegment word) {
    if (expected >= 0 && word.get(JAVA_LONG, 0) != expected) {
      throw new IllegalStateException(
          "fetched=" + word.get(JAVA_LONG, 0) + ", expected " + expected);
    }
  }

  /** Reads the peer's memory after all earlier operations. */
  @Override
  public long receive() {
    while (completed < posted) {
      read();
    }
    MemorySegment word = words[0];
    while (Results.refused(parts.endpoint().read(word, WORD, parts.peer(), 0, key, posted))) {
      read();
    }
    posted++;
    while (completed < posted) {
      read();
    }
    return word.get(JAVA_LONG, 0);
  }

  private void read() {
    int result = parts.opened().queue().read(batch, DEPTH);
    Results.check(result);
    completed += Math.max(0, result);
  }
}

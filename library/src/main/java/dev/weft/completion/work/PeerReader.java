package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.FLAGS;
import static dev.weft.completion.CompletionLayout.SLOT_PADDING;
import static dev.weft.completion.CompletionLayout.SOURCE;
import static dev.weft.completion.CompletionLayout.WORD;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionLayout;
import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/**
 * {@code fi_cq_read(3)} of a shared verbs queue: the same entries at the same index as {@code
 * ibv_poll_cq(3)}, whichever API wrote them.
 */
final class PeerReader extends CompletionReader {
  private final WorkCompletionQueue queue;
  private final WorkCompletionReader reader;
  private final long[] translated = new long[SLOT_PADDING + 8];

  /** The array and first word of the current entry, under the reading lock. */
  private long[] entry;

  private int slot;

  PeerReader(WorkCompletionQueue queue, CompletionRing first) {
    super(first);
    this.queue = queue;
    this.reader = queue.reader();
  }

  @Override
  public int read(MemorySegment destination, int stride, int count, MemorySegment sourcesOrNull) {
    int taken = take(destination, stride, count, sourcesOrNull);
    return taken == EMPTY && queue.progress()
        ? take(destination, stride, count, sourcesOrNull)
        : taken;
  }

  private int take(MemorySegment destination, int stride, int count, MemorySegment sources) {
    if (count == 0) {
      return isEmpty() ? nothing() : 0;
    }
    reader.begin("read");
    try {
      int taken = 0;
      while (taken < count && reader.visit()) {
        if (isFailure()) {
          reader.giveBack();
          return taken == 0 ? FAILED : taken;
        }
        store(destination, (long) taken * stride, stride);
        if (sources != null) {
          sources.set(WORD, (long) taken * WORD.byteSize(), entry[slot + SOURCE]);
        }
        taken++;
      }
      return taken == 0 ? nothing() : taken;
    } catch (RuntimeException | Error unwritable) {
      reader.giveBackAll();
      throw unwritable;
    } finally {
      reader.leave();
    }
  }

  /**
   * The result when no entry is left; an overrun is reported only after all valid entries are read.
   */
  private int nothing() {
    return queue.isFailed() ? OVERRUN : EMPTY;
  }

  private boolean isFailure() {
    return WorkCompletionLayout.status(reader.words[reader.base + FLAGS])
        != CompletionLayout.SUCCESS;
  }

  /** Copies the current entry, translated if a queue pair wrote it. */
  private void store(MemorySegment destination, long at, int stride) {
    entry = reader.slots;
    slot = reader.writtenSlot();
    if (WorkCompletionLayout.isWork(entry, slot)) {
      Translation.toEntry(entry, slot, translated, SLOT_PADDING);
      entry = translated;
      slot = SLOT_PADDING;
    }
    project(entry, slot, destination, at, stride);
  }

  @Override
  public boolean readError(Consumer<? super CompletionFailure> destination) {
    if (isEmpty()) {
      return false;
    }
    reader.begin("readErr");
    try {
      if (!reader.visit()) {
        return false;
      }
      if (!isFailure()) {
        reader.giveBack();
        return false;
      }
      destination.accept(failure());
      reader.takeDetails();
      return true;
    } catch (RuntimeException | Error unwritable) {
      reader.giveBackAll();
      throw unwritable;
    } finally {
      reader.leave();
    }
  }

  private CompletionFailure failure() {
    CompletionFailure details = reader.details();
    return details == null ? Translation.toFailure(reader.slots, reader.writtenSlot()) : details;
  }

  @Override
  public boolean isEmpty() {
    return queue.ring().reader().isEmpty();
  }

  @Override
  public boolean headIsError() {
    return queue.ring().reader().headIsError();
  }

  @Override
  public int count(int limit) {
    return queue.ring().reader().count(limit);
  }

  @Override
  public boolean satisfies(long threshold) {
    return queue.isFailed() || queue.ring().reader().satisfies(threshold);
  }
}

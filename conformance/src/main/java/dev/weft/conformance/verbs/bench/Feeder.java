package dev.weft.conformance.verbs.bench;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.SendFlags;
import java.util.List;
import java.util.stream.LongStream;

/** Produces completions of receives in one queue. */
public final class Feeder implements AutoCloseable {
  private static final int AT_ONCE = 32;

  private final VerbsBench bench;
  private final CompletionQueue queue;
  private Pair pair;
  private Party flushed;

  Feeder(VerbsBench bench, CompletionQueue queue) {
    this.bench = bench;
    this.queue = queue;
  }

  /** {@code first}, {@code first + 1} ... */
  public static List<Long> numbers(long first, int count) {
    return LongStream.range(first, first + count).boxed().toList();
  }

  /** The queue pairs in use: the second one receives. */
  public Pair pair() {
    pair = pair == null ? bench.pairInto(queue) : pair;
    return pair;
  }

  /** Produces this many successful receives with consecutive wr_ids. */
  public void feed(long first, int count) {
    feed(first, count, SendFlags.SIGNALED);
  }

  /** Like {@link #feed}, by sends with the solicited bit. */
  public void feedSolicited(long first, int count) {
    feed(first, count, SendFlags.SIGNALED | SendFlags.SOLICITED);
  }

  private void feed(long first, int count, int flags) {
    for (int done = 0; done < count; done += AT_ONCE) {
      int now = Math.min(AT_ONCE, count - done);
      pair().receiver().receives(first + done, now);
      for (int i = 0; i < now; i++) {
        pair().sender().send(first + done + i, flags);
      }
      pair().sender().sends().numbers(now);
    }
  }

  /** Produces one receive that may be lost to an overrun; does not wait for it. */
  public void push(long wrId) {
    pair().receiver().receive(wrId);
    pair().sender().send(wrId);
  }

  /** Produces one flushed receive. */
  public void flush(long wrId) {
    flushed().receive(wrId);
  }

  /** The queue pair in ERR whose receives are flushed. */
  public Party flushed() {
    if (flushed == null) {
      flushed = bench.party(QueuePairType.RC, bench.queue(4), queue).toError();
    }
    return flushed;
  }

  /** Destroys the queue pairs, so that nothing uses the queue. */
  @Override
  public void close() {
    if (pair != null) {
      pair.receiver().pair().close();
      pair.sender().pair().close();
      pair = null;
    }
    if (flushed != null) {
      flushed.pair().close();
      flushed = null;
    }
  }
}

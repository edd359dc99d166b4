package dev.weft.provider.verbs.device;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.util.concurrent.atomic.AtomicInteger;

/** The maximum number of objects of one kind in a context. Any thread may call any method. */
public final class Quota {
  private final String limit;
  private final int maximum;
  private final AtomicInteger taken = new AtomicInteger();

  /** Nothing taken yet; {@code limit} is the C name of the attribute with the maximum. */
  public Quota(String limit, int maximum) {
    this.limit = limit;
    this.maximum = maximum;
  }

  /**
   * Takes one, for {@code call}.
   *
   * @throws VerbsException with ENOMEM if the maximum is reached
   */
  public void take(String call) {
    if (taken.incrementAndGet() > maximum) {
      taken.decrementAndGet();
      throw new VerbsException(
          VerbsErrno.ENOMEM, call, limit + "=" + maximum, "End some before you create more");
    }
  }

  /** Returns one. */
  public void give() {
    taken.decrementAndGet();
  }
}

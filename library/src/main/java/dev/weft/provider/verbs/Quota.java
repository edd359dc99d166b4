package dev.weft.provider.verbs;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.util.concurrent.atomic.AtomicInteger;

/** How many objects of a kind a context may have at once. Any thread may call any method. */
final class Quota {
  private final String limit;
  private final int maximum;
  private final AtomicInteger taken = new AtomicInteger();

  /** Nothing taken; {@code limit} is the C name of the attribute that says the maximum. */
  Quota(String limit, int maximum) {
    this.limit = limit;
    this.maximum = maximum;
  }

  /**
   * One more, for {@code call}.
   *
   * @throws VerbsException of ENOMEM where there are as many as there may be
   */
  void take(String call) {
    if (taken.incrementAndGet() > maximum) {
      taken.decrementAndGet();
      throw new VerbsException(
          VerbsErrno.ENOMEM, call, limit + "=" + maximum, "End some before you create more");
    }
  }

  /** One less. */
  void give() {
    taken.decrementAndGet();
  }
}

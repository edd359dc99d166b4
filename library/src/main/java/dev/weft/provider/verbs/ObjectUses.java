package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.Quota;
import dev.weft.provider.verbs.device.UseCount;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What an object takes until it is destroyed: one of a quota, and a use of its context and of other
 * objects.
 */
final class ObjectUses {
  private final SoftwareContext context;
  private final Quota quota;
  private final UseCount[] counts;
  private int counted;

  private ObjectUses(SoftwareContext context, Quota quota, SoftwareObject... usedOrNull) {
    this.context = context;
    this.quota = quota;
    Stream<UseCount> others =
        Stream.of(usedOrNull).filter(Objects::nonNull).map(SoftwareObject::useCount);
    this.counts = Stream.concat(Stream.of(context.useCount()), others).toArray(UseCount[]::new);
  }

  /**
   * Creates an object after all that it uses is taken. If that fails, nothing is taken.
   *
   * @param call C name of the call that creates it
   * @param usedOrNull the objects that it uses; null for none
   */
  static <T extends SoftwareObject> T create(
      SoftwareContext context,
      Quota quota,
      String call,
      Function<ObjectUses, T> constructor,
      SoftwareObject... usedOrNull) {
    ObjectUses uses = new ObjectUses(context, quota, usedOrNull);
    quota.take(call);
    T created = null;
    try {
      uses.count();
      created = constructor.apply(uses);
      return created;
    } finally {
      if (created == null) {
        uses.release();
      }
    }
  }

  private void count() {
    while (counted < counts.length) {
      counts[counted].add();
      counted++;
    }
  }

  /** Uses another object in place of one. */
  void replace(SoftwareObject used, SoftwareObject by) {
    by.useCount().add();
    int index = Arrays.asList(counts).indexOf(used.useCount());
    counts[index] = by.useCount();
    used.useCount().remove();
  }

  SoftwareContext context() {
    return context;
  }

  /** Called once, when the object is destroyed. */
  void release() {
    while (counted > 0) {
      counted--;
      counts[counted].remove();
    }
    quota.give();
  }
}

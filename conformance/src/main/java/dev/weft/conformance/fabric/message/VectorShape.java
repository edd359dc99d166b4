package dev.weft.conformance.fabric.message;

import dev.weft.conformance.fabric.message.VectorCall.Kind;
import dev.weft.conformance.scatter.PartList;
import dev.weft.conformance.scatter.Programs;
import dev.weft.fabric.message.OperationFlags;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * One operation with its lists of buffers.
 *
 * @param own the buffers of the call: data, operands, or the destination of a read
 * @param compares the compare or result buffers of an atomic operation, as long as {@code own}
 * @param far the buffers of the receive, or the ranges of the peer's memory
 * @param flags of a {@code msg} call
 * @param late whether the receive is posted after the message
 */
record VectorShape(
    VectorCall call,
    PartList own,
    PartList compares,
    PartList results,
    PartList far,
    long flags,
    boolean late) {

  private static final int SMALL = 70;
  private static final int LARGE = 1_500;
  private static final int HUGE = 20_000;

  /** The limits of a pair of endpoints. */
  record Limits(
      List<VectorCall> calls, int bytes, int parts, int longest, int inject, long[] flags) {}

  static VectorShape random(long seed, Limits limits) {
    Random random = Programs.random(seed);
    VectorCall call = limits.calls.get(random.nextInt(limits.calls.size()));
    int[] lengths = lengths(random, call, limits);
    int total = Arrays.stream(lengths).sum();
    PartList far = PartList.placed(random, limits.bytes, farLengths(random, call, limits, total));
    long flags = call.name().endsWith("SENDMSG") ? flag(random, limits, total) : 0;
    if (call.kind != Kind.ATOMIC) {
      PartList own = PartList.placed(random, limits.bytes, lengths);
      return new VectorShape(
          call, own, PartList.of(), PartList.of(), far, flags, random.nextBoolean());
    }
    int parts = call.takesLists() ? limits.parts : 1;
    int[] compares = PartList.split(random, 1 + random.nextInt(parts), total);
    int[] results = PartList.split(random, 1 + random.nextInt(parts), total);
    int[] all = Stream.of(lengths, compares, results).flatMapToInt(Arrays::stream).toArray();
    PartList lists = PartList.placed(random, limits.bytes, all);
    int first = lengths.length;
    int second = first + compares.length;
    return new VectorShape(
        call,
        lists.part(0, first),
        lists.part(first, second),
        lists.part(second, all.length),
        far,
        flags,
        false);
  }

  private static int[] lengths(Random random, VectorCall call, Limits limits) {
    int count = 1 + random.nextInt(call.takesLists() ? limits.parts : 1);
    int longest = List.of(SMALL, SMALL, LARGE, HUGE).get(random.nextInt(4));
    int[] lengths = PartList.lengths(random, count, 1 + random.nextInt(longest));
    int most = call.isInject() ? limits.inject : limits.longest;
    most = call.kind == Kind.ATOMIC ? 2 * SMALL : most;
    if (Arrays.stream(lengths).sum() > most || call.kind == Kind.ATOMIC) {
      return PartList.split(random, count, 1 + random.nextInt(Math.min(most, 2 * SMALL)));
    }
    return lengths;
  }

  private static int[] farLengths(Random random, VectorCall call, Limits limits, int total) {
    if (call.isMessage()) {
      int count = 1 + random.nextInt(limits.parts);
      return PartList.lengthsFor(random, count, total / count + 1, total);
    }
    int most = call.takesLists() ? limits.parts : 1;
    return PartList.split(random, call.hasRemoteList() ? 1 + random.nextInt(most) : 1, total);
  }

  private static long flag(Random random, Limits limits, int total) {
    long flag = limits.flags[random.nextInt(limits.flags.length)];
    return flag == OperationFlags.INJECT && total > limits.inject ? 0 : flag;
  }

  /** Valid shapes that are smaller in one respect. */
  Stream<VectorShape> smaller() {
    if (!call.isMessage()) {
      return Stream.empty();
    }
    Stream<VectorShape> shorter = own.smaller().map(list -> with(list, far));
    Stream<VectorShape> tighter =
        far.smaller()
            .filter(list -> list.total() >= own.total() && !list.parts().isEmpty())
            .map(list -> with(own, list));
    return Stream.concat(shorter.filter(shape -> !shape.own.parts().isEmpty()), tighter);
  }

  private VectorShape with(PartList newOwn, PartList newFar) {
    return new VectorShape(call, newOwn, compares, results, newFar, flags, late);
  }

  @Override
  public String toString() {
    return "%s of %d bytes %s, far %s%s%s%s"
        .formatted(
            call,
            own.total(),
            own,
            far,
            call.compares() ? ", compares " + compares : "",
            call.fetches() ? ", results " + results : "",
            late && call.isMessage() ? ", the receive is late" : "")
        .concat(flags == 0 ? "" : ", " + OperationFlags.describe(flags));
  }
}

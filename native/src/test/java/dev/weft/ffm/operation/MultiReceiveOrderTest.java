package dev.weft.ffm.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.completion.CompletionEntryLayout;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.ffm.layout.CallLayouts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random messages fill a buffer and are reported in random order, with the release wherever rxm may
 * put it: exactly the last report must release.
 */
class MultiReceiveOrderTest {
  private static final int BUFFERS = 20_000;
  private static final long START = 1L << 40;
  private static final long SENT = CompletionFlags.RECV;

  /** A report of C; one without a place is a release of its own. */
  private record Report(long place, long length, boolean releases, boolean fails) {}

  private final MemorySegment vector =
      Arena.ofAuto().allocate(CallLayouts.IO_VECTOR.size(), Long.BYTES);
  private final MemorySegment entry =
      Arena.ofAuto().allocate(CompletionFormat.DATA.stride(), Long.BYTES);
  private final MultiReceive many = new MultiReceive(vector.address());

  @Test
  void shouldReleaseWithTheLastReport() {
    for (int seed = 0; seed < BUFFERS; seed++) {
      Random random = new Random(seed);
      long room = 1L + random.nextInt(4096);
      long minimum = 1L + random.nextInt(512);
      List<Report> reports = reports(random, room, minimum);
      many.into(START, room);
      many.begin();
      long left = reports.stream().filter(each -> each.place != 0).count();
      for (Report each : reports) {
        left -= each.place == 0 ? 0 : 1;
        boolean released = report(each, minimum);
        assertEquals(left == 0 && mayRelease(reports, each), released, "seed " + seed);
      }
    }
  }

  /** An own entry that comes behind the last message is the last report. */
  private static boolean mayRelease(List<Report> reports, Report current) {
    int own = reports.indexOf(reports.stream().filter(Report::releases).findAny().orElseThrow());
    return reports.indexOf(current) >= own;
  }

  /** The reports of one buffer, which is full when less than the minimum is left. */
  private static List<Report> reports(Random random, long room, long minimum) {
    boolean own = random.nextBoolean();
    List<Report> all = new ArrayList<>();
    long end = 0;
    while (all.isEmpty() || room - end >= minimum) {
      long length = 1L + random.nextInt((int) Math.min(room - end, 700));
      boolean last = room - end - length < minimum;
      boolean released = last && !own;
      all.add(new Report(START + end, length, released, !released && random.nextInt(8) == 0));
      end += length;
    }
    if (own) {
      all.add(new Report(0, 0, true, false));
    }
    Collections.shuffle(all, random);
    return all;
  }

  /** Whether it releases the buffer. */
  private boolean report(Report report, long minimum) {
    if (report.fails) {
      return many.failsLast(report.place, report.length, minimum);
    }
    long flags = SENT | (report.releases ? CompletionFlags.MULTI_RECV : 0);
    entry.set(ValueLayout.JAVA_LONG, CompletionEntryLayout.LENGTH_OFFSET, report.length);
    entry.set(ValueLayout.JAVA_LONG, CompletionEntryLayout.BUFFER_OFFSET, report.place);
    long result = many.releaseLast(entry.address(), flags, minimum);
    assertEquals(
        result, entry.get(ValueLayout.JAVA_LONG, CompletionEntryLayout.FLAGS_OFFSET), "in memory");
    return (result & CompletionFlags.MULTI_RECV) != 0;
  }
}

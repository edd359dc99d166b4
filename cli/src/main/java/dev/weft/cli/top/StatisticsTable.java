package dev.weft.cli.top;

import dev.weft.cli.report.LineWrap;
import dev.weft.cli.report.Quantity;
import java.util.List;
import java.util.stream.Stream;

/** Formats the queues and links of a process as lines of a terminal. */
final class StatisticsTable {
  private static final String QUEUE = "%-9s %-21s %7s %7s %6s %7s %6s %9s";
  private static final String LINK = "%-22s %-22s %8s %8s %7s %7s";

  /** Where a narrow terminal breaks both kinds of lines. */
  private static final int FOLD = 54;

  private static final int PLACE = 21;
  private static final int ADDRESS = 22;

  /** Smaller numbers are not rounded. */
  private static final long EXACT = 100_000;

  private static final double MEGABYTE = 1e6;
  private static final String UNKNOWN = "-";

  private final Statistics statistics;

  private StatisticsTable(Statistics statistics) {
    this.statistics = statistics;
  }

  /** The lines: a heading and a line for each queue, and for each link, if there are any. */
  static List<String> lines(Statistics statistics) {
    StatisticsTable table = new StatisticsTable(statistics);
    if (statistics.isEmpty()) {
      return List.of("No queue is open.");
    }
    return Stream.concat(table.queues(), table.links())
        .map(String::stripTrailing)
        .flatMap(line -> line.isEmpty() ? Stream.of(line) : LineWrap.fold(line, FOLD).lines())
        .toList();
  }

  private Stream<String> queues() {
    Samples<Long, QueueSample> queues = statistics.queues();
    String heading =
        QUEUE.formatted("queue", "at", "unread", "of", "posted", "waiters", "failed", "rate");
    return queues.isEmpty()
        ? Stream.empty()
        : Stream.concat(Stream.of(heading), queues.keys().stream().map(this::queue));
  }

  private String queue(long number) {
    QueueSample queue = statistics.queues().get(number);
    double rate = statistics.queues().rate(number, QueueSample::completed);
    return QUEUE.formatted(
        queue.kind() + " " + number,
        place(queue.place()),
        count(queue.unread()),
        queue.capacity() == 0 ? UNKNOWN : count(queue.capacity()),
        count(queue.posted()),
        queue.waiters(),
        count(queue.failures()),
        Double.isNaN(rate) ? UNKNOWN : Quantity.rate(rate));
  }

  private Stream<String> links() {
    Samples<String, LinkSample> links = statistics.links();
    String heading = LINK.formatted("link", "to", "out MB/s", "in MB/s", "unread", "of");
    return links.isEmpty()
        ? Stream.empty()
        : Stream.concat(Stream.of("", heading), links.keys().stream().map(this::link));
  }

  private String link(String key) {
    LinkSample link = statistics.links().get(key);
    return LINK.formatted(
        shortened(link.local(), ADDRESS),
        shortened(link.peer(), ADDRESS),
        megabytes(statistics.links().rate(key, LinkSample::written)),
        megabytes(statistics.links().rate(key, LinkSample::read)),
        count(link.unread()),
        Quantity.bytes(link.capacity()));
  }

  /** A number; below 0 it is unknown. */
  private static String count(long count) {
    if (count < 0) {
      return UNKNOWN;
    }
    return count < EXACT ? Long.toString(count) : Quantity.count(count);
  }

  private static String megabytes(double bytesPerSecond) {
    return Double.isNaN(bytesPerSecond) ? UNKNOWN : Quantity.digits(bytesPerSecond / MEGABYTE);
  }

  /** The first of several addresses, and how many more there are. */
  private static String place(String addresses) {
    String[] all = addresses.split(" ", -1);
    String more = all.length == 1 ? "" : " +" + (all.length - 1);
    return shortened(all[0], PLACE - more.length()) + more;
  }

  /** The end of a long address, which differs most. */
  private static String shortened(String address, int width) {
    return address.length() <= width
        ? address
        : ".." + address.substring(address.length() - width + 2);
  }
}

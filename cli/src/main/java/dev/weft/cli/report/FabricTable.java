package dev.weft.cli.report;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the list of fabrics. */
public final class FabricTable {
  private static final String NEWLINE = System.lineSeparator();

  /** From the first cell to the end of the inject size. */
  private static final int FOLD = 31;

  private FabricTable() {}

  /** One line per fabric, with its capabilities below; equal ones once. */
  public static String brief(List<FabricInfo> infos) {
    int width = infos.stream().mapToInt(info -> provider(info).length()).max().orElse(0);
    String header =
        row(
            width,
            "provider",
            "endpoint",
            "max message",
            "inject",
            "transmits",
            "receives",
            "threading",
            "progress");
    return header
        + NEWLINE
        + "-".repeat(header.lines().mapToInt(String::length).max().orElse(0))
        + NEWLINE
        + infos.stream()
            .map(info -> block(width, info))
            .distinct()
            .collect(Collectors.joining(NEWLINE));
  }

  /** Every attribute, with its C name. */
  public static String everything(List<FabricInfo> infos) {
    return infos.stream()
        .map(info -> info.toString().lines().map(FabricTable::wrap))
        .map(lines -> lines.collect(Collectors.joining(NEWLINE)))
        .collect(Collectors.joining(NEWLINE + NEWLINE));
  }

  /** Continues an overlong line below the attribute's value. */
  private static String wrap(String line) {
    int start = line.length() - line.stripLeading().length();
    return LineWrap.wrap(line, " ".repeat(start + "caps: ".length()));
  }

  private static String provider(FabricInfo info) {
    return info.fabric().providerName();
  }

  private static String block(int width, FabricInfo info) {
    String line =
        row(
            width,
            provider(info),
            type(info.endpoint().type()),
            limit(info.endpoint().maxMessageSize()),
            limit(info.transmit().injectSize()),
            Quantity.exact(info.transmit().size()),
            Quantity.exact(info.receive().size()),
            threading(info.domain().threading()),
            progress(info.domain().dataProgress()));
    return line + NEWLINE + capabilities(info) + NEWLINE;
  }

  private static String type(EndpointType type) {
    return "FI_EP_" + type;
  }

  private static String threading(Threading threading) {
    return threading.name().toLowerCase(Locale.ROOT);
  }

  private static String progress(ProgressModel progress) {
    return progress.name().toLowerCase(Locale.ROOT);
  }

  private static String limit(long bytes) {
    return bytes == 0 || bytes == Long.MAX_VALUE ? "-" : Quantity.bytes(bytes);
  }

  private static String capabilities(FabricInfo info) {
    String names = Capabilities.describe(info.capabilities());
    String words = names.replace("FI_", "").replace('|', ' ').toLowerCase(Locale.ROOT);
    return LineWrap.wrap("  " + words, "  ");
  }

  /** A line whose first cell has at least {@code width} characters. */
  private static String row(int width, Object... cells) {
    int first = Math.max(9, width);
    String format = "%-" + first + "s %-11s %11s %6s %9s %8s %-9s %-8s";
    String row = String.format(Locale.ROOT, format, cells).stripTrailing();
    return LineWrap.fold(row, first + FOLD);
  }
}

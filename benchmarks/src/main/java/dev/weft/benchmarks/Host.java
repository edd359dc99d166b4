package dev.weft.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Describes this machine: the facts that figures depend on. */
final class Host {
  private static final Path CONGESTION_CONTROL =
      Path.of("/proc/sys/net/ipv4/tcp_congestion_control");

  private Host() {}

  /** {@code JDK 25.0.3+9 (Eclipse Adoptium), Intel Xeon, 2 processors, TCP cubic, load 0.3}. */
  static String describe() {
    return String.format(
        Locale.ROOT,
        "JDK %s (%s), %s, %d processors, %s %s, TCP %s, load %.1f",
        Runtime.version(),
        System.getProperty("java.vendor"),
        processor(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        congestionControl(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  /** Of new connections; {@code bbr} delays large messages between processes of one host, too. */
  private static String congestionControl() {
    try {
      return Files.readString(CONGESTION_CONTROL).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}

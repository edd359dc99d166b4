package dev.weft.benchmarks;

import java.util.List;
import java.util.stream.Stream;

/**
 * The rows of section {@code native}: Weft on libfabric's providers between two processes, beside
 * libfabric in C on the same provider and UCX for Java on the same kind of transport.
 */
final class OverLibfabric {
  private static final String SECTION = "native";

  private OverLibfabric() {}

  static List<Comparison> comparisons() {
    return Stream.of(over("tcp", "tcp"), over("shm", "shm,self")).flatMap(List::stream).toList();
  }

  /**
   * The rows of a provider.
   *
   * @param transports of UCX, as {@code UCX_TLS} names them
   */
  private static List<Comparison> over(String provider, String transports) {
    String ofi = "ofi:" + provider;
    Contender small = BetweenProcesses.between("weft", "ping-pong", "weft-ping-pong@" + ofi, 0);
    Contender large =
        BetweenProcesses.between("weft", "large-ping-pong", "weft-large-ping-pong@" + ofi, 0);
    return List.of(
        row(
            "tagged 8 B half round trip, mean, " + ofi,
            Target.timesThePeers(1.1, "ns"),
            small,
            Contender.of("libfabric in C", "libfabric", "half", provider)),
        row(
            "tagged 8 B half round trip, mean, C with two threads, " + ofi,
            Target.timesThePeers(1.1, "ns"),
            small,
            withTwoThreads("half", provider)),
        row(
            "tagged 8 B half round trip, " + ofi,
            Target.timesThePeers(1, "ns"),
            BetweenProcesses.between("weft", "half", "weft@" + ofi, 0),
            BetweenProcesses.jucx("tagged", "half", "jucx@" + transports)),
        row(
            "1 MiB messages, one under way, mean, " + ofi,
            Target.atLeastTimesThePeers(0.95, "GB/s"),
            large,
            Contender.of("libfabric in C", "libfabric", "large", provider)),
        row(
            "1 MiB messages, one under way, mean, C with two threads, " + ofi,
            Target.atLeastTimesThePeers(0.95, "GB/s"),
            large,
            withTwoThreads("large", provider)),
        row(
            "1 MiB messages, " + ofi,
            Target.atLeastTimesThePeers(1, "GB/s"),
            BetweenProcesses.between("weft", "large", "weft-large-any@" + ofi, 0),
            BetweenProcesses.jucx("tagged", "large", "jucx-large@" + transports)));
  }

  private static Contender withTwoThreads(String what, String provider) {
    return Contender.of("libfabric in C, two threads", "libfabric-threads", what, provider);
  }

  private static Comparison row(String what, Target target, Contender ours, Contender peer) {
    return new Comparison(SECTION, what, target, true, List.of(ours, peer));
  }
}

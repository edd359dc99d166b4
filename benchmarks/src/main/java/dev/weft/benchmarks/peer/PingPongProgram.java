package dev.weft.benchmarks.peer;

import dev.weft.benchmarks.between.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The calls of {@link FabricTool} by {@code libfabric_pingpong.c}, after a warm-up.
 *
 * @param tool the provider, and what is measured
 * @param times round trips; a tenth more warm up first
 * @param threads 1, as of {@code fi_pingpong}, or 2, one of which sleeps
 */
public record PingPongProgram(FabricTool tool, int times, int threads) {
  private static final int MAX_SECONDS = 60;

  /** As many round trips as the tool makes. */
  public PingPongProgram(FabricTool tool, int threads) {
    this(tool, tool.times(), threads);
  }

  /** Nanoseconds, or gigabytes a second of {@code large}. */
  public double measure() throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      double half = halfRoundTrip(PingPongSource.compileIn(folder.path()));
      return tool.isLarge() ? tool.size() / half : half;
    }
  }

  /** Mean nanoseconds; one end answers on processor 0, the other one asks on 1. */
  double halfRoundTrip(Path program) throws IOException {
    try (PingPongEnd answering = PingPongEnd.start(0, command(program, "answer", MAX_SECONDS));
        PingPongEnd asking = PingPongEnd.start(1, command(program, "ask", MAX_SECONDS))) {
      answering.introduce(asking.address());
      asking.introduce(answering.address());
      return asking.figure();
    }
  }

  /** What starts an end, which fails after so many seconds. */
  List<String> command(Path program, String role, int maxSeconds) {
    return List.of(
        program.toString(),
        role,
        tool.provider(),
        Integer.toString(tool.size()),
        Integer.toString(times / 10),
        Integer.toString(times),
        Integer.toString(threads),
        Integer.toString(maxSeconds));
  }
}

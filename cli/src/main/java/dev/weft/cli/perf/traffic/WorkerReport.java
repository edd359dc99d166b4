package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.CompletionTimeout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What one end observed of a row.
 *
 * @param traffic empty at the end that does not measure
 * @param allocated heap bytes
 * @param wholeProcess whether other threads' are included
 * @param digest SHA-256 of the file that was sent, or of the received bytes; null without a file
 * @param failure why it stopped early, else empty
 */
public record WorkerReport(
    PerfResult.Traffic traffic,
    PerfResult.Completions completions,
    long allocated,
    boolean wholeProcess,
    String digest,
    String failure) {

  /** Whether this end found no error. */
  public boolean isSound() {
    return failure.isEmpty()
        && completions.lost() == 0
        && completions.duplicated() == 0
        && traffic.corrupt() == 0;
  }

  /** The result of the row, from the reports of both ends. */
  public PerfResult with(
      WorkerReport follower, TestCase row, boolean oneProcess, double bounceNanos) {
    return new PerfResult(
        row.fabric(),
        row.test(),
        row.size(),
        traffic.messages() > 0 ? traffic.alsoCorrupt(follower.traffic.corrupt()) : follower.traffic,
        completions.plus(follower.completions),
        oneProcess && wholeProcess
            ? Math.max(allocated, follower.allocated)
            : allocated + follower.allocated,
        bounceNanos,
        new PerfResult.Digests(digest, follower.digest),
        firstFailure(failure, follower.failure));
  }

  /** The failure of the end that failed first, not of the one that stopped because of it. */
  private static String firstFailure(String one, String other) {
    return one.isEmpty() || (one.equals(CompletionTimeout.STOPPED) && !other.isEmpty())
        ? other
        : one;
  }

  public void write(DataOutput out) throws IOException {
    out.writeLong(traffic.messages());
    out.writeLong(traffic.bytes());
    out.writeLong(traffic.elapsedNanos());
    out.writeLong(traffic.corrupt());
    writeHistogram(out, traffic.latencies());
    out.writeLong(completions.posted());
    out.writeLong(completions.seen());
    out.writeLong(completions.duplicated());
    out.writeLong(allocated);
    out.writeBoolean(wholeProcess);
    out.writeUTF(digest == null ? "" : digest);
    out.writeUTF(failure);
  }

  public static WorkerReport read(DataInput in) throws IOException {
    PerfResult.Traffic traffic =
        new PerfResult.Traffic(
            in.readLong(), in.readLong(), in.readLong(), in.readLong(), readHistogram(in));
    PerfResult.Completions completions =
        new PerfResult.Completions(in.readLong(), in.readLong(), in.readLong());
    long allocated = in.readLong();
    boolean wholeProcess = in.readBoolean();
    String digest = in.readUTF();
    return new WorkerReport(
        traffic,
        completions,
        allocated,
        wholeProcess,
        digest.isEmpty() ? null : digest,
        in.readUTF());
  }

  private static void writeHistogram(DataOutput out, Histogram histogram) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int bytes = histogram.encodeIntoCompressedByteBuffer(buffer);
    out.writeInt(bytes);
    out.write(buffer.array(), 0, bytes);
  }

  private static Histogram readHistogram(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(bytes), Measurements.MAX_NANOS);
    } catch (DataFormatException e) {
      throw new IOException("latencies that are none", e);
    }
  }
}

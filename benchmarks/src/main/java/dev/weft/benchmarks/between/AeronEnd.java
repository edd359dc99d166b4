package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.AeronSide;
import dev.weft.benchmarks.contenders.Side;
import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.agrona.concurrent.BackoffIdleStrategy;

/**
 * Aeron IPC between two processes, with the driver in the measuring process. The driver's only
 * thread backs off when idle, because the two ends spin on both processors.
 */
final class AeronEnd {
  private static final int TERM_BYTES = 64 << 20;
  private static final int MAX_FRAGMENT = 65_504;
  private static final int STREAM = 1001;

  private final ExclusivePublication out;
  private final Image in;

  private AeronEnd(ExclusivePublication out, Image in) {
    this.out = out;
    this.in = in;
  }

  static AeronEnd open(Meeting meeting) throws IOException, InterruptedException {
    Path folder = meeting.folder().resolve("aeron");
    if (meeting.first()) {
      MediaDriver.launchEmbedded(driver(folder));
      meeting.leave("driver is up".getBytes(StandardCharsets.US_ASCII));
    } else {
      meeting.take();
    }
    Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(folder.toString()));
    int own = STREAM + (meeting.first() ? 0 : 1);
    int other = STREAM + (meeting.first() ? 1 : 0);
    Subscription subscription = aeron.addSubscription(CommonContext.IPC_CHANNEL, other);
    ExclusivePublication out = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, own);
    while (!out.isConnected() || subscription.imageCount() == 0) {
      Thread.onSpinWait();
    }
    return new AeronEnd(out, subscription.imageAtIndex(0));
  }

  private static MediaDriver.Context driver(Path folder) {
    return new MediaDriver.Context()
        .aeronDirectoryName(folder.toString())
        .threadingMode(ThreadingMode.SHARED)
        .sharedIdleStrategy(new BackoffIdleStrategy())
        .ipcTermBufferLength(TERM_BYTES)
        .ipcMtuLength(MAX_FRAGMENT)
        .dirDeleteOnStart(true);
  }

  /** A side with one message at a time. */
  Side side(int bytes) {
    return new AeronSide(out, in, bytes);
  }

  /** A side with as many messages as fit. */
  Side stream(int bytes) {
    return new AeronStream(out, in, bytes);
  }
}

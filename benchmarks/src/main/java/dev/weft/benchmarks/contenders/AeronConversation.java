package dev.weft.benchmarks.contenders;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import org.agrona.concurrent.BackoffIdleStrategy;

/**
 * Aeron IPC inside this process: two streams through an embedded driver. The driver's only thread
 * backs off when idle, because the two ends spin on both processors.
 */
final class AeronConversation {
  private static final int TERM_BYTES = 64 << 20;
  private static final int QUESTIONS = 1001;
  private static final int ANSWERS = 1002;

  private AeronConversation() {}

  /** Two ends that exchange messages of {@code bytes} bytes, the number being the first eight. */
  static Conversation open(int bytes) {
    MediaDriver driver = MediaDriver.launchEmbedded(driverContext());
    Aeron aeron =
        Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    Subscription questions = aeron.addSubscription(CommonContext.IPC_CHANNEL, QUESTIONS);
    Subscription answers = aeron.addSubscription(CommonContext.IPC_CHANNEL, ANSWERS);
    ExclusivePublication asks = publication(aeron, QUESTIONS);
    ExclusivePublication replies = publication(aeron, ANSWERS);
    return new Conversation(
        new AeronSide(asks, firstImage(answers), bytes),
        new AeronSide(replies, firstImage(questions), bytes),
        () -> {
          aeron.close();
          driver.close();
        });
  }

  private static MediaDriver.Context driverContext() {
    return new MediaDriver.Context()
        .threadingMode(ThreadingMode.SHARED)
        .sharedIdleStrategy(new BackoffIdleStrategy())
        .ipcTermBufferLength(TERM_BYTES)
        .dirDeleteOnStart(true)
        .dirDeleteOnShutdown(true);
  }

  private static ExclusivePublication publication(Aeron aeron, int stream) {
    ExclusivePublication publication =
        aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, stream);
    while (!publication.isConnected()) {
      Thread.yield();
    }
    return publication;
  }

  private static Image firstImage(Subscription subscription) {
    while (subscription.imageCount() == 0) {
      Thread.yield();
    }
    return subscription.imageAtIndex(0);
  }
}

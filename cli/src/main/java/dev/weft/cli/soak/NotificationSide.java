package dev.weft.cli.soak;

import dev.weft.verbs.Devices;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;

/** One side of a reliable connection that carries empty messages. */
final class NotificationSide implements AutoCloseable {
  private static final int DEPTH = 32;

  private final SoakPair pair;
  private final SendWorkRequest send = new SendWorkRequest().send();
  private final ReceiveWorkRequest receive = new ReceiveWorkRequest();

  NotificationSide(String device) {
    pair = new SoakPair(Devices.named(device), DEPTH, SoakPair.PATIENT);
  }

  void meet(NotificationSide peer) {
    pair.connect(peer.pair.address());
  }

  void send() {
    pair.post(send);
  }

  void receive(int messages) {
    for (int i = 0; i < messages; i++) {
      pair.post(receive);
    }
  }

  void arm() {
    pair.arm();
  }

  /** Reads all completions; returns their number. */
  int drain() {
    int all = 0;
    int taken;
    do {
      taken = pair.poll();
      for (int i = 0; i < taken; i++) {
        if (pair.batch.status(i) != CompletionStatus.SUCCESS) {
          throw new SoakFailure(pair.batch.describe(i));
        }
      }
      all += taken;
    } while (taken > 0);
    return all;
  }

  /** Sleeps until this queue has an event. */
  void await() {
    if (!pair.await()) {
      throw new SoakFailure("interrupted");
    }
  }

  @Override
  public void close() {
    pair.close();
  }

  @Override
  public String toString() {
    return pair.toString();
  }
}

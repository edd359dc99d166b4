package dev.weft.cli.soak;

import dev.weft.connection.QueuePairAddress;
import dev.weft.connection.QueuePairSteps;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.CompletionStatus;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.QueuePairCapabilities;
import dev.weft.verbs.QueuePairInit;
import dev.weft.verbs.QueuePairType;
import dev.weft.verbs.ReceiveWorkRequest;
import dev.weft.verbs.SendWorkRequest;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsObject;
import dev.weft.verbs.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.util.List;

/** A reliable queue pair of empty messages, its queue, and the channel to sleep on. */
final class NotificationSide implements AutoCloseable {
  private static final int DEPTH = 32;

  private final VerbsContext context;
  private final CompletionChannel channel;
  private final CompletionQueue queue;
  private final ProtectionDomain domain;
  private final QueuePair pair;
  private final QueuePairAddress address;
  private final SendWorkRequest send = new SendWorkRequest().send();
  private final ReceiveWorkRequest receive = new ReceiveWorkRequest();
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), DEPTH);
  private final CompletionEvent event = new CompletionEvent();

  NotificationSide(String device) {
    context = Devices.named(device).open();
    channel = context.createCompletionChannel();
    queue = context.createCq(2 * DEPTH, this, channel, 0);
    domain = context.allocPd();
    pair =
        domain.createQp(
            QueuePairInit.builder(QueuePairType.RC)
                .completionQueue(queue)
                .capabilities(new QueuePairCapabilities(DEPTH, DEPTH, 1, 1, 0))
                .signalAll(true)
                .build());
    QueuePairSteps.initialise(pair, 0);
    address = QueuePairAddress.of(pair);
  }

  void meet(NotificationSide peer) {
    QueuePairSteps.connect(pair, address, peer.address);
  }

  void send() {
    check(pair.postSend(send));
  }

  void receive(int messages) {
    for (int i = 0; i < messages; i++) {
      check(pair.postRecv(receive));
    }
  }

  private static void check(int errno) {
    if (errno != 0) {
      throw new SoakFailure(VerbsErrno.strerror(errno));
    }
  }

  void arm() {
    check(queue.requestNotify(false));
  }

  /** How many completions there were. */
  int drain() {
    int all = 0;
    int taken;
    do {
      taken = queue.poll(batch, DEPTH);
      for (int i = 0; i < taken; i++) {
        if (batch.status(i) != CompletionStatus.SUCCESS) {
          throw new SoakFailure(batch.describe(i));
        }
      }
      all += Math.max(taken, 0);
    } while (taken > 0);
    return all;
  }

  /** Sleeps until there is an event of this side's queue. */
  void await() {
    check(channel.getEvent(event));
    if (!equals(event.context())) {
      throw new SoakFailure("an event of " + event.queue());
    }
    queue.ackEvents(1);
  }

  @Override
  public void close() {
    List.of(pair, domain, queue, channel).forEach(VerbsObject::close);
    context.close();
  }

  @Override
  public String toString() {
    return queue + " " + channel;
  }
}

package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Posts the sends in order and the receives in order; which of the two is ahead, and how much
 * progress is made between, is random.
 */
final class MessagesRun {
  private static final int READS_AFTERWARDS = 20;

  private final Random random;
  private final List<Transfer> transfers;

  /** Sends that were posted and not reported. */
  private final List<Transfer> underWay = new ArrayList<>();

  private final Side[] sides;
  private final long[] handles;
  private int sends;
  private int receives;

  MessagesRun(Random random, List<Transfer> transfers, Side... sides) {
    this.random = random;
    this.transfers = transfers;
    this.sides = sides;
    handles = new long[] {sides[0].handleOf(sides[1]), sides[1].handleOf(sides[0])};
  }

  void run() {
    int percentSends = List.of(10, 50, 90).get(random.nextInt(3));
    int percentProgress = List.of(10, 50, 90).get(random.nextInt(3));
    while (sends < transfers.size() || receives < transfers.size()) {
      boolean send = random.nextInt(100) < percentSends;
      postNext(receives == transfers.size() || (send && sends < transfers.size()));
      while (random.nextInt(100) < percentProgress) {
        take(random.nextInt(2));
      }
    }
    while (!underWay.isEmpty() || !transfers.stream().allMatch(this::isReceived)) {
      take(0);
      take(1);
    }
    transfers.forEach(transfer -> transfer.checkReceive(receiver(transfer)));
    checkThatNothingElseCame();
  }

  /** Memory of sends that a side reports is overwritten before the other side goes on. */
  private void take(int side) {
    sides[side].take();
    underWay.removeIf(
        transfer -> {
          boolean ended = transfer.from() == side && sides[side].has(transfer.number());
          if (ended) {
            transfer.checkSend(sides[side]);
          }
          return ended;
        });
  }

  private boolean isReceived(Transfer transfer) {
    return receiver(transfer).has(-transfer.number());
  }

  private Side receiver(Transfer transfer) {
    return sides[1 - transfer.from()];
  }

  private void postNext(boolean send) {
    Transfer transfer = transfers.get(send ? sends++ : receives++);
    Side sender = sides[transfer.from()];
    Side receiver = receiver(transfer);
    if (send) {
      long peer = handles[transfer.from()];
      sender.post(receiver, () -> transfer.send(sender.endpoint(), peer));
      underWay.add(transfer);
    } else {
      receiver.post(sender, () -> transfer.receive(receiver.endpoint()));
    }
  }

  private void checkThatNothingElseCame() {
    for (int i = 0; i < READS_AFTERWARDS; i++) {
      sides[0].take();
      sides[1].take();
    }
    assertEquals(2 * transfers.size(), sides[0].count() + sides[1].count());
    for (int i = 0; i < 2; i++) {
      sides[i].forget();
      sides[i].node().peers().remove(handles[i]);
    }
  }
}

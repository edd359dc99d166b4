package dev.weft.ffm.ibverbs.object;

import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Threads that poll, post, wait and ask until what they use is closed; prints {@code good}. */
final class UsersWhileClosing {
  private static final int ROUNDS = 20;

  private UsersWhileClosing() {}

  public static void main(String[] arguments) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (RdmaRig rig = new RdmaRig()) {
        run(rig, round);
      }
    }
    System.out.println("good");
  }

  private static void run(RdmaRig rig, int round) throws Exception {
    CompletionChannel channel = rig.context.createCompletionChannel();
    CompletionQueue queue = rig.context.createCq(64, null, channel, 0);
    ExtendedCompletionQueue extended =
        rig.context.createCqEx(CompletionQueueInit.builder(64).build());
    QueuePair pair = rig.pair(QueuePairType.UD, queue, null);
    QueuePair other = rig.pair(QueuePairType.UD, extended, null);
    QueuePairTransitions.makeReady(pair);
    QueuePairTransitions.makeReady(other);
    AddressHandle handle = rig.ownHandle();
    List<Thread> users = new ArrayList<>();
    users.add(start(() -> poll(queue)));
    users.add(start(() -> pollInPlace(extended)));
    users.add(start(() -> send(rig, pair, other, handle)));
    users.add(start(() -> receive(rig, other)));
    users.add(start(() -> other.query()));
    users.add(start(() -> waitForEvents(channel, queue)));
    for (int i = 0; i <= round; i++) {
      Thread.yield();
    }
    handle.close();
    pair.close();
    other.close();
    queue.close();
    extended.close();
    channel.close();
    for (Thread user : users) {
      user.join();
    }
  }

  /** Repeats a use until its object is closed. */
  private static Thread start(Runnable use) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                while (true) {
                  use.run();
                }
              } catch (IllegalStateException closed) {
                // the end
              }
            });
  }

  private static void poll(CompletionQueue queue) {
    try (Arena arena = Arena.ofConfined()) {
      queue.poll(WorkCompletionBatch.allocate(arena, 8), 8);
    }
    queue.requestNotify(false);
  }

  private static void pollInPlace(ExtendedCompletionQueue queue) {
    if (queue.startPoll() == 0) {
      do {
        queue.status();
      } while (queue.nextPoll() == 0);
      queue.endPoll();
    }
  }

  private static void send(RdmaRig rig, QueuePair from, QueuePair to, AddressHandle handle) {
    SendWorkRequest request =
        new SendWorkRequest().flags(SendFlags.SIGNALED).send().buffer(rig.region, 0, 8);
    from.postSend(request.to(handle, to.qpNum(), QueuePairTransitions.USUAL_QKEY));
  }

  private static void receive(RdmaRig rig, QueuePair pair) {
    pair.postRecv(new ReceiveWorkRequest().buffer(rig.region, 64, 64));
  }

  private static void waitForEvents(CompletionChannel channel, CompletionQueue queue) {
    if (channel.getEvent(new CompletionEvent()) != 0) {
      throw new IllegalStateException("closed");
    }
    queue.ackEvents(1);
  }
}

package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.VerbsErrno;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the completion queue of a node's sends overrun (VQ-49, VQ-50). What becomes of the queue
 * pairs is not said: this ends a program.
 */
final class Overrun {
  /** Larger queues take too long to fill. */
  private static final int MOST = 40;

  private final Players players;
  private final Settling settling;

  Overrun(Players players, Settling settling) {
    this.players = players;
    this.settling = settling;
  }

  /** Whether this node can do it now: nothing else may complete. */
  boolean isPossible(Player player) {
    return settling.settleAll(player)
        && settling.canWrite(player.side)
        && players.all.stream().allMatch(each -> each.side.isIdle())
        && player.side.places() == 0
        && player.side.sent.queue.real.cqe() <= MOST;
  }

  /** One completion more than there is room for. */
  void run(Player player) {
    Queue queue = player.side.sent.queue;
    int entries = queue.real.cqe();
    players.events.expectOverrun(queue.real);
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i <= entries; i++) {
      Request request = settling.barrier(player);
      requests.add(request);
      settling.await("room", () -> isPosted(player, request), () -> pollOthers(queue));
    }
    settling.await("CQ_ERR", players.events::take, () -> pollOthers(queue));
    requests.subList(0, entries).forEach(each -> queue.requireSuccess(each.wrId()));
    queue.requireOverrun();
    assertTrue(players.events.take(), "one event for each queue");
  }

  /** The queue itself only progresses; its queue pairs may fail and flush (VQ-50). */
  private int pollOthers(Queue queue) {
    queue.progress();
    return players.queues.stream().filter(each -> each != queue).mapToInt(Queue::drop).sum();
  }

  /** A place is given back when the completion is in the queue, polled or not. */
  private static boolean isPosted(Player player, Request request) {
    int errno = player.pair.postSend(player.forms.send(request));
    assertTrue(errno == 0 || errno == VerbsErrno.ENOMEM, "a request for an overrun");
    return errno == 0;
  }
}

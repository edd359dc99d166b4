package dev.weft.provider.verbs.threads;

import java.util.List;

/** Closes everything; a queue with an event that was not acknowledged must wait for it (VN-30). */
final class Closing {
  private static final int LOOKS = 20;

  private final Ledger ledger;
  private final List<Side> sides;
  private final List<Node> nodes;
  private final List<Handler> handlers;

  Closing(Ledger ledger, List<Side> sides, List<Node> nodes, List<Handler> handlers) {
    this.ledger = ledger;
    this.sides = sides;
    this.nodes = nodes;
    this.handlers = handlers;
  }

  void close() {
    for (Node node : nodes) {
      node.pair.close();
      node.window.close();
      if (node.path != null) {
        node.path.close();
      }
    }
    for (Side side : sides) {
      if (side.shared != null) {
        side.shared.close();
      }
      side.queues().forEach(this::close);
      if (side.channel != null) {
        side.channel.close();
      }
    }
    closeMemory();
  }

  private void close(Polled queue) {
    int kept = handlers.stream().mapToInt(each -> each.kept.getOrDefault(queue, 0)).sum();
    Thread closing = Thread.ofPlatform().daemon().start(queue.queue::close);
    for (int look = 0; look < LOOKS && kept > 0; look++) {
      ledger.require(!queue.queue.isClosed() && closing.isAlive(), "closed too early", queue);
      Thread.yield();
    }
    queue.queue.ackEvents(kept);
    Thrown.join(closing);
    if (closing.isAlive()) {
      long start = System.nanoTime();
      while (closing.isAlive() && System.nanoTime() - start < Ledger.PATIENCE) {
        Thrown.join(closing);
      }
    }
    ledger.require(queue.queue.isClosed(), "does not close", queue);
  }

  private void closeMemory() {
    for (Side side : sides) {
      side.memory.forEach(each -> each.region.close());
      side.domain.close();
    }
    sides.stream().map(each -> each.context).distinct().forEach(each -> each.close());
  }
}

package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.provider.verbs.program.Step.Operation;
import dev.weft.verbs.attributes.RegionAccess;
import java.util.ArrayList;
import java.util.List;

/** Which requests have an outcome that depends on time, or that the specification leaves open. */
final class Doubts {
  private final Setup setup;
  private final Players players;

  Doubts(Setup setup, Players players) {
    this.setup = setup;
    this.players = players;
  }

  /** The number of receives for which there is room. */
  int receives(Player player) {
    return player.shared == null
        ? player.pair.capabilities().maxReceiveWr()
        : player.shared.query().maxWr();
  }

  /** The number of buffers of a receive. */
  int buffers(Player player) {
    return player.shared == null
        ? player.pair.capabilities().maxReceiveSge()
        : player.shared.query().maxSge();
  }

  /** Whether nobody can say what becomes of them. */
  boolean isUndecidable(Player player, List<Request> requests) {
    if (setup.shared() && isAnotherWaiting(player)) {
      return true;
    }
    List<Request> before = new ArrayList<>();
    for (Request request : requests) {
      if (!setup.isReliable() && isClosed(request)) {
        return true; // what UC does with a refused write is not said
      }
      if (request.usesReceive() && isUndecidable(player, request, before)) {
        return true;
      }
      before.add(request);
    }
    return false;
  }

  /** Whether the node of another pair waits for the same receives. */
  private boolean isAnotherWaiting(Player player) {
    return players.all.stream()
        .anyMatch(
            each ->
                each != player
                    && each.peer.takesReceivesOf(player.peer)
                    && !each.side.waiting.isEmpty());
  }

  private boolean isUndecidable(Player player, Request request, List<Request> before) {
    Receipt receipt = Resolver.receipt(player.side, before);
    if (setup.isReliable()) {
      // whether the missing receive or the wrong key comes first is not said
      return request.operation() == Operation.RDMA_WRITE_WITH_IMM
          && receipt == null
          && (request.mistake().isRemote()
              || request.target().isClosed()
              || (setup.rights() & RegionAccess.REMOTE_WRITE) == 0);
    }
    return receipt != null && (receipt.mistake() != Mistake.NONE || isTooShort(receipt, request));
  }

  private boolean isTooShort(Receipt receipt, Request request) {
    int header = setup.isDatagram() ? Rules.ROUTE_HEADER : 0;
    return receipt.room() < header + (request.operation().isSend() ? request.bytes() : 0);
  }

  /** Whether one of them may change the state of a queue pair, or may race with others. */
  boolean isRisky(Player player, List<Request> requests) {
    Side side = player.side;
    boolean usual = side.isReady() && side.peer.isReady() && side.waiting.isEmpty();
    if (!usual || setup.rights() != RegionAccess.REMOTE || (setup.shared() && setup.pairs() > 1)) {
      return true;
    }
    List<Request> before = new ArrayList<>();
    for (Request request : requests) {
      if (request.mistake() != Mistake.NONE || isClosed(request)) {
        return true;
      }
      if (request.usesReceive()) {
        Receipt receipt = Resolver.receipt(side, before);
        if (receipt == null || receipt.mistake() != Mistake.NONE) {
          return true;
        }
      }
      before.add(request);
    }
    return false;
  }

  private static boolean isClosed(Request request) {
    return request.target() != null && request.target().isClosed();
  }

  /** Whether a lost message may yet be on its way to the receives of this node. */
  boolean isBlind(Player player) {
    return players.all.stream().anyMatch(each -> each.takesReceivesOf(player) && each.side.blind);
  }

  /** Whether a receive that is posted now is taken at once. */
  boolean isWaitedFor(Player player) {
    return players.all.stream()
        .anyMatch(each -> each.peer.takesReceivesOf(player) && !each.side.waiting.isEmpty());
  }
}

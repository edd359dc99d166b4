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
      if (!setup.isReliable() && isRefused(player, request, before)) {
        return true; // what UC does with a refused write is not said
      }
      if (request.operation().isLocal() && isAccessed(player, before)) {
        return true;
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

  /** Whether requests of the peer may wait for a receive, or this one for those before it. */
  private static boolean isAccessed(Player player, List<Request> before) {
    return !player.side.waiting.isEmpty()
        || !player.peer.side.waiting.isEmpty()
        || before.stream()
            .anyMatch(each -> each.usesReceive() && Resolver.receipt(player.side, before) == null);
  }

  private boolean isUndecidable(Player player, Request request, List<Request> before) {
    Receipt receipt = Resolver.receipt(player.side, before);
    if (request.operation() == Operation.SEND_WITH_INV) {
      // whether a message that fails invalidates is not said
      return receipt == null
          || receipt.mistake() != Mistake.NONE
          || request.mistake() == Mistake.LENGTH;
    }
    if (setup.isReliable()) {
      // whether the missing receive or the wrong key comes first is not said
      return request.operation() == Operation.RDMA_WRITE_WITH_IMM
          && receipt == null
          && (isRefused(player, request, before)
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
    boolean usual = side.isRunning() && side.peer.isReady() && side.waiting.isEmpty();
    if (!usual || setup.rights() != RegionAccess.REMOTE || (setup.shared() && setup.pairs() > 1)) {
      return true;
    }
    List<Request> before = new ArrayList<>();
    for (Request request : requests) {
      if (request.mistake() != Mistake.NONE
          || request.operation().isWindowed()
          || isRefused(player, request, before)
          || isUncertain(request)) {
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

  /** Whether the peer's memory must not be accessed, now or when those before are done. */
  private static boolean isRefused(Player player, Request request, List<Request> before) {
    if (request.target() == null || request.bytes() == 0) {
      return false;
    }
    return !Rules.isGranted(request)
        || (request.use() != null
            && WindowChoice.isInvalidated(player, request.use().window(), before));
  }

  private static boolean isUncertain(Request request) {
    return request.use() != null && !request.use().window().isCertain();
  }

  /** Whether a lost message may yet be on its way to the receives of this node. */
  boolean isBlind(Player player) {
    return players.all.stream().anyMatch(each -> each.takesReceivesOf(player) && each.side.blind);
  }

  /** Whether a message without a status, which waits, may find a receive that is wrong. */
  boolean isLost(Player player, List<Receipt> receipts) {
    return !setup.isReliable()
        && isWaitedFor(player)
        && receipts.stream().anyMatch(each -> each.mistake() != Mistake.NONE);
  }

  /** Whether a receive that is posted now is taken at once. */
  boolean isWaitedFor(Player player) {
    return players.all.stream()
        .anyMatch(each -> each.peer.takesReceivesOf(player) && !each.side.waiting.isEmpty());
  }
}

package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weft.provider.verbs.program.Side.State;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;

/** Moves queue pairs to other states and back (VQ-43 to VQ-45). */
final class States {
  private final Players players;
  private final Rules rules;
  private final Settling settling;

  States(Players players, Rules rules, Settling settling) {
    this.players = players;
    this.rules = rules;
    this.settling = settling;
  }

  private static int move(Player player, QueuePairState state) {
    return player.shown.modify(QueuePairAttributes.builder().state(state).build());
  }

  /** ERR: everything flushes. */
  void fail(Player player) {
    if (settling.settleAll(player) && player.side.state != State.FAILED) {
      assertEquals(0, move(player, QueuePairState.ERR), "ibv_modify_qp: ERR");
      player.side.flush();
      rules.run();
      settling.settle();
    }
  }

  /** SQD: what is posted from now on waits. Only if nothing is under way: that may wait or not. */
  void drain(Player player, boolean notify) {
    settling.settleAll(player);
    Side side = player.side;
    if (!side.isReady() || side.paused || !side.isIdle()) {
      return;
    }
    if (notify) {
      players.events.expectDrained(player.pair);
    }
    var attributes = QueuePairAttributes.builder().state(QueuePairState.SQD);
    int errno = player.shown.modify(attributes.notifyDrained(notify).build());
    assertEquals(0, errno, "ibv_modify_qp: SQD");
    side.paused = true;
    settling.settle();
  }

  /** RTS, from SQD or SQE: what has waited is executed. */
  void resume(Player player) {
    settling.settleAll(player);
    Side side = player.side;
    boolean revived = side.state == State.HALF && player.pair.state() == QueuePairState.SQE;
    if (!side.paused && !revived) {
      return;
    }
    settling.await("end of draining", () -> !player.pair.query().sendQueueDraining());
    assertEquals(0, move(player, QueuePairState.RTS), "ibv_modify_qp: RTS");
    side.resume();
    rules.run();
    settling.settle();
  }

  /** RESET of a node and its peer, and back to RTS. */
  void connect(Player player) {
    settling.settleAll(player);
    reset(player);
    reset(player.peer);
    players.connect(player);
  }

  private static void reset(Player player) {
    assertEquals(0, move(player, QueuePairState.RESET), "ibv_modify_qp: RESET");
    player.side.reset(Rules.RESET);
    requireRefusedSend(player);
    requireRefusedReceive(player);
  }

  /** VQ-04. */
  private static void requireRefusedSend(Player player) {
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    SendWorkRequest request = new SendWorkRequest().send();
    assertEquals(VerbsErrno.EINVAL, player.shown.postSend(request, bad), "post_send in RESET");
    assertSame(request, bad.request(), "bad_wr");
  }

  /** VQ-05. */
  private static void requireRefusedReceive(Player player) {
    BadRequest<ReceiveWorkRequest> bad = new BadRequest<>();
    ReceiveWorkRequest request = new ReceiveWorkRequest();
    assertEquals(VerbsErrno.EINVAL, player.shown.postRecv(request, bad), "post_recv in RESET");
    assertSame(request, bad.request(), "bad_wr");
  }
}

package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.provider.verbs.program.Step.Operation;
import dev.weft.verbs.VerbsException;
import java.util.ArrayList;
import java.util.List;

/** Runs the steps of a program on new queue pairs and compares each with the model. */
final class ProgramRun implements AutoCloseable {
  private final Setup setup;
  private final Players players;
  private final Rules rules;
  private final Posting posting;
  private final Settling settling;
  private final Resolver resolver;
  private final Doubts doubts;
  private final States states;
  private final QueueSizes sizes;
  private final Overrun overrun;

  /** Whether the rest cannot be run. */
  private boolean over;

  /** Steps that are posted together with the next one. */
  private final List<Step> chain = new ArrayList<>();

  ProgramRun(Setup setup, Disguise disguise, long patienceNanos) {
    this.setup = setup;
    players = new Players(setup, disguise);
    rules = new Rules(setup, players.all.stream().map(player -> player.side).toList());
    posting = new Posting(rules);
    settling = new Settling(setup, players, posting, patienceNanos);
    resolver = new Resolver(setup);
    doubts = new Doubts(setup, players);
    states = new States(players, rules, settling);
    sizes = new QueueSizes(settling);
    overrun = new Overrun(players, settling);
  }

  void run(List<Step> steps) {
    for (Step step : steps) {
      if (!chain.isEmpty() && !continues(step)) {
        postChain();
      }
      perform(step);
      if (over) {
        return;
      }
    }
    postChain();
    finish();
  }

  private boolean continues(Step step) {
    return switch (chain.getFirst()) {
      case Step.Send first ->
          step instanceof Step.Send send
              && send.node() == first.node()
              && !send.isBindCall()
              && !first.isBindCall();
      case Step.Receive first ->
          step instanceof Step.Receive receive && receive.node() == first.node();
      default -> false;
    };
  }

  private void perform(Step step) {
    switch (step) {
      case Step.Send send -> {
        chain.add(send);
        if (!send.more() || send.isBindCall()) {
          postChain();
        }
      }
      case Step.Receive receive -> {
        chain.add(receive);
        if (!receive.more()) {
          postChain();
        }
      }
      case Step.Poll poll -> queue(poll.node(), poll.receives()).poll((int) poll.entries());
      case Step.Resize resize -> sizes.resize(queue(resize.node(), resize.receives()), resize);
      case Step.Overrun last -> overrun(player(last.node()));
      case Step.Arm arm -> arm(arm);
      case Step.Fail fail -> states.fail(player(fail.node()));
      case Step.Drain drain -> states.drain(player(drain.node()), drain.event());
      case Step.Resume resume -> states.resume(player(resume.node()));
      case Step.Connect connect -> connect(player(connect.node()));
      case Step.Unregister unregister -> unregister(player(unregister.node()));
      case Step.Change change -> change(player(change.node()), change);
      case Step.Deallocate freed -> deallocate(player(freed.node()), freed.window());
    }
  }

  private Player player(int node) {
    return players.all.get(node % setup.nodes());
  }

  private Queue queue(int node, boolean receives) {
    Side side = player(node).side;
    return receives ? side.received.queue : side.sent.queue;
  }

  private void postChain() {
    List<Step> steps = List.copyOf(chain);
    chain.clear();
    if (steps.isEmpty()) {
      return;
    }
    switch (steps.getFirst()) {
      case Step.Send first -> send(player(first.node()), steps, first.builder());
      case Step.Receive first -> receive(player(first.node()), steps);
      default -> throw new AssertionError(steps);
    }
  }

  private void send(Player player, List<Step> steps, boolean builder) {
    List<Request> requests = new ArrayList<>();
    for (Step step : steps) {
      Request request = resolver.send(player, (Step.Send) step, requests);
      if (request != null) {
        requests.add(request);
      }
    }
    if (requests.isEmpty() || doubts.isUndecidable(player, requests)) {
      return;
    }
    boolean risky = doubts.isRisky(player, requests);
    if (!prepare(player, requests.size(), risky)) {
      return;
    }
    if (requests.getFirst().step().isBindCall()) {
      posting.bind(player, requests.getFirst());
    } else if (builder && requests.stream().noneMatch(ProgramRun::isForListsOnly)) {
      posting.build(player, requests);
    } else {
      posting.send(player, requests);
    }
    if (risky) {
      settling.settle();
    }
  }

  /** A builder has no wrong opcodes, and no buffers of atomic writes. */
  private static boolean isForListsOnly(Request request) {
    return request.mistake() == Mistake.OPCODE
        || (request.operation() == Operation.ATOMIC_WRITE && request.mistake() != Mistake.NONE);
  }

  /** Settles if the outcome would depend on time otherwise; whether to go on. */
  private boolean prepare(Player player, int count, boolean risky) {
    Side side = player.side;
    if (risky) {
      if (!settling.settleAll(player)) {
        return false;
      }
    } else if (side.mostPlaces() + count > player.pair.capabilities().maxSendWr()
        || !settling.hasRoom(side.sent.queue, count)) {
      settling.settle();
    }
    return settling.hasRoom(side.sent.queue, count);
  }

  private void receive(Player player, List<Step> steps) {
    List<Receipt> receipts = new ArrayList<>();
    int most = doubts.buffers(player);
    for (Step step : steps) {
      Receipt receipt = resolver.receive(player, (Step.Receive) step, most);
      if (receipt != null) {
        receipts.add(receipt);
      }
    }
    Side side = player.side;
    if (receipts.isEmpty() || doubts.isBlind(player) || doubts.isLost(player, receipts)) {
      return;
    }
    int room = doubts.receives(player);
    boolean unsettled = side.pendingReceives() + receipts.size() > room;
    boolean risky = doubts.isWaitedFor(player) || side.state == Side.State.FAILED;
    if (unsettled || risky || !settling.hasRoom(side.received.queue, receipts.size())) {
      settling.settle();
    }
    if (settling.hasRoom(side.received.queue, receipts.size())) {
      posting.receive(player, receipts, room);
      if (risky) {
        settling.settle();
      }
    }
  }

  private void overrun(Player player) {
    over = overrun.isPossible(player);
    if (over) {
      overrun.run(player);
    }
  }

  private void arm(Step.Arm step) {
    settling.settleAll(player(step.node()));
    queue(step.node(), step.receives()).arm(step.solicited());
  }

  private void connect(Player player) {
    states.connect(player);
    loseWindows(player);
    loseWindows(player.peer);
  }

  /** Windows of type 2 may belong to their queue pair: what RESET does to them is not said. */
  private static void loseWindows(Player player) {
    player.windows().stream()
        .filter(window -> window.isDoubtful() || (window.isTypeTwo() && window.isBound()))
        .forEach(Window::replace);
  }

  private void unregister(Player player) {
    settling.settleAll(player);
    if (!isQuiet(player)) {
      return;
    }
    if (isBound(player)) {
      assertThrows(VerbsException.class, player.spare.region::close, "ibv_dereg_mr"); // VQ-38
    } else {
      player.spare.close();
    }
  }

  private static boolean isBound(Player player) {
    return player.windows().stream().anyMatch(window -> window.isBoundTo(player.spare));
  }

  private void change(Player player, Step.Change step) {
    settling.settleAll(player);
    if (!isQuiet(player) || player.spare.isClosed()) {
      return;
    }
    if (isBound(player)) {
      player.spare.requireUnchangeable();
    } else {
      player.spare.change(step);
    }
  }

  private static boolean isQuiet(Player player) {
    return player.side.isIdle() && player.peer.side.isIdle();
  }

  private void deallocate(Player player, long window) {
    settling.settleAll(player);
    if (isQuiet(player)) {
      player.window(window).replace();
    }
  }

  private void finish() {
    for (Player player : players.all) {
      states.fail(player);
    }
    settling.settle();
    settling.requireNothing();
  }

  @Override
  public void close() {
    players.close();
  }
}

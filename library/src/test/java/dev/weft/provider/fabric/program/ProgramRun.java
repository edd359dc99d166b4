package dev.weft.provider.fabric.program;

import dev.weft.fabric.Endpoint;
import java.util.List;
import java.util.function.UnaryOperator;

/** Runs the steps of a program on new nodes and compares each with the models. */
final class ProgramRun implements AutoCloseable {
  private final Setup setup;
  private final Players players;
  private final MessageRun messages;
  private final MemoryRun memory;

  ProgramRun(Setup setup, UnaryOperator<Endpoint> disguise) {
    this.setup = setup;
    players = new Players(setup, disguise);
    messages = new MessageRun(setup, players);
    memory = new MemoryRun(players, setup.nodes());
  }

  void run(List<Step> steps) {
    for (int node = 0; node < setup.nodes(); node++) {
      players.learn(node, (node + 1) % setup.nodes());
      players.learn(node, node);
    }
    steps.forEach(this::perform);
    finish();
  }

  private void perform(Step step) {
    switch (step) {
      case Step.Send send when mayReach(send.from(), send.to()) -> messages.send(send);
      case Step.Receive receive when isHere(receive.node()) -> messages.receive(receive);
      case Step.Peek peek when isHere(peek.node()) -> messages.peek(peek);
      case Step.Claim claim when isHere(claim.node()) -> messages.claim(claim);
      case Step.Cancel cancel when isHere(cancel.node()) -> messages.cancel(cancel);
      case Step.Read read when isHere(read.node()) -> read(read.node(), read.entries());
      case Step.Introduce step2 when isHere(step2.node()) && isHere(step2.peer()) ->
          introduce(step2);
      case Step.Register register when isHere(register.node()) -> memory.register(register);
      case Step.Unregister region when isHere(region.node()) -> memory.unregister(region);
      case Step.Put put when mayReach(put.from(), put.to()) -> memory.put(put);
      case Step.Get get when mayReach(get.from(), get.to()) -> memory.get(get);
      case Step.Change change when mayReach(change.from(), change.to()) -> memory.change(change);
      case Step.Leave leave when isHere(leave.node()) -> leave(leave.node());
      default -> {}
    }
  }

  private boolean isHere(int node) {
    return !players.get(node).left;
  }

  private boolean mayReach(int from, int to) {
    return isHere(from) && players.knows(from, to);
  }

  private void read(int node, int entries) {
    players.take(node);
    players.get(node).reader.read(entries);
  }

  private void introduce(Step.Introduce step) {
    memory.settle();
    players.settle();
    players.learn(step.node(), step.peer());
  }

  private void leave(int node) {
    memory.settle();
    players.settle();
    memory.leave(node);
    players.get(node).close();
    players.model.leave(node);
    players.here().forEach(player -> player.reader.doom(node));
    players.settle();
  }

  private void finish() {
    readAll();
    players.here().forEach(player -> messages.finish(player.number));
    readAll();
    players.here().forEach(player -> messages.cancelAll(player.number));
    readAll();
    players.here().forEach(this::expectNothing);
  }

  private void readAll() {
    for (int round = 0; round < 3; round++) {
      memory.settle();
      players.settle();
      players.here().forEach(player -> player.reader.read(Integer.MAX_VALUE));
    }
  }

  private void expectNothing(Player player) {
    player.reader.expectNothing();
    memory.expectNothing(player);
    player.compareCounters(players.model.sides[player.number]);
  }

  @Override
  public void close() {
    players.close();
  }
}

package dev.weft.provider.fabric.program;

import dev.weft.SeededRandom;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.message.IoVector;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The nodes of a program with the model of their messages, kept in step. */
final class Players implements AutoCloseable {
  /** More progress calls than any operation needs. */
  static final int ROUNDS = 10_000;

  final Setup setup;
  final MatchingModel model;
  private final List<Player> all = new ArrayList<>();

  Players(Setup setup, UnaryOperator<Endpoint> disguise) {
    this.setup = setup;
    model = new MatchingModel(setup);
    String fabric = Node.freshName() + "-" + ProcessHandle.current().pid();
    for (int i = 0; i < setup.nodes(); i++) {
      all.add(new Player(i, setup, fabric, model.sides[i], disguise));
    }
  }

  Player get(int node) {
    return all.get(node);
  }

  Stream<Player> here() {
    return all.stream().filter(player -> !player.left);
  }

  void learn(int node, int peer) {
    get(node).learn(get(peer), model.sides[node]);
  }

  boolean knows(int node, int peer) {
    return get(node).handles[peer] != Player.UNKNOWN;
  }

  /** The handle of {@code peer} in completions at {@code node}. */
  long reported(int node, int peer) {
    return setup.source() ? get(node).handles[peer] : Player.UNKNOWN;
  }

  /** Makes a node take what has arrived. */
  void take(int node) {
    if (!get(node).left) {
      get(node).node.progress();
      model.drain(node);
    }
  }

  void takeAll() {
    here().forEach(player -> take(player.number));
  }

  /** Drives all nodes until none makes progress. */
  void settle() {
    int round = 0;
    do {
      takeAll();
    } while (++round < 2 || (round < 100 && here().anyMatch(Player::hasWork)));
  }

  /** The memory in up to four parts, some of which may be empty. */
  static IoVector split(MemorySegment memory, long length, long split) {
    IoVector vector = new IoVector();
    Random random = SeededRandom.of(split);
    long done = 0;
    for (long parts = split % 4; parts > 0; parts--) {
      long here = (long) (random.nextDouble() * (length - done + 1));
      vector.add(memory, done, here);
      done += here;
    }
    return vector.add(memory, done, length - done);
  }

  @Override
  public void close() {
    all.forEach(Player::close);
  }
}

package dev.weft.provider.fabric.program;

import dev.weft.fabric.message.AtomicOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates related steps: few tags, few keys, known ids. */
final class StepMaker {
  private static final long[] SIZES = {0, 1, 8, 63, 64, 65, 4096, 8191, 8192, 8193, 20_000};
  private static final int TAGS = 3;
  private static final int KEYS = 3;
  private static final AtomicOperation[] PLAIN = {
    AtomicOperation.SUM,
    AtomicOperation.PROD,
    AtomicOperation.MIN,
    AtomicOperation.MAX,
    AtomicOperation.BOR,
    AtomicOperation.BAND,
    AtomicOperation.BXOR,
    AtomicOperation.ATOMIC_WRITE
  };
  private static final AtomicOperation[] COMPARE = {
    AtomicOperation.CSWAP,
    AtomicOperation.CSWAP_NE,
    AtomicOperation.CSWAP_LT,
    AtomicOperation.CSWAP_GE,
    AtomicOperation.MSWAP
  };

  private final Random random;
  private final Setup setup;
  private final List<Step.Peek> claims = new ArrayList<>();
  private long id;

  StepMaker(Random random, Setup setup) {
    this.random = random;
    this.setup = setup;
  }

  List<Step> make(int count) {
    List<Step> steps = new ArrayList<>();
    boolean leaves = random.nextInt(4) == 0;
    for (int i = 0; i < count; i++) {
      id = i + 1L;
      boolean last = leaves && i == count * 2 / 3;
      steps.add(last ? new Step.Leave(node()) : next());
    }
    return steps;
  }

  private Step next() {
    int kind = random.nextInt(setup.datagram() ? 17 : 24);
    return switch (kind) {
      case 0, 1, 2, 3, 4 -> send();
      case 5, 6, 7, 8 -> receive(false);
      case 9 -> receive(true);
      case 10 -> new Step.Cancel(random.nextLong(id) + 1, node());
      case 11 -> peek();
      case 12 -> claim();
      case 13 -> new Step.Introduce(node(), node());
      case 14, 15, 16 -> new Step.Read(node(), random.nextInt(8));
      case 17 -> new Step.Register(id, node(), key(), size() + 8, !seldom(), !seldom());
      case 18 -> random.nextBoolean() ? new Step.Unregister(node(), key()) : put();
      case 19, 20 -> put();
      case 21 -> get();
      default -> change();
    };
  }

  private int node() {
    return random.nextInt(setup.nodes());
  }

  private long size() {
    return SIZES[random.nextInt(SIZES.length)];
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private long key() {
    return random.nextInt(KEYS);
  }

  private int source() {
    return random.nextInt(4) == 0 ? node() : Step.ANYBODY;
  }

  private boolean seldom() {
    return random.nextInt(4) == 0;
  }

  private long split() {
    return random.nextInt(1000);
  }

  private Step send() {
    var level = random.nextBoolean() ? any(Step.Level.values()) : Step.Level.TRANSMITTED;
    return new Step.Send(
        id,
        node(),
        node(),
        size(),
        random.nextBoolean(),
        random.nextInt(TAGS),
        seldom(),
        level,
        seldom(),
        random.nextBoolean(),
        split());
  }

  private Step receive(boolean multi) {
    return new Step.Receive(
        id,
        node(),
        multi ? random.nextLong(30_000) : size(),
        random.nextBoolean(),
        random.nextInt(TAGS),
        ignore(),
        source(),
        multi,
        random.nextBoolean(),
        split());
  }

  private long ignore() {
    return seldom() ? -1 : random.nextInt(2);
  }

  private Step peek() {
    var look = any(Step.Look.values());
    var peek = new Step.Peek(id, node(), random.nextInt(TAGS), ignore(), source(), look);
    if (look == Step.Look.CLAIM) {
      claims.add(peek);
    }
    return peek;
  }

  private Step claim() {
    if (claims.isEmpty() || seldom()) {
      return new Step.Claim(id, node(), size(), seldom());
    }
    Step.Peek claimed = claims.remove(random.nextInt(claims.size()));
    return new Step.Claim(claimed.id(), claimed.node(), size(), seldom());
  }

  private long address() {
    return seldom() ? random.nextLong(-2, 9000) : random.nextInt(9);
  }

  private Step put() {
    return new Step.Put(
        id,
        node(),
        node(),
        key(),
        address(),
        size(),
        seldom(),
        seldom(),
        random.nextBoolean(),
        split());
  }

  private Step get() {
    return new Step.Get(
        id, node(), node(), key(), address(), size(), random.nextBoolean(), split());
  }

  private Step change() {
    var group = any(Step.Group.values());
    var operations = group == Step.Group.COMPARE ? COMPARE : PLAIN;
    boolean reads = group == Step.Group.FETCH && seldom();
    return new Step.Change(
        id,
        node(),
        node(),
        key(),
        seldom() ? address() : random.nextInt(3) * (long) Long.BYTES,
        random.nextInt(3),
        group,
        reads ? AtomicOperation.ATOMIC_READ : any(operations),
        random.nextInt(-3, 4),
        random.nextInt(-3, 4),
        random.nextBoolean());
  }
}

package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.provider.verbs.program.Step.Operation;
import dev.weft.verbs.attributes.QueuePairType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes random steps. */
final class StepMaker {
  private static final int INLINE = 120;
  private static final int LONG = 30_000;
  private static final int FRAME = 8 << 10;

  private static final int WINDOWS = 4;

  /** One in so many programs ends with an overrun. */
  private static final int OVERRUNS = 4;

  private static final int RESIZES = 200;

  private static final List<Operation> MESSAGES = List.of(Operation.SEND, Operation.SEND_WITH_IMM);
  private static final List<Operation> WITHOUT_ANSWER =
      List.of(
          Operation.SEND,
          Operation.SEND_WITH_IMM,
          Operation.SEND_WITH_INV,
          Operation.BIND_MW,
          Operation.LOCAL_INV,
          Operation.RDMA_WRITE,
          Operation.RDMA_WRITE_WITH_IMM);

  private static final List<Mistake> BINDS =
      List.of(
          Mistake.WINDOW_TYPE,
          Mistake.WINDOW_KEY,
          Mistake.NO_BIND,
          Mistake.NOT_WRITABLE,
          Mistake.BIND_RANGE,
          Mistake.BOUND,
          Mistake.EMPTY,
          Mistake.NO_REGION,
          Mistake.OTHER_DOMAIN);

  private static final List<Mistake> FLUSHES =
      List.of(Mistake.REMOTE_KEY, Mistake.REMOTE_RANGE, Mistake.NO_RIGHT);

  private final Random random;
  private final Setup setup;
  private long id;

  /** One in so many requests is wrong. */
  private final int correct;

  private final boolean manyWindows;

  StepMaker(Random random, Setup setup) {
    this.random = random;
    this.setup = setup;
    correct = random.nextBoolean() ? 12 : 60;
    manyWindows = !setup.isDatagram() && random.nextInt(3) == 0;
  }

  List<Step> make(int count) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      steps.add(step());
    }
    if (random.nextInt(OVERRUNS) == 0) {
      steps.add(new Step.Overrun(random.nextInt(setup.nodes())));
    }
    return steps;
  }

  private Step step() {
    int node = random.nextInt(setup.nodes());
    int kind = random.nextInt(100);
    if (kind < 42) {
      return send(node);
    }
    if (kind < 76) {
      return receive(node);
    }
    if (kind < 90) {
      return new Step.Poll(node, random.nextBoolean(), random.nextInt(Queue.MOST + 1));
    }
    if (kind < 95) {
      return new Step.Arm(node, random.nextBoolean(), random.nextBoolean());
    }
    return switch (random.nextInt(16)) {
      case 0 -> new Step.Fail(node);
      case 8, 9 -> new Step.Drain(node, random.nextBoolean());
      case 12, 13, 14 -> new Step.Resize(node, random.nextBoolean(), random.nextInt(RESIZES));
      case 10, 11 -> new Step.Resume(node);
      case 1 ->
          random.nextBoolean()
              ? new Step.Unregister(node)
              : new Step.Change(node, random.nextInt(1 << 10), random.nextInt(1 << 10));
      case 3 -> new Step.Change(node, random.nextInt(1 << 10), random.nextInt(1 << 10));
      case 2 -> new Step.Deallocate(node, random.nextInt(WINDOWS));
      default -> new Step.Connect(node);
    };
  }

  private Step send(int node) {
    Operation operation = operation();
    boolean inline = mayBeInline(operation) && random.nextInt(5) == 0;
    long window = window(operation);
    Mistake mistake = isWrong() ? mistake(operation, inline, window) : Mistake.NONE;
    return new Step.Send(
        ++id,
        node,
        operation,
        inline ? random.nextInt(INLINE) : bytes(),
        split(),
        random.nextInt(1 << 20),
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        inline,
        random.nextInt(4) == 0,
        random.nextInt(4) == 0,
        window,
        mistake,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0);
  }

  /** Few programs access most memory through windows. */
  private long window(Operation operation) {
    int usual = operation.isWindowed() || random.nextBoolean() ? random.nextInt(WINDOWS) : 0;
    return manyWindows ? 1 + random.nextInt(WINDOWS) : usual;
  }

  private long split() {
    return random.nextBoolean() ? 0 : random.nextInt(1 << 20);
  }

  /** VQ-06: sends and writes. */
  private static boolean mayBeInline(Operation operation) {
    return operation.isSend() || operation.isWrite();
  }

  private boolean isWrong() {
    return random.nextInt(correct) == 0;
  }

  /** Table T4. */
  private Operation operation() {
    if (manyWindows && random.nextInt(5) == 0) {
      return Operation.BIND_MW;
    }
    List<Operation> all =
        switch (setup.type()) {
          case UD -> MESSAGES;
          case UC -> WITHOUT_ANSWER;
          default -> List.of(Operation.values());
        };
    return all.get(random.nextInt(all.size()));
  }

  private long bytes() {
    long bytes =
        switch (random.nextInt(12)) {
          case 0 -> 0;
          case 1 -> FRAME - 50 + random.nextInt(100);
          case 2 -> random.nextInt(FRAME);
          case 3 -> random.nextInt(4) == 0 ? random.nextInt(LONG) : 1;
          default -> random.nextInt(300);
        };
    return setup.isDatagram() ? bytes % 4097 : bytes;
  }

  private Mistake mistake(Operation operation, boolean inline, long window) {
    if (operation == Operation.BIND_MW) {
      return BINDS.get(random.nextInt(BINDS.size()));
    }
    if (operation == Operation.FLUSH) {
      return FLUSHES.get(random.nextInt(FLUSHES.size()));
    }
    if (operation == Operation.LOCAL_INV) {
      return Mistake.WINDOW_KEY;
    }
    List<Mistake> fitting = new ArrayList<>(List.of(Mistake.OPCODE));
    if (setup.isDatagram()) {
      fitting.add(Mistake.LOST);
    }
    if (!inline) {
      fitting.addAll(List.of(Mistake.BUFFERS, Mistake.LOCAL_KEY, Mistake.LOCAL_RANGE));
    }
    if (operation.isFetch()) {
      fitting.add(Mistake.NOT_WRITABLE);
    }
    if (setup.type() == QueuePairType.RC) {
      addRemote(operation, window, fitting);
    }
    return fitting.get(random.nextInt(fitting.size()));
  }

  private static void addRemote(Operation operation, long window, List<Mistake> fitting) {
    if (operation.isSend()) {
      fitting.addAll(List.of(Mistake.LENGTH, Mistake.LENGTH));
    } else {
      fitting.addAll(List.of(Mistake.REMOTE_KEY, Mistake.REMOTE_RANGE, Mistake.NO_RIGHT));
    }
    if (window > 0 && !operation.isSend()) {
      fitting.addAll(List.of(Mistake.STALE_KEY, Mistake.STALE_KEY));
    }
    if (operation.isOfWord()) {
      fitting.add(Mistake.UNALIGNED);
    }
  }

  private Step receive(int node) {
    Mistake[] wrong = {
      Mistake.LOCAL_KEY, Mistake.LOCAL_RANGE, Mistake.NOT_WRITABLE, Mistake.BUFFERS
    };
    Mistake mistake = isWrong() ? wrong[random.nextInt(wrong.length)] : Mistake.NONE;
    return new Step.Receive(++id, node, bytes(), split(), mistake, random.nextInt(3) == 0);
  }
}

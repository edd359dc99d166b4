package dev.weft.rdmacm.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates steps. Most callers connect; what follows is random. */
final class ConnectionStepMaker {
  private static final int MOST_BYTES = 196;
  private static final int TOO_MANY = 300;

  private final Random random;
  private final ConnectionSetup setup;

  ConnectionStepMaker(Random random, ConnectionSetup setup) {
    this.random = random;
    this.setup = setup;
  }

  List<ConnectionStep> make(int count) {
    List<ConnectionStep> steps = new ArrayList<>();
    for (int listener = 0; listener < setup.listeners(); listener++) {
      steps.add(new ConnectionStep.Listen(listener, channel()));
    }
    while (steps.size() < count) {
      if (random.nextInt(4) == 0) {
        call(steps, random.nextInt(setup.callers()));
      } else {
        steps.add(next());
      }
    }
    return steps;
  }

  /** What a connection takes, mostly in order, and mostly all of it. */
  private void call(List<ConnectionStep> steps, int caller) {
    int called = setup.peer(caller);
    int channel = channel();
    List<ConnectionStep> all =
        List.of(
            new ConnectionStep.Close(caller),
            new ConnectionStep.Close(called),
            new ConnectionStep.Create(caller, channel),
            new ConnectionStep.CreateQp(caller, kind()),
            new ConnectionStep.Connect(caller, listener(), bytes(), false),
            new ConnectionStep.Take(channel()),
            new ConnectionStep.Take(channel),
            new ConnectionStep.CreateQp(called, kind()),
            new ConnectionStep.Receive(called),
            new ConnectionStep.Accept(called, bytes(), false),
            new ConnectionStep.Receive(caller),
            new ConnectionStep.Send(caller),
            new ConnectionStep.Disconnect(id()),
            new ConnectionStep.Take(channel));
    if (random.nextInt(3) == 0) {
      int at = random.nextBoolean() ? 9 : 11;
      all = new ArrayList<>(all);
      all.set(at, new ConnectionStep.Race(caller, random.nextInt(2), random.nextInt(5)));
    }
    if (random.nextInt(4) == 0) {
      all = new ArrayList<>(all);
      all.set(4, new ConnectionStep.Hurry(caller, listener(), channel(), random.nextInt(6)));
      all.set(5, new ConnectionStep.Listen(listener(), channel()));
    }
    int length = 5 + random.nextInt(all.size() - 4);
    for (ConnectionStep step : all.subList(0, length)) {
      if (random.nextInt(16) == 0) {
        steps.add(next());
      }
      if (random.nextInt(24) > 0) {
        steps.add(step);
      }
    }
  }

  private ConnectionStep next() {
    return switch (random.nextInt(36)) {
      case 0 -> new ConnectionStep.Create(id(), channel());
      case 1 -> new ConnectionStep.Listen(listener(), channel());
      case 2 -> new ConnectionStep.CreateQp(id(), kind());
      case 3 -> new ConnectionStep.DestroyQp(id());
      case 4 -> new ConnectionStep.Connect(id(), listener(), bytes(), isRare());
      case 5, 6, 7 -> new ConnectionStep.Accept(id(), bytes(), isRare());
      case 8, 9 -> new ConnectionStep.Reject(id(), bytes());
      case 10, 11, 12 -> new ConnectionStep.Disconnect(id());
      case 13, 14, 15 -> new ConnectionStep.Close(id());
      case 16, 17 -> new ConnectionStep.Migrate(id(), channel());
      case 18 -> new ConnectionStep.MigrateListener(listener(), channel());
      case 19 -> rare(new ConnectionStep.CloseListener(listener()));
      case 20 -> rare(new ConnectionStep.CloseChannel(channel()));
      case 21, 22, 23 -> new ConnectionStep.Receive(id());
      case 24, 25 -> new ConnectionStep.Send(id());
      case 26, 27 -> new ConnectionStep.Race(caller(), random.nextInt(8), random.nextInt(8));
      case 28 -> new ConnectionStep.Modify(id(), random.nextBoolean());
      case 29, 30 -> new ConnectionStep.Hurry(caller(), listener(), channel(), random.nextInt(6));
      default -> new ConnectionStep.Take(channel());
    };
  }

  private ConnectionStep rare(ConnectionStep step) {
    return random.nextInt(3) == 0 ? step : new ConnectionStep.Take(channel());
  }

  private boolean isRare() {
    return random.nextInt(8) == 0;
  }

  private long bytes() {
    return switch (random.nextInt(8)) {
      case 0 -> MOST_BYTES + 1 + random.nextInt(TOO_MANY);
      case 1 -> MOST_BYTES;
      case 2, 3 -> 0;
      default -> 1 + random.nextInt(MOST_BYTES);
    };
  }

  private int kind() {
    return random.nextInt(6) == 0 ? random.nextInt(ConnectionSetup.KINDS) : 0;
  }

  private int caller() {
    return random.nextInt(setup.callers());
  }

  private int id() {
    return random.nextInt(setup.sides());
  }

  private int listener() {
    return random.nextInt(setup.listeners());
  }

  private int channel() {
    return random.nextInt(setup.channels());
  }
}

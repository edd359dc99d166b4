package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.between.Ends;
import dev.weft.benchmarks.between.Meeting;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.cli.workload.Pinning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** The peer of the measuring process; it runs until its input ends, and then deletes its files. */
public final class OtherProcess {
  private OtherProcess() {}

  /**
   * Arguments: what to do, the contender's name, the folder of the {@code Meeting}, the processor.
   */
  public static void main(String[] arguments) throws Exception {
    Thread.ofPlatform().daemon().start(OtherProcess::exitWithInput);
    Side side = Ends.open(arguments[1], new Meeting(Path.of(arguments[2]), false));
    Pinning.pinTo(Integer.parseInt(arguments[3]));
    switch (arguments[0]) {
      case "half", "ping-pong", "large-ping-pong" -> answer(side);
      case "wakeup" -> wake(side);
      case "remote" -> look(side);
      default -> talk(side);
    }
  }

  /** What the measuring thread meets while endpoints are closed at exit is of no interest. */
  private static void exitWithInput() {
    try {
      System.in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.setDefaultUncaughtExceptionHandler((_, _) -> {});
    System.exit(0);
  }

  private static void answer(Side side) {
    while (true) {
      side.send(side.receive());
    }
  }

  private static void look(Side side) {
    while (true) {
      side.receive();
    }
  }

  private static void talk(Side side) {
    for (long number = 1; true; number++) {
      side.send(number);
    }
  }

  private static void wake(Side side) {
    for (long i = 0; true; i++) {
      LockSupport.parkNanos(WakeUp.pauseBefore(i));
      side.send(System.nanoTime());
    }
  }
}

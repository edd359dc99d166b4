package dev.weft.cli.soak;

import dev.weft.fabric.WaitObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A process that is started and warm ahead of time, told its name, and killed while it exchanges
 * messages.
 */
final class Victim {
  static final String READY = "ready";

  private Victim() {}

  /** Waits for a line with fabric, own name and peer's name; sends and receives until killed. */
  static void run() throws IOException, InterruptedException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Rehearsal.run();
    System.out.println(READY);
    String line = input.readLine();
    if (line == null) {
      return;
    }
    Thread.ofPlatform().daemon().start(() -> endWith(input));
    String[] words = line.split(" ", -1);
    MortalTraffic traffic =
        new MortalTraffic(new SoakPort(words[0], words[1], words[2], WaitObject.UNSPEC));
    while (true) {
      traffic.send(MortalTraffic.BUSY);
      traffic.copy();
      traffic.take();
    }
  }

  /** The end of the input is the end of whoever would kill this process. */
  private static void endWith(BufferedReader input) {
    try {
      while (input.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}

package dev.weft.cli.soak;

import dev.weft.fabric.WaitObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A process that is started and warm ahead of time, told its name, and killed while it exchanges
 * messages and requests.
 */
final class KilledPeer {
  static final String READY = "ready";

  private KilledPeer() {}

  /**
   * Waits for a line with the fabric, its own name and its peer's, and where the peer's queue pair
   * is; says where its own is, and goes on until killed.
   */
  static void run() throws IOException, InterruptedException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    WarmUp.run();
    System.out.println(READY);
    String line = input.readLine();
    if (line == null) {
      return;
    }
    Thread.ofPlatform().daemon().start(() -> endWith(input));
    String[] words = line.split(" ", 4);
    Thread.ofPlatform().daemon().start(() -> request(words[0], words[3]));
    exchange(new SoakPort(words[0], words[1], words[2], WaitObject.UNSPEC));
  }

  private static void exchange(SoakPort port) {
    MessageTraffic traffic = new MessageTraffic(port, what -> {});
    while (true) {
      traffic.send(MessageTraffic.BUSY);
      traffic.copy();
      traffic.take();
    }
  }

  /** Its survivor has the first word, so that no request finds nobody. */
  private static void request(String fabric, String survivor) {
    NumberedRequests requests = NumberedRequests.towardsTheLiving(fabric);
    requests.meet(survivor);
    System.out.println(requests.name());
    while (true) {
      requests.take();
      requests.post();
    }
  }

  /** The end of the input is the end of whoever would kill this process. */
  private static void endWith(BufferedReader input) {
    try {
      while (input.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      System.exit(0);
    }
  }
}

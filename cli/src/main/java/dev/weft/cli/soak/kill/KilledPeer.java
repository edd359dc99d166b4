package dev.weft.cli.soak.kill;

import dev.weft.cli.soak.traffic.MessageTraffic;
import dev.weft.cli.soak.traffic.NumberedRequests;
import dev.weft.cli.soak.traffic.SoakPeer;
import dev.weft.cli.soak.traffic.SoakPorts;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A process that is started and warmed up in advance, then gets its name, and is killed while it
 * exchanges messages and requests.
 */
public final class KilledPeer {
  static final String READY = "ready";

  /** The argument of a process that ends after the preparation. */
  static final String PREPARE = "prepare";

  private KilledPeer() {}

  /** The process; it ends after its preparation if there is an argument. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    SoakPeer.run(arguments.length == 0 ? KilledPeer::run : WarmUp::run);
  }

  /**
   * Waits for a line with the fabric, its own name, its peer's name and the peer's queue pair;
   * prints its own queue pair, and continues until killed.
   */
  private static void run() throws IOException, InterruptedException {
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
    exchange(words[0], words[1], words[2]);
  }

  private static void exchange(String fabric, String name, String peer) {
    Node port = SoakPorts.named(fabric, name, WaitObject.UNSPEC);
    MessageTraffic traffic = new MessageTraffic(port, SoakPorts.address(fabric, peer), what -> {});
    while (true) {
      traffic.send(MessageTraffic.BUSY);
      traffic.copy();
      traffic.take();
    }
  }

  /** The survivor sends first, so that no request precedes its peer. */
  private static void request(String fabric, String survivor) {
    NumberedRequests requests = NumberedRequests.toLastingPeer(fabric);
    requests.meet(survivor);
    System.out.println(requests.name());
    while (true) {
      requests.take();
      requests.post();
    }
  }

  /** Ends with its input, which is closed when the killing process ends. */
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

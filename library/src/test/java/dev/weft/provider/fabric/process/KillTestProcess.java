package dev.weft.provider.fabric.process;

import dev.weft.OwnProcess;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A peer process with a {@link KillTestEndpoint} that sends to the survivors until it is killed, or
 * until its standard input ends, so that no test leaves a process.
 */
final class KillTestProcess {
  private static volatile boolean ended;

  private KillTestProcess() {}

  /** Starts a process as peer {@code number} of {@code addresses}, after {@code life} restarts. */
  static Process start(String fabric, int number, int life, int survivors, String[] addresses)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of(fabric));
    IntStream.of(number, life, survivors).mapToObj(String::valueOf).forEach(arguments::add);
    arguments.addAll(List.of(addresses));
    return OwnProcess.start(KillTestProcess.class, arguments.toArray(String[]::new));
  }

  /** The other process. */
  public static void main(String[] arguments) {
    int number = Integer.parseInt(arguments[1]);
    int life = Integer.parseInt(arguments[2]);
    int survivors = Integer.parseInt(arguments[3]);
    String[] addresses = Arrays.copyOfRange(arguments, 4, arguments.length);
    WaitObject wait = life % 2 == 0 ? WaitObject.NONE : WaitObject.UNSPEC;
    try (KillTestEndpoint killTestEndpoint =
        new KillTestEndpoint(
            Node.open(arguments[0], ShmPeer.hints(addresses[number]), wait),
            number,
            life,
            false,
            addresses)) {
      System.out.println("ready");
      Thread.ofPlatform().daemon().start(KillTestProcess::endWithInput);
      while (!ended) {
        for (int peer = 0; peer < survivors; peer++) {
          killTestEndpoint.send(peer);
        }
        killTestEndpoint.take(wait != WaitObject.NONE);
      }
      finish(killTestEndpoint, wait);
    }
  }

  /** Takes pending completions; prints how much was sent to each survivor. */
  private static void finish(KillTestEndpoint killTestEndpoint, WaitObject wait) {
    while (!killTestEndpoint.isIdle()) {
      killTestEndpoint.take(wait != WaitObject.NONE);
    }
    for (long[] sent : killTestEndpoint.sent) {
      System.out.println(Arrays.toString(sent));
    }
  }

  private static void endWithInput() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ended = true;
  }
}

package dev.weft.ffm.object;

import dev.weft.fabric.info.Capabilities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Has an endpoint of shm with a name until its input ends. Prints once it is enabled. */
final class NamedEndpoint {
  private NamedEndpoint() {}

  public static void main(String[] arguments) throws IOException {
    byte[] name = (arguments[0] + "\0").getBytes(StandardCharsets.UTF_8);
    boolean[] named = {false};
    try (Pair _ =
        new Pair(
            Pair.offer("ofi:shm", Capabilities.MSG),
            0,
            0,
            endpoint -> {
              if (!named[0]) {
                endpoint.name(name);
                named[0] = true;
              }
            })) {
      System.out.println("enabled");
      System.in.read();
    }
  }
}

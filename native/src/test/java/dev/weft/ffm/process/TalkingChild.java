package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weft.wire.process.ProcessMemories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;

/**
 * A process that greets the test and talks with it. It prints nothing unless something is wrong,
 * and ends with the process that started it.
 */
final class TalkingChild {
  /** The tag of the greeting. */
  static final long HELLO = -1;

  /** Options for a process that may read memory of others. */
  static final List<String> NATIVE =
      List.of(
          "-Ddev.weft.shm.read=true",
          "--enable-native-access=ALL-UNNAMED",
          "--illegal-native-access=deny");

  /** Options for a process that may not. */
  static final List<String> NOT_NATIVE =
      List.of("-Ddev.weft.shm.read=true", "--illegal-native-access=deny");

  private TalkingChild() {}

  /** The arguments for {@link #main}. */
  static String[] arguments(
      String own, String parent, boolean isNative, long messages, long... lengths) {
    String joined = String.join(",", Arrays.stream(lengths).mapToObj(Long::toString).toList());
    return new String[] {own, parent, Boolean.toString(isNative), Long.toString(messages), joined};
  }

  /** Arguments: own address, the parent's, whether C may be called, messages, their lengths. */
  public static void main(String[] arguments) {
    Thread.ofPlatform().daemon().start(TalkingChild::endWithParent);
    long[] lengths = Arrays.stream(arguments[4].split(",")).mapToLong(Long::parseLong).toArray();
    try (Side side = Side.open(arguments[0]);
        Arena arena = Arena.ofShared()) {
      long peer = side.node().peer(arguments[1]);
      side.post(side, () -> side.endpoint().tinject(arena.allocate(1), 1, peer, HELLO));
      var talk = new Conversation(side, arena, peer, Long.parseLong(arguments[3]), lengths);
      while (talk.goOn()) {
        Thread.onSpinWait();
      }
      assertFalse(talk.hasFailed());
      assertEquals(Boolean.parseBoolean(arguments[2]), ProcessMemories.obstacle() == null);
    }
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().halt(2);
  }
}

package dev.weft.provider.fabric.process;

import dev.weft.OwnProcess;
import dev.weft.SeededRandom;
import dev.weft.fabric.Errno;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * A process that sends numbered messages of several tags to one peer until it is killed, or until
 * its standard input ends, so that no test leaves a process.
 */
final class EndingPeer {
  /** Messages have the tags below this number. */
  static final int TAGS = 4;

  /** A tag that no message has. */
  static final long NEVER_SENT = TAGS;

  static final long LONG_BYTES = 40_000;
  private static final int LONG_ONE_IN = 16;

  private EndingPeer() {}

  static Process start(String fabric, String own, String peer, int life) throws IOException {
    return OwnProcess.start(EndingPeer.class, fabric, own, peer, String.valueOf(life));
  }

  /** Arguments: fabric, own address, peer's address, the number of earlier lives. */
  public static void main(String[] arguments) {
    long life = Long.parseLong(arguments[3]);
    Random random = SeededRandom.of(life);
    long[] sent = new long[TAGS];
    try (Node node = Node.open(arguments[0], ShmPeer.hints(arguments[1]), WaitObject.NONE)) {
      long peer = node.vector.insert(arguments[2].getBytes(StandardCharsets.UTF_8));
      MemorySegment message = node.memory(LONG_BYTES);
      Thread.ofPlatform().daemon().start(EndingPeer::haltWithInput);
      System.out.println("ready");
      while (true) {
        int tag = random.nextInt(TAGS);
        long length = random.nextInt(LONG_ONE_IN) == 0 ? LONG_BYTES : 16;
        message.set(ValueLayout.JAVA_LONG, 0, life);
        message.set(ValueLayout.JAVA_LONG, 8, sent[tag]++);
        send(node, message, length, peer, tag);
      }
    }
  }

  /** Sends a message and waits until its memory is free. */
  private static void send(Node node, MemorySegment message, long length, long peer, int tag) {
    while (node.endpoint.tsend(message, length, peer, tag, 1) == -Errno.EAGAIN) {
      node.progress();
    }
    node.expect(1);
  }

  private static void haltWithInput() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().halt(0);
  }
}

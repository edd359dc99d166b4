package dev.weft.cli.top;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.futures.Node;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Main class of a child process: passes messages to itself until its input ends. */
final class Traffic {
  private static final int UNREAD = 5;
  private static final int SIZE = 64;

  private Traffic() {}

  public static void main(String[] arguments) throws Exception {
    try (Node busy = Node.open(arguments[0]);
        Node idle = Node.open(arguments[0]);
        Arena arena = Arena.ofShared()) {
      MemorySegment bytes = arena.allocate(SIZE);
      for (int i = 0; i < UNREAD; i++) {
        idle.endpoint().send(bytes, SIZE, idle.peer(busy.address()), i);
      }
      Thread traffic = Thread.ofPlatform().start(() -> pass(busy, arena));
      System.out.println(busy.address() + " " + idle.address() + " " + busy.queue().size());
      awaitEndOfInput();
      traffic.interrupt();
      traffic.join();
    }
  }

  private static void pass(Node node, Arena arena) {
    MemorySegment out = arena.allocate(SIZE);
    MemorySegment in = arena.allocate(SIZE);
    CompletionBatch batch = CompletionBatch.allocate(arena, node.queue().format(), 16);
    long self = node.peer(node.address());
    while (!Thread.currentThread().isInterrupted()) {
      node.endpoint().recv(in, SIZE, FabricAddress.UNSPEC, 1);
      node.endpoint().send(out, SIZE, self, 2);
      node.queue().read(batch, 16);
      Thread.yield();
    }
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {}
  }
}

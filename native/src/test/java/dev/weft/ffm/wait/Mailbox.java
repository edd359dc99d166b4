package dev.weft.ffm.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A node that sends messages to itself; one receive is posted at any time. */
final class Mailbox implements AutoCloseable {
  private static final int SIZE = 8;

  private final Arena arena = Arena.ofShared();
  private final CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 8);
  private final MemorySegment letter = arena.allocate(SIZE);
  private final MemorySegment room = arena.allocate(SIZE);
  private final Node node;
  private final long self;

  private Mailbox(Node node) {
    this.node = node;
    this.self = node.peer(node.address());
    post();
  }

  static Mailbox open(String provider) {
    return open(provider, WaitObject.FD);
  }

  static Mailbox open(String provider, WaitObject kind) {
    return new Mailbox(Node.open(info(provider), attributes(kind, null)));
  }

  /** One whose queue is a member of the set. */
  static Mailbox open(Fabric fabric, WaitSet set) {
    return new Mailbox(Node.open(fabric, info("loopback"), attributes(WaitObject.SET, set)));
  }

  private static FabricInfo info(String provider) {
    FabricInfo hints =
        FabricInfo.builder().provider(provider).capabilities(Capabilities.MSG).build();
    return Fabrics.getInfo(hints).getFirst();
  }

  static CompletionQueueAttributes attributes(WaitObject kind, WaitSet set) {
    return CompletionQueueAttributes.builder()
        .format(CompletionFormat.TAGGED)
        .waitObject(kind)
        .waitSet(set)
        .build();
  }

  Node node() {
    return node;
  }

  CompletionQueue queue() {
    return node.queue();
  }

  int tryWait() {
    return node.fabric().tryWait(queue());
  }

  private void post() {
    assertEquals(0, node.endpoint().recv(room, SIZE, FabricAddress.UNSPEC, 0));
  }

  void send() {
    send(self, 1);
  }

  /** Sends messages, each without a completion. */
  void send(int count) {
    send(self, count);
  }

  private void send(long peer, int count) {
    for (int i = 0; i < count; i++) {
      while (node.endpoint().inject(letter, SIZE, peer) == -Errno.EAGAIN) {
        Thread.yield(); // the receiver makes room
      }
    }
  }

  /** Takes one message. */
  void take() {
    while (takeAll(1) == 0) {
      Thread.onSpinWait();
    }
  }

  /** Takes messages until there is none; returns how many. */
  int takeAll() {
    return takeAll(Integer.MAX_VALUE);
  }

  private int takeAll(int most) {
    int taken = 0;
    while (taken < most && queue().read(batch, 1) == 1) {
      taken++;
      post();
    }
    return taken;
  }

  /** Another process: sends this many messages to this address. */
  public static void main(String[] arguments) {
    try (Mailbox mail = open("shm")) {
      long peer = mail.node.peer(arguments[0]);
      mail.send(peer, Integer.parseInt(arguments[1]));
      while (mail.tryWait() != 0) {
        mail.takeAll();
      }
    }
  }

  @Override
  public void close() {
    node.close();
    arena.close();
  }
}

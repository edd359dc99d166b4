package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * One random program around a queue of a given size: peers send, with tags and without, and write
 * with data, while the queue's owner posts receives of all kinds, sends, cancels, and reads slowly.
 * Then all only read, and what was accepted must arrive, whatever takes up room: no message may
 * wait while a matching receive waits, no write may lack its entry, and no room may leak.
 */
final class RoomRun implements AutoCloseable {
  /** Polls without an entry after which none is expected any more: far more than any step needs. */
  private static final int IN_VAIN = 20_000;

  private static final int TAGS = 3;
  private static final int LARGE = 20_000;
  private static final int SENDS = 50;

  private record Posted(boolean tagged, long tag, long ignore, boolean multi) {
    boolean accepts(int messageTag) {
      return tagged && (tag | ignore) == (messageTag | ignore);
    }
  }

  private final Random random;
  private final RoomSide owner;
  private final List<RoomSide> peers = new ArrayList<>();
  private final MemorySegment peerMemory;
  private final Map<Long, Posted> posted = new HashMap<>();
  private final int[] sentWithTag = new int[TAGS];
  private final int[] seenWithTag = new int[TAGS];
  private final int atOnce;
  private final boolean selective;
  private int receives;
  private int sent;
  private int seen;
  private int written;
  private int seenWritten;
  private int accepted;
  private int acceptedByPeers;
  private int completed;
  private int completedByPeers;
  private long nextContext = 1;

  RoomRun(long seed, int size, String provider, RoomSide.Kind kind) {
    random = SeededRandom.of(seed);
    Threading threading = random.nextBoolean() ? Threading.SAFE : Threading.DOMAIN;
    selective = random.nextInt(5) == 0;
    atOnce = random.nextBoolean() ? 1 : 1 + random.nextInt(RoomSide.BATCH);
    String fabric = Node.freshName();
    owner = new RoomSide(fabric, provider, threading, size, kind, selective);
    for (int i = 0; i < (kind == RoomSide.Kind.CONNECTED ? 1 : 2); i++) {
      RoomSide.Kind plain = kind == RoomSide.Kind.CONNECTED ? kind : RoomSide.Kind.PLAIN;
      RoomSide peer = new RoomSide(fabric, provider, threading, 0, plain, false);
      peers.add(peer);
      RoomSide.join(peer, owner);
    }
    peerMemory = peers.getFirst().memory(LARGE);
  }

  void run(int steps) {
    peers.forEach(peer -> postMulti(peer, 1 << 20));
    for (int i = 0; i < steps; i++) {
      step();
    }
    settle("deliver what is accepted", this::nothingWaitsInVain);
    if (!selective) {
      cancelAll();
      takeTheRest();
      settle("complete all sends", () -> accepted == completed);
      settle("complete the peers' operations", () -> acceptedByPeers == completedByPeers);
      noRoomIsLost();
    }
  }

  private void step() {
    RoomSide peer = peers.get(random.nextInt(peers.size()));
    switch (random.nextInt(10)) {
      case 0, 1 -> postReceive();
      case 2 -> postTagged();
      case 3 -> postMulti();
      case 4 -> peerSends(peer);
      case 5 -> peerSendsTagged(peer);
      case 6 -> peerWrites(peer);
      case 7 -> ownerSends(peer);
      case 8 -> cancelOne();
      default -> turn();
    }
  }

  private int length() {
    return random.nextInt(4) == 0 ? LARGE : 8 + random.nextInt(64);
  }

  // The owner's steps.

  private void postReceive() {
    int bytes = selective ? LARGE : length();
    long context = nextContext++;
    if (selective && random.nextBoolean() && owner.takesMultiReceives()) {
      Message message =
          new Message().vector(IoVector.of(owner.memory(bytes))).address(-1).context(context);
      note(context, owner.endpoint().recvMsg(message, OperationFlags.COMPLETION), false, 0, -1);
    } else {
      note(context, owner.recv(owner.memory(bytes), context), false, 0, -1);
    }
  }

  private void postTagged() {
    if (!selective) {
      long tag = random.nextInt(TAGS);
      long ignore = random.nextInt(3) == 0 ? -1 : 0;
      long context = nextContext++;
      int result = owner.trecv(owner.memory(length()), tag, ignore, context);
      note(context, result, true, tag, ignore);
    }
  }

  private void note(long context, int result, boolean tagged, long tag, long ignore) {
    if (isAccepted(result)) {
      posted.put(context, new Posted(tagged, tag, ignore, false));
      receives++;
    }
  }

  private void postMulti() {
    if (!selective && owner.takesMultiReceives()) {
      long context = nextContext++;
      if (postMulti(owner, context, 64 + random.nextInt(3 * LARGE))) {
        posted.put(context, new Posted(false, 0, -1, true));
      }
    }
  }

  private static void postMulti(RoomSide side, int bytes) {
    assertTrue(postMulti(side, 0, bytes));
  }

  private static boolean postMulti(RoomSide side, long context, int bytes) {
    Message message =
        new Message().vector(IoVector.of(side.memory(bytes))).address(-1).context(context);
    return isAccepted(side.endpoint().recvMsg(message, OperationFlags.MULTI_RECV));
  }

  private void ownerSends(RoomSide peer) {
    if (accepted < SENDS) {
      int bytes = length();
      long to = owner.handleOf(peer);
      int result = owner.endpoint().send(owner.memory(bytes), bytes, to, 0);
      accepted += isAccepted(result) ? 1 : 0;
    }
  }

  private void cancelOne() {
    if (!selective && !posted.isEmpty() && random.nextInt(4) == 0) {
      List<Long> contexts = new ArrayList<>(posted.keySet());
      owner.cancel(contexts.get(random.nextInt(contexts.size())));
    }
  }

  private static boolean isAccepted(int result) {
    if (result != -Errno.EAGAIN) {
      assertEquals(0, result);
    }
    return result == 0;
  }

  // The peers' steps.

  private void peerSends(RoomSide peer) {
    Message message =
        new Message()
            .vector(IoVector.of(peerMemory.asSlice(0, length())))
            .address(peer.handleOf(owner));
    long flags = random.nextInt(3) == 0 ? OperationFlags.DELIVERY_COMPLETE : 0;
    if (isAccepted(peer.endpoint().sendMsg(message, flags))) {
      sent++;
      acceptedByPeers++;
    }
  }

  private void peerSendsTagged(RoomSide peer) {
    int tag = random.nextInt(TAGS);
    int bytes = length();
    if (!selective
        && isAccepted(peer.endpoint().tsend(peerMemory, bytes, peer.handleOf(owner), tag, 0))) {
      sentWithTag[tag]++;
      acceptedByPeers++;
    }
  }

  private void peerWrites(RoomSide peer) {
    for (int i = random.nextInt(4); i >= 0; i--) {
      int bytes = length();
      long to = peer.handleOf(owner);
      int result = peer.endpoint().writeData(peerMemory, bytes, 5, to, 0, RoomSide.KEY, 0);
      if (isAccepted(result)) {
        written++;
        acceptedByPeers++;
      }
    }
  }

  // Reading.

  /** Reads once at the owner's queue, and all at its peers'; returns whether there was an entry. */
  private boolean turn() {
    boolean any = false;
    for (RoomSide peer : peers) {
      int taken = peer.queue.read(peer.batch, RoomSide.BATCH);
      for (int i = 0; i < taken; i++) {
        boolean receive = (peer.batch.flags(i) & CompletionFlags.RECV) != 0;
        completedByPeers += receive ? 0 : 1;
      }
      any |= taken > 0;
    }
    return readOnce() || any;
  }

  private boolean readOnce() {
    int taken = owner.queue.read(owner.batch, atOnce);
    if (taken == -Errno.EAVAIL) {
      assertEquals(1, owner.queue.readErr(owner.error, 0));
      boolean cancel = owner.error.error() == Errno.ECANCELED;
      see(owner.error.context(), owner.error.flags(), cancel ? -1 : owner.error.tag());
      return true;
    }
    for (int i = 0; i < taken; i++) {
      see(owner.batch.context(i), owner.batch.flags(i), owner.batch.tag(i));
    }
    return taken > 0;
  }

  private void see(long context, long flags, long tag) {
    if ((flags & CompletionFlags.SEND) != 0) {
      completed++;
    } else if ((flags & CompletionFlags.REMOTE_WRITE) != 0) {
      seenWritten++;
    } else {
      seeReceive(context, flags, tag);
    }
  }

  /** Handles the entry of a receive; tag -1 means that it has no message. */
  private void seeReceive(long context, long flags, long tag) {
    Posted receive = posted.get(context);
    if (receive == null) {
      throw new AssertionError("context " + context + " ends twice");
    }
    if (!receive.multi || (flags & CompletionFlags.MULTI_RECV) != 0) {
      posted.remove(context);
    }
    if (tag != -1 && (flags & CompletionFlags.RECV) != 0) {
      if (receive.tagged) {
        seenWithTag[(int) tag]++;
      } else {
        seen++;
      }
    }
  }

  private void settle(String what, BooleanSupplier condition) {
    int inVain = 0;
    while (!condition.getAsBoolean()) {
      inVain = turn() ? 0 : inVain + 1;
      assertTrue(inVain < IN_VAIN, () -> "does not " + what + ": " + this);
      if (inVain > 100) {
        Thread.yield();
      }
    }
  }

  private boolean nothingWaitsInVain() {
    if (seenWritten < written) {
      return false;
    }
    if (selective) {
      return owner.received.read() == Math.min(sent, receives);
    }
    for (int tag = 0; tag < TAGS; tag++) {
      int number = tag;
      boolean all = seenWithTag[tag] == sentWithTag[tag];
      if (!all && posted.values().stream().anyMatch(one -> one.accepts(number))) {
        return false;
      }
    }
    return seen == sent || posted.values().stream().allMatch(Posted::tagged);
  }

  // The end.

  private void cancelAll() {
    settle(
        "cancel",
        () -> {
          List.copyOf(posted.keySet()).forEach(owner::cancel);
          return posted.isEmpty();
        });
  }

  private void takeTheRest() {
    takeTheRest(false, () -> seen == sent);
    takeTheRest(true, () -> Arrays.equals(seenWithTag, sentWithTag));
    cancelAll();
  }

  /** Posts a receive whenever none is posted. */
  private void takeTheRest(boolean tagged, BooleanSupplier done) {
    settle(
        "deliver the rest",
        () -> {
          if (!done.getAsBoolean() && posted.isEmpty()) {
            long context = nextContext++;
            MemorySegment memory = owner.memory(LARGE);
            int result = tagged ? owner.trecv(memory, 0, -1, context) : owner.recv(memory, context);
            note(context, result, tagged, 0, -1);
          }
          return done.getAsBoolean();
        });
    cancelAll();
  }

  private void noRoomIsLost() {
    RoomSide peer = peers.getFirst();
    MemorySegment memory = owner.memory(8);
    int room = 0;
    while (isAccepted(owner.endpoint().send(memory, 8, owner.handleOf(peer), 0))) {
      room++;
      peer.queue.read(peer.batch, RoomSide.BATCH);
    }
    assertEquals(owner.queue.size(), room, () -> "room that is left: " + this);
    accepted += room;
    settle("complete sends", () -> accepted == completed);
  }

  @Override
  public void close() {
    owner.close();
    for (RoomSide peer : peers) {
      peer.close();
    }
  }

  @Override
  public String toString() {
    return "messages %d of %d, tagged %s of %s, writes %d of %d, own %d of %d, posted %s, %s"
        .formatted(
            seen,
            sent,
            List.of(seenWithTag[0], seenWithTag[1], seenWithTag[2]),
            List.of(sentWithTag[0], sentWithTag[1], sentWithTag[2]),
            seenWritten,
            written,
            completed,
            accepted,
            posted,
            owner.queue);
  }
}

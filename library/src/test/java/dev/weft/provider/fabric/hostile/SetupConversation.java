package dev.weft.provider.fabric.hostile;

import dev.weft.OwnShmFolder;
import dev.weft.SeededRandom;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.SetupMutation;
import dev.weft.wire.shm.SetupPeer;
import dev.weft.wire.shm.SetupStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * One meeting of a victim and a hostile peer over shared memory: handshakes, the files of the link,
 * the port's header and the granted memory, of which one thing may be mutated. Without a mutation
 * the peer's message arrives, and the victim reads and writes the granted memory.
 */
final class SetupConversation {
  private static final int TURNS = 6;
  private static final int MAX_MESSAGE = 2000;
  private static final int MAX_ACCESS = 40_000;
  private static final int UNCHANGED = 8;
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);

  private static final List<SetupStep> FILES =
      List.of(SetupStep.MEMORY, SetupStep.TABLE, SetupStep.PORT, SetupStep.SOCKET);

  private static final List<SetupStep> CONNECT =
      List.of(
          SetupStep.CONNECT_LIVENESS,
          SetupStep.CONNECT_WAKE,
          SetupStep.LINK,
          SetupStep.SEND_LIVENESS,
          SetupStep.SEND_WAKE,
          SetupStep.ANNOUNCE,
          SetupStep.RECEIVE,
          SetupStep.FRAME,
          SetupStep.RING,
          SetupStep.READ,
          SetupStep.WRITE);

  private static final List<SetupStep> LISTEN =
      List.of(
          SetupStep.RECEIVE,
          SetupStep.READ,
          SetupStep.WRITE,
          SetupStep.ACCEPT,
          SetupStep.FRAME,
          SetupStep.RING);

  private static final List<SetupStep> END =
      List.of(SetupStep.SEND, SetupStep.REGISTER, SetupStep.LEAVE, SetupStep.HANG_UP);

  private final HostileTarget victim;
  private final SetupPeer peer;
  private final List<SetupStep> steps;
  private final Random chance;
  private final long tag;
  private final byte[] message;
  private final int accessed;
  private final long address;

  private SetupConversation(
      HostileTarget victim, SetupPeer peer, List<SetupStep> steps, Random chance) {
    this.victim = victim;
    this.peer = peer;
    this.steps = steps;
    this.chance = chance;
    tag = chance.nextLong();
    message = new byte[1 + chance.nextInt(MAX_MESSAGE)];
    chance.nextBytes(message);
    accessed = 1 + chance.nextInt(MAX_ACCESS);
    address = chance.nextLong(SetupPeer.granted() - accessed + 1);
  }

  /**
   * Holds a conversation, after which the peer has left.
   *
   * @return how many things the peer has done
   */
  static int hold(
      String fabric,
      String own,
      String victimAddress,
      HostileTarget victim,
      long seed,
      int number) {
    Random chance = SeededRandom.of(seed * 1_000_003 + number);
    boolean calls = chance.nextBoolean();
    List<SetupStep> steps = new ArrayList<>(FILES);
    steps.addAll(calls ? CONNECT : LISTEN);
    steps.addAll(END.subList(0, chance.nextInt(END.size() + 1)));
    SetupPeer.Place where =
        new SetupPeer.Place(
            OwnShmFolder.current(), fabric, name(own), name(victimAddress), Wire.RING_BYTES);
    boolean none = chance.nextInt(UNCHANGED) == 0;
    try (SetupPeer peer = new SetupPeer(where, steps, calls, none, chance)) {
      victim.tell((calls ? "calls, " : "listens, ") + peer.mutation() + ", " + steps);
      new SetupConversation(victim, peer, steps, chance).run();
      return peer.written();
    }
  }

  private static String name(String address) {
    return address.substring(address.lastIndexOf('/') + 1);
  }

  private void run() {
    for (int i = 0; i < steps.size(); i++) {
      SetupStep step = steps.get(i);
      if (step == SetupStep.LEAVE || step == SetupStep.HANG_UP) {
        pump();
      }
      peer.perform(i, step, tag, message);
      if (step.isOfVictim()) {
        ask(step);
      }
      if (chance.nextInt(3) == 0) {
        victim.take();
      }
    }
    pump();
    require(peer.mutation());
  }

  private void pump() {
    for (int i = 0; i < TURNS; i++) {
      victim.take();
    }
  }

  private void ask(SetupStep step) {
    switch (step) {
      case RECEIVE -> victim.receive(true, tag, message);
      case READ -> victim.read(accessed, peer.mutation().base() + address);
      case WRITE -> victim.write(accessed, peer.mutation().base() + address);
      case SEND -> victim.send(accessed);
      default -> victim.register();
    }
  }

  private void require(SetupMutation mutation) {
    if (mutation.message() != SetupMutation.Outcome.UNKNOWN) {
      victim.requireReceived(mutation.message() == SetupMutation.Outcome.SERVED);
    }
    if (mutation.access() != SetupMutation.Outcome.UNKNOWN) {
      boolean served = mutation.access() == SetupMutation.Outcome.SERVED;
      victim.requireAccessed(served);
      if (served && !peer.isWritten(address, accessed)) {
        throw new AssertionError("the granted memory has other bytes");
      }
    }
    if (mutation.isRefused()) {
      awaitRefusal();
    }
  }

  private void awaitRefusal() {
    long start = System.nanoTime();
    while (!peer.isSentAway()) {
      victim.take();
      Thread.yield();
      if (System.nanoTime() - start > PATIENCE) {
        throw new AssertionError("the connections go on");
      }
    }
  }
}

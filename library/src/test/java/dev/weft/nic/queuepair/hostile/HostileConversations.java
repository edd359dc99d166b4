package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.fail;

import dev.weft.SeededRandom;
import dev.weft.ServiceThreads;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.queuepair.OtherProcess;
import dev.weft.nic.queuepair.Station;
import dev.weft.wire.loopback.LoopbackWire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/**
 * Conversations of hostile peers with queue pairs of all services. {@link HostileConversationsTest}
 * runs it in a process of its own.
 */
final class HostileConversations {
  private static final long FRAMES = Long.getLong("weft.hostile.frames", 50_000);
  private static final Long SEED = Long.getLong("weft.seed");

  /** Share of the frames; a link between processes is a file, and costs more. */
  private static final double BETWEEN_PROCESSES = 0.2;

  /** Share of the frames; each also needs a line to the process. */
  private static final double OTHER_PROCESS = 0.1;

  /** One conversation of this many is changed while it is read, not before. */
  private static final int FLIPPED = 32;

  private HostileConversations() {}

  /** Where the peer is. */
  enum Peer {
    /** Over a wire of this process. */
    LOOPBACK {
      @Override
      void run(Service service, Path folder) {
        HostileBench bench = HostileBench.inProcess(service, loopback());
        hostile(bench, service, FRAMES * (1 - BETWEEN_PROCESSES), true);
      }
    },
    /** In this process, over files that both sides map. */
    FILES {
      @Override
      void run(Service service, Path folder) {
        AddressMap addresses = OtherProcess.network(folder);
        boolean toContext = service == Service.RELIABLE_DATAGRAM;
        HostileFrameWriter writer = new LocalFrameWriter(addresses, toContext, toContext);
        HostileBench bench = HostileBench.overFiles(service, addresses, writer);
        hostile(bench, service, FRAMES * BETWEEN_PROCESSES, true);
      }
    },
    /** In another process. */
    PROCESS {
      @Override
      void run(Service service, Path folder) throws IOException {
        HostileFrameWriter writer =
            new RemoteFrameWriter(folder, service == Service.RELIABLE_DATAGRAM);
        HostileBench bench = HostileBench.overFiles(service, OtherProcess.network(folder), writer);
        hostile(bench, service, FRAMES * OTHER_PROCESS, false);
      }
    };

    abstract void run(Service service, Path folder) throws IOException;
  }

  /** Arguments: the peer, and a folder for files. */
  public static void main(String[] arguments) throws IOException {
    for (Service service : Service.values()) {
      Peer.valueOf(arguments[0]).run(service, Path.of(arguments[1]));
    }
  }

  static AddressMap loopback() {
    return Station.network(new LoopbackWire(1 << 15));
  }

  /** The kind of mutation. */
  enum Change {
    NONE,
    /** Any change, which may still be valid. */
    ANYTHING,
    /** One frame becomes a protocol violation. */
    VIOLATION
  }

  private static Change change(long seed, boolean flipped) {
    return flipped ? Change.NONE : seed % 2 == 0 ? Change.ANYTHING : Change.VIOLATION;
  }

  private static void hostile(
      HostileBench fresh, Service service, double frames, boolean flippable) {
    long wanted = (long) frames / Service.values().length;
    try (HostileBench bench = fresh;
        Flips flips = new Flips()) {
      long written = 0;
      for (long seed = SEED == null ? 0 : SEED; written < wanted; seed++) {
        boolean flipped = flippable && seed % FLIPPED == FLIPPED - 1;
        Change change = change(seed, flipped);
        written += run(bench, service, seed, change, flipped ? flips : null);
        written = SEED == null ? written : wanted;
      }
      ServiceThreads.requireAtRest();
      System.out.println(service + ": " + written + " frames");
    }
  }

  /** Returns how many frames were written. */
  static int run(HostileBench bench, Service service, long seed, Change change, Flips flipsOrNull) {
    Random random = SeededRandom.of(seed);
    Conversation.Grant grant = bench.grant();
    Conversation conversation = Conversation.valid(service, grant, random);
    if (change == Change.ANYTHING) {
      Mutation.one(conversation, random);
    }
    if (flipsOrNull != null) {
      flipsOrNull.seed(random);
    }
    try {
      if (change == Change.VIOLATION) {
        bench.run(conversation, grant, Violation.commit(conversation, random));
      } else {
        bench.run(conversation, grant, flipsOrNull);
      }
    } catch (RuntimeException | Error failure) {
      fail("-Dweft.seed=" + seed + ", " + conversation, failure);
    }
    return conversation.frames.size();
  }
}

package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The nodes of a program, of which each even one is connected to the next, and their queues. */
final class Players implements AutoCloseable {
  private static final int SPARE_ENTRIES = 2;
  private static final int AMPLE_ENTRIES = 2000;

  final List<Player> all = new ArrayList<>();
  final List<Queue> queues = new ArrayList<>();
  final AsyncEvents events = new AsyncEvents();
  private final Setup setup;
  private final List<AutoCloseable> others = new ArrayList<>();

  Players(Setup setup, Disguise disguise) {
    this.setup = setup;
    VerbsContext first = open(setup);
    addSide(first, 0, disguise);
    addSide(setup.oneContext() ? first : open(setup), 1, disguise);
    all.sort((one, other) -> Integer.compare(one.number, other.number));
    for (Player player : all) {
      player.peer = all.get(player.number ^ 1);
      player.side.peer = player.peer.side;
    }
    for (int i = 0; i < setup.nodes(); i += 2) {
      connect(all.get(i));
    }
  }

  private VerbsContext open(Setup of) {
    VerbsContext context = Devices.named(of.device()).open();
    others.add(context);
    events.add(context);
    return context;
  }

  /** The nodes of one side, which share their queues. */
  private void addSide(VerbsContext context, int first, Disguise disguise) {
    ProtectionDomain domain = context.allocPd();
    others.add(domain);
    Queue sends = queue(context, setup.room().maxSendWr(), disguise);
    Queue receives =
        setup.oneQueue() ? sends : queue(context, setup.room().maxReceiveWr(), disguise);
    SharedReceiveQueue shared = setup.shared() ? domain.createSrq(sharedInit()) : null;
    if (shared != null) {
      others.add(shared);
    }
    Deque<Receipt> receipts = shared == null ? null : new ArrayDeque<>();
    Side.Maker maker = new Side.Maker(sends, receives, receipts, setup.isDatagram());
    for (int number = first; number < setup.nodes(); number += 2) {
      all.add(new Player(setup, number, domain, shared, maker, disguise));
    }
  }

  private SharedReceiveQueueInit sharedInit() {
    return SharedReceiveQueueInit.basic(setup.room().maxReceiveWr(), setup.room().maxReceiveSge());
  }

  private Queue queue(VerbsContext context, int requests, Disguise disguise) {
    int entries = setup.small() ? requests + SPARE_ENTRIES : AMPLE_ENTRIES;
    Queue queue = new Queue(context, entries, setup.extended(), disguise::wrap);
    queues.add(queue);
    return queue;
  }

  /** Connects a node in state RESET and its peer, which is in the same state. */
  void connect(Player player) {
    QueuePairAddress own = QueuePairAddress.of(player.pair);
    QueuePairAddress other = QueuePairAddress.of(player.peer.pair);
    prepare(player.pair, own, other);
    prepare(player.peer.pair, other, own);
  }

  private void prepare(QueuePair pair, QueuePairAddress own, QueuePairAddress peer) {
    QueuePairTransitions.initialise(pair, setup.granted());
    if (setup.isDatagram()) {
      QueuePairTransitions.activate(pair, own);
    } else {
      QueuePairTransitions.connect(pair, own, peer, setup.parameters());
    }
  }

  @Override
  public void close() {
    all.forEach(Player::close);
    queues.forEach(Queue::close);
    for (AutoCloseable each : others.reversed()) {
      try {
        each.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}

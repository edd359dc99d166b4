package dev.weft.provider.verbs.threads;

import dev.weft.provider.verbs.threads.Bytes.Part;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import java.util.ArrayList;
import java.util.List;

/** What the queue pairs of one side share. */
final class Side {
  private static final int CONSTANTS = 256 << 10;
  private static final int COUNTER = 4096;
  private static final int SPACE = 160 << 10;

  final Setup setup;
  final VerbsContext context;
  final ProtectionDomain domain;
  final CompletionChannel channel;
  final Polled sends;
  final Polled receives;
  final SharedReceiveQueue shared;
  final Places sharedPlaces;

  /** Bytes that stay the same, and that peers read. */
  final Bytes constants;

  final Bytes counters;

  /** To which the peers add. */
  final Part counter;

  final List<Node> nodes = new ArrayList<>();

  /** All its registered memory. */
  final List<Bytes> memory = new ArrayList<>();

  Side(Setup setup, VerbsContext context) {
    this.setup = setup;
    this.context = context;
    domain = context.allocPd();
    channel = setup.handlers() == 0 ? null : context.createCompletionChannel();
    sends = new Polled(context, setup, setup.solicited() ? null : channel);
    receives = setup.oneQueue() ? sends : new Polled(context, setup, channel);
    int room = setup.room().maxReceiveWr() + setup.pairs() * setup.room().maxSendWr();
    shared = setup.shared() ? domain.createSrq(SharedReceiveQueueInit.basic(room, 3)) : null;
    sharedPlaces = new Places(room);
    constants = allocate(CONSTANTS);
    counters = allocate(COUNTER);
    counter = counters.place(Long.BYTES, true, 0);
    counter.memory().fill((byte) 0);
  }

  Bytes allocate(int size) {
    Bytes bytes = new Bytes(domain, size, setup.direct());
    memory.add(bytes);
    return bytes;
  }

  Node add(int number) {
    var init =
        QueuePairInit.builder(setup.type())
            .sendCq(sends.queue)
            .receiveCq(receives.queue)
            .sharedReceiveQueue(shared)
            .signalAll(setup.signalAll())
            .capabilities(setup.room());
    int size = Math.min(SPACE + 20 * setup.largest(), 4 << 20);
    Node node =
        new Node(number, this, domain.createQp(init.build()), allocate(size), sends, receives);
    nodes.add(node);
    return node;
  }

  List<Polled> queues() {
    return sends == receives ? List.of(sends) : List.of(sends, receives);
  }
}

package dev.weft.provider.verbs.threads;

import dev.weft.provider.verbs.threads.Bytes.Part;
import dev.weft.provider.verbs.threads.Setup.Ending;
import dev.weft.provider.verbs.threads.Work.Kind;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RegionChange;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One thread of a program. */
final class Worker {
  private static final int MOST = 4;
  private static final int SHORT = 100;
  private static final int WINDOW = 64;

  /** How often a thread looks for the end of a request that may wait for a receive. */
  private static final int LOOKS = 300;

  private static final Kind[] KINDS = {
    Kind.SEND, Kind.SEND_IMM, Kind.WRITE, Kind.WRITE_IMM, Kind.READ, Kind.ADD
  };

  private final Setup setup;
  private final List<Node> nodes;
  private final Ledger ledger;
  private final Random random;
  private final Poster poster;
  private final Poller poller;
  private final int endsAt;

  Worker(Setup setup, List<Node> nodes, Ledger ledger, Random random, int thread) {
    this.setup = setup;
    this.nodes = nodes;
    this.ledger = ledger;
    this.random = random;
    poster = new Poster(ledger, random, thread, nodes.size());
    poller = new Poller(ledger, random);
    endsAt = thread == 0 && setup.ending() != Ending.NONE ? random.nextInt(setup.steps()) : -1;
  }

  void run() {
    for (int step = 0; step < setup.steps() && ledger.isClean(); step++) {
      if (step == endsAt) {
        end(any());
      }
      step();
    }
  }

  private Node any() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  private void step() {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5, 6 -> send(any());
      case 7, 8, 9, 10 -> receive(any());
      case 11, 12, 13, 14, 15 -> poll(any().side);
      case 16 -> arm(any().side);
      case 17 -> useWindow(any());
      case 18 -> register(any());
      default -> resize(any().side);
    }
  }

  private void poll(Side side) {
    for (Polled queue : side.queues()) {
      if (!queue.handlersOnly) {
        poller.poll(queue);
      }
    }
  }

  private void arm(Side side) {
    for (Polled queue : side.queues()) {
      if (queue.queue.channel() != null) {
        queue.arm();
      }
    }
  }

  private void resize(Side side) {
    int cqe = side.sends.queue.cqe() + random.nextInt(4);
    int result = side.sends.queue.resize(cqe);
    ledger.require(result == 0, "ibv_resize_cq", result, cqe);
  }

  private void receive(Node node) {
    int count = 1 + random.nextInt(MOST);
    if (node.receives.owed.tryTake(count)) {
      poster.receive(node, count, node.bytes);
    } else {
      poll(node.side);
    }
  }

  private void send(Node node) {
    int count = random.nextBoolean() ? 1 : 1 + random.nextInt(MOST);
    if (!node.sends.owed.tryTake(count)) {
      poll(node.side);
      return;
    }
    List<Work> works = new ArrayList<>();
    List<SendWorkRequest> forms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Work work = makeSend(node);
      if (work != null) {
        works.add(work);
        forms.add(poster.form(work, Poster.key(work)));
      }
    }
    node.sends.owed.giveBack(count - works.size());
    if (!works.isEmpty()) {
      poster.post(node, works, forms, true);
    }
  }

  private Work makeSend(Node node) {
    int kinds = setup.isReliable() ? KINDS.length : setup.isDatagram() ? 2 : 4;
    Kind kind = KINDS[random.nextInt(kinds)];
    int length = random.nextInt(4) == 0 ? setup.largest() : SHORT;
    length = kind == Kind.ADD ? Long.BYTES : random.nextInt(length + 1);
    return poster.make(
        node, kind, kind == Kind.SEND ? Math.max(length, Integer.BYTES) : length, node.bytes);
  }

  /** Posts one request and waits for it; whether it has succeeded. */
  private boolean did(Work work, SendWorkRequest form) {
    Node node = work.node;
    if (!node.sends.owed.tryTake(1)) {
      return false;
    }
    if (poster.post(node, List.of(work), List.of(form), false) == 0) {
      return false;
    }
    for (int look = 0; look < LOOKS && !work.isDone(); look++) {
      poll(node.side);
      Thread.yield();
    }
    return work.isSuccess();
  }

  /** Lets the peer write to a part of the memory, and takes the right back. */
  private void useWindow(Node node) {
    if (!setup.isReliable() || !node.windowUsers.compareAndSet(0, 1)) {
      return;
    }
    Part part = node.bytes.place(WINDOW, true, 0);
    Work bound = poster.make(node, Kind.BIND, 0, node.bytes);
    if (part == null || bound == null || node.dropping) {
      return;
    }
    int key = node.window.nextRkey();
    var bind =
        new MemoryWindowBind()
            .part(node.bytes.region, part.address(), WINDOW)
            .access(RegionAccess.REMOTE_WRITE);
    if (!did(bound, local(bound).bindMw(node.window, key, bind))) {
      return;
    }
    Work write = poster.make(node.peer, Kind.WRITE, WINDOW, node.peer.bytes);
    if (write == null) {
      return;
    }
    write.target = part;
    did(write, poster.form(write, key));
    Work end = poster.make(node, Kind.INVALIDATE, 0, node.bytes);
    boolean unused = write.isDone() || !write.posted;
    if (unused && end != null && did(end, local(end).localInvalidate(key))) {
      node.windowUsers.set(0);
    }
  }

  private static SendWorkRequest local(Work work) {
    return new SendWorkRequest().wrId(Ledger.wrId(work.id));
  }

  private void register(Node node) {
    Part part = node.bytes.place(WINDOW, true, 0);
    if (part == null) {
      return;
    }
    MemoryRegion region = node.side.domain.regMr(part.memory(), RegionAccess.LOCAL_WRITE);
    int result =
        region.rereg(
            RegionChange.ACCESS, null, null, RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE);
    ledger.require(result == 0, "ibv_rereg_mr", result);
    region.close();
  }

  private void end(Node node) {
    node.fail();
    switch (setup.ending()) {
      case ERROR -> QueuePairTransitions.fail(node.pair);
      case RESET -> {
        node.dropping = true;
        var reset = QueuePairAttributes.builder().state(QueuePairState.RESET).build();
        ledger.require(node.pair.modify(reset) == 0, "ibv_modify_qp");
        node.droppedAt = System.nanoTime();
      }
      case DESTROY -> {
        node.dropping = true;
        node.pair.close();
        node.droppedAt = System.nanoTime();
      }
      default -> writeWithWrongKey(node);
    }
  }

  private void writeWithWrongKey(Node node) {
    Work work = poster.make(node, Kind.WRITE, WINDOW, node.bytes);
    if (work != null && node.sends.owed.tryTake(1)) {
      work.wrong = true;
      poster.post(node, List.of(work), List.of(poster.form(work, Poster.key(work) ^ 1)), false);
    }
  }
}

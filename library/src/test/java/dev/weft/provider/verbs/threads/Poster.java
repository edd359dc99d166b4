package dev.weft.provider.verbs.threads;

import dev.weft.provider.verbs.threads.Bytes.Part;
import dev.weft.provider.verbs.threads.Work.Kind;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Posts requests on one thread. */
final class Poster {
  private static final int ROUTE = 40;
  private static final int PARTS = 3;

  /** The queue pair was closed meanwhile. */
  private static final int CLOSED = -1;

  private final Ledger ledger;
  private final Random random;
  private final int[] rows;
  private final Work[] lastWrites;
  private int next;
  private final int end;

  Poster(Ledger ledger, Random random, int thread, int nodes) {
    this.ledger = ledger;
    this.random = random;
    rows = new int[nodes];
    lastWrites = new Work[nodes];
    next = thread * Ledger.EACH + 1;
    end = (thread + 1) * Ledger.EACH;
  }

  /** A request that is not posted yet; null without memory for it. */
  Work make(Node node, Kind kind, int length, Bytes bytes) {
    List<Part> parts = kind == Kind.ADD ? split(bytes, length, 1) : split(bytes, length, PARTS);
    boolean local = kind == Kind.BIND || kind == Kind.INVALIDATE;
    if (next == end || (parts == null && !local)) {
      return null;
    }
    Work work = new Work(next++, node, kind, length, local ? List.of() : parts);
    if (kind.isWrite()) {
      work.target = node.peer.bytes.place(length, false, random.nextInt(8));
      return work.target == null ? null : prepared(work);
    }
    return prepared(work);
  }

  private Work prepared(Work work) {
    if (work.kind.isWrite() || work.kind.isMessage()) {
      Bytes.scatter(Bytes.message(work.id, work.length), work.parts);
    }
    if (work.kind == Kind.READ) {
      work.remoteAt = random.nextInt(4096);
    }
    return work;
  }

  private List<Part> split(Bytes bytes, int length, int most) {
    List<Part> parts = new ArrayList<>();
    int rest = length;
    for (int left = 1 + random.nextInt(most); rest > 0; left--) {
      int size = left <= 1 ? rest : 1 + random.nextInt(rest);
      Part part = bytes.place(size, false, random.nextInt(8));
      if (part == null) {
        return null;
      }
      parts.add(part);
      rest -= size;
    }
    return parts;
  }

  /** A work request; {@code key} is that of the peer's memory. */
  SendWorkRequest form(Work work, int key) {
    Node peer = work.node.peer;
    SendWorkRequest form = new SendWorkRequest().wrId(Ledger.wrId(work.id));
    boolean inline =
        (work.kind.isMessage() || work.kind.isWrite())
            && work.length <= work.node.pair.capabilities().maxInlineData()
            && random.nextBoolean();
    fill(form.buffers(), work, inline);
    switch (work.kind) {
      case SEND -> form.send();
      case SEND_IMM -> form.sendWithImmediate(work.id);
      case WRITE -> form.write(work.target.address(), key);
      case WRITE_IMM -> form.writeWithImmediate(work.target.address(), key, work.id);
      case READ ->
          form.read(
              peer.side.constants.region.address() + work.remoteAt,
              peer.side.constants.region.rkey());
      case ADD -> form.fetchAndAdd(peer.side.counter.address(), key, 1);
      default -> throw new IllegalArgumentException(work.toString());
    }
    if (work.node.path != null) {
      form.to(work.node.path, peer.qpNum, QueuePairTransitions.USUAL_QKEY);
    }
    return form.flags(flags(work, inline));
  }

  private int flags(Work work, boolean inline) {
    boolean reliable = work.node.side.setup.isReliable();
    return (work.kind.isMessage() && random.nextBoolean() ? SendFlags.SOLICITED : 0)
        | (reliable && random.nextInt(4) == 0 ? SendFlags.FENCE : 0)
        | (inline ? SendFlags.INLINE : 0);
  }

  private static void fill(ScatterGatherList list, Work work, boolean inline) {
    for (Part part : work.parts) {
      if (inline) {
        list.add(part.memory(), 0);
      } else {
        list.add(part.address(), part.length(), part.bytes().region.lkey());
      }
    }
  }

  /** The key of the memory of the peer that a request is for. */
  static int key(Work work) {
    return work.kind == Kind.ADD
        ? work.node.peer.side.counters.region.rkey()
        : work.node.peer.bytes.region.rkey();
  }

  /** Decides which requests are signaled, and what their success gives back. */
  private int plan(Node node, List<Work> works, List<SendWorkRequest> forms, boolean silent) {
    int row = rows[node.number];
    int longest = node.side.setup.silentRow();
    for (int i = 0; i < works.size(); i++) {
      Work work = works.get(i);
      SendWorkRequest form = forms.get(i);
      boolean flagged = !silent || row >= longest || random.nextBoolean();
      form.flags(form.flags() | (flagged ? SendFlags.SIGNALED : 0));
      work.signaled = flagged || node.side.setup.signalAll();
      work.holds = work.signaled ? row + 1 : 1;
      row = work.signaled ? 0 : row + 1;
      work.lastWrite = lastWrites[node.number];
      if (work.kind.isWrite()) {
        lastWrites[node.number] = work;
      }
    }
    return row;
  }

  /**
   * Posts a list.
   *
   * @param silent whether some may be unsignaled
   * @return how many were posted
   */
  int post(Node node, List<Work> works, List<SendWorkRequest> forms, boolean silent) {
    Work write = lastWrites[node.number];
    int row = plan(node, works, forms, silent);
    for (int i = 1; i < forms.size(); i++) {
      forms.get(i - 1).next(forms.get(i));
    }
    int posted = post(node, node.sendPlaces, node.sends, works, forms, node.pair::postSend);
    if (posted == CLOSED) {
      return 0;
    }
    if (posted == works.size()) {
      rows[node.number] = row;
    } else {
      unplan(node, works.subList(0, posted), write);
    }
    for (int i = 0; i < works.size(); i++) {
      if ((forms.get(i).flags() & SendFlags.INLINE) != 0) {
        works.get(i).parts.forEach(Part::spoil);
      }
    }
    return posted;
  }

  /** {@code ibv_post_send} or {@code ibv_post_recv}. */
  private interface Call<R> {
    int post(R first, BadRequest<R> bad);
  }

  /** Posts a list; how many, or {@link #CLOSED}. */
  private <R> int post(
      Node node, Places places, Polled queue, List<Work> works, List<R> forms, Call<R> call) {
    int excesses = places.excesses();
    boolean fits = places.take(works.size());
    works.forEach(ledger::add);
    BadRequest<R> bad = new BadRequest<>();
    works.forEach(each -> each.before = System.nanoTime());
    int result;
    try {
      result = call.post(forms.getFirst(), bad);
    } catch (IllegalStateException e) {
      ledger.require(node.dropping, "posting", e, works);
      works.forEach(each -> each.perhaps = true);
      return CLOSED;
    }
    int posted = result == 0 ? works.size() : forms.indexOf(bad.request());
    ledger.require(posted >= 0, "bad_wr", result, works);
    settle(works, posted);
    requireReason(node, result, fits && places.excesses() == excesses, works);
    places.giveBack(works.size() - posted);
    queue.owed.giveBack(works.size() - posted);
    return posted;
  }

  private void unplan(Node node, List<Work> posted, Work write) {
    lastWrites[node.number] = write;
    for (Work work : posted) {
      rows[node.number] = work.signaled ? 0 : rows[node.number] + 1;
      lastWrites[node.number] = work.kind.isWrite() ? work : lastWrites[node.number];
    }
  }

  private static void settle(List<Work> works, int posted) {
    long after = System.nanoTime();
    for (Work work : works.subList(0, posted)) {
      work.after = after;
      work.posted = true;
    }
  }

  private void requireReason(Node node, int result, boolean fits, List<Work> works) {
    boolean full = result == VerbsErrno.ENOMEM && !fits;
    boolean ended = result == VerbsErrno.EINVAL && node.dropping;
    ledger.require(result == 0 || full || ended, "refused", result, fits, works);
  }

  /** Posts receives in one list; how many. */
  int receive(Node node, int count, Bytes bytes) {
    List<Work> works = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Work work = receive(node, bytes);
      if (work != null) {
        works.add(work);
      }
    }
    node.receives.owed.giveBack(count - works.size());
    return works.isEmpty() ? 0 : receive(node, works);
  }

  /** Makes a receive of any message; null without memory for it. */
  Work receive(Node node, Bytes bytes) {
    Setup setup = node.side.setup;
    int length = setup.largest() + (setup.isDatagram() ? ROUTE : 0);
    return make(node, Kind.RECEIVE, length, bytes);
  }

  /** Posts a receive; whether there was room. */
  boolean receive(Work work) {
    return receive(work.node, List.of(work)) == 1;
  }

  private int receive(Node node, List<Work> works) {
    List<ReceiveWorkRequest> forms = new ArrayList<>();
    for (Work work : works) {
      ReceiveWorkRequest form = new ReceiveWorkRequest().wrId(Ledger.wrId(work.id));
      fill(form.buffers(), work, false);
      forms.add(form);
    }
    for (int i = 1; i < forms.size(); i++) {
      forms.get(i - 1).next(forms.get(i));
    }
    Call<ReceiveWorkRequest> call =
        node.side.shared == null ? node.pair::postRecv : node.side.shared::postRecv;
    return Math.max(0, post(node, node.receivePlaces, node.receives, works, forms, call));
  }
}

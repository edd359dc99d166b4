package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Area.Part;
import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.provider.verbs.program.Step.Operation;
import dev.weft.provider.verbs.program.Window.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Chooses the memory of requests. */
final class Resolver {
  /** One in so many buffers of a list is empty. */
  private static final int EMPTY = 4;

  private final Setup setup;
  private final WindowChoice windows;

  Resolver(Setup setup) {
    this.setup = setup;
    windows = new WindowChoice();
  }

  /**
   * The request of a step; null if there is no room for its data.
   *
   * @param before the requests that are posted before it in the same call
   */
  Request send(Player player, Step.Send step, List<Request> before) {
    Operation operation = step.operation();
    if (operation.isLocal()) {
      Use use = windows.own(player, step, before);
      return use == null ? null : local(step, use);
    }
    Use use =
        operation == Operation.SEND_WITH_INV
            ? windows.invalidated(player, step, before)
            : windows.accessed(player, step);
    int length = bytes(player, step, use, before);
    List<Part> parts = isFenced(player, step) ? player.lastRead : parts(player, step, length);
    if (parts == null || (use == null && operation == Operation.SEND_WITH_INV)) {
      return null;
    }
    int bytes = operation == Operation.FLUSH ? length : parts.stream().mapToInt(Part::length).sum();
    Area target = target(player, step, use);
    int at = use == null ? place(step, bytes) : WindowChoice.place(use, step, bytes);
    Request request =
        new Request(
            step,
            bytes == 0 ? empty(step.mistake()) : step.mistake(),
            setup.signalAll() || !step.silent(),
            parts,
            bytes,
            operation.isSend() ? null : target,
            at,
            operand(step, target, Math.clamp(at, 0, Area.SIZE - Long.BYTES)),
            player.pair.capabilities().maxInlineData(),
            step.fence(),
            use);
    return mustAwait(player, before, request) ? request.fenced() : request;
  }

  private Request local(Step.Send step, Use use) {
    boolean signaled = setup.signalAll() || !step.silent();
    boolean fence = step.fence();
    return new Request(
        step, step.mistake(), signaled, List.of(), 0, null, 0, 0, Integer.MAX_VALUE, fence, use);
  }

  private static Area target(Player player, Step.Send step, Use use) {
    if (use != null && !step.operation().isSend()) {
      return use.part().area();
    }
    return step.spare() ? player.peer.spare : player.peer.target;
  }

  private static int place(Step.Send step, int bytes) {
    int limit = Area.SIZE - Math.max(bytes, Long.BYTES);
    return (int) (step.at() % limit) & (step.operation().isOfWord() ? -Long.BYTES : -1);
  }

  /**
   * Whether it may overtake an earlier request that fetches the same bytes, unless it has a fence:
   * only reads follow reads, and reads and atomic operations follow atomic operations, in order.
   */
  private static boolean mustAwait(Player player, List<Request> before, Request request) {
    return request.operation() != Operation.RDMA_READ
        && Stream.concat(player.fetches.stream(), before.stream())
            .filter(each -> each.operation().isFetch())
            .filter(each -> !each.operation().isAtomic() || !request.operation().isAtomic())
            .anyMatch(each -> request.overlaps(each) || isThrough(each, request));
  }

  /** Whether a request accesses the window that another one invalidates. */
  private static boolean isThrough(Request request, Request invalidation) {
    return invalidation.operation().isSend()
        && invalidation.use() != null
        && request.use() != null
        && invalidation.use().window() == request.use().window();
  }

  /** Without bytes nothing is wrong with an address or a key (VQ-26). */
  private static Mistake empty(Mistake mistake) {
    return mistake.isLocal() || mistake.isRemote() ? Mistake.NONE : mistake;
  }

  /** A fenced message sends what an earlier read has fetched (VQ-14). */
  private boolean isFenced(Player player, Step.Send step) {
    return setup.isReliable()
        && step.fence()
        && !step.inline()
        && step.mistake() == Mistake.NONE
        && step.operation() == Operation.RDMA_WRITE
        && !player.lastRead.isEmpty();
  }

  private static long operand(Step.Send step, Area target, int at) {
    return step.operation() == Operation.COMPARE_AND_SWAP && step.id() % 2 == 0
        ? target.number(at)
        : step.id() * 0x1234_5678_9ABC_DEFL;
  }

  /** The length: no more than the receive has room for, unless that is the mistake. */
  private int bytes(Player player, Step.Send step, Use use, List<Request> before) {
    if (step.operation().isOfWord()) {
      return Long.BYTES;
    }
    if (step.operation() == Operation.FLUSH) {
      return (int) Math.max(1, step.bytes());
    }
    if (!step.operation().isSend()) {
      return (int) Math.min(step.bytes(), use == null ? step.bytes() : use.part().length());
    }
    if (step.mistake() == Mistake.LENGTH) {
      return (int) step.bytes();
    }
    Receipt receipt = receipt(player.side, before);
    int header = setup.isDatagram() ? Rules.ROUTE_HEADER : 0;
    long room = receipt == null ? step.bytes() : Math.max(0, receipt.room() - header);
    return (int) Math.min(step.bytes(), room);
  }

  /** The receive that the next message uses after these; null if it is not posted. */
  static Receipt receipt(Side side, List<Request> before) {
    long used =
        side.waiting.stream().filter(Request::usesReceive).count()
            + before.stream().filter(Request::usesReceive).count();
    return side.peer.receives.stream().skip(used).findFirst().orElse(null);
  }

  private List<Part> parts(Player player, Step.Send step, int bytes) {
    if (!step.operation().hasBuffers()) {
      return List.of();
    }
    int most = player.pair.capabilities().maxSendSge();
    List<Integer> lengths =
        cut(bytes, step.mistake().isLocal() ? 0 : step.split(), most, step.mistake());
    return step.operation().isFetch() && step.mistake() != Mistake.NOT_WRITABLE
        ? fresh(player.sink, lengths)
        : anywhere(player.source, lengths, step.id());
  }

  private static List<Integer> cut(int bytes, long split, int most, Mistake mistake) {
    List<Integer> lengths = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(split);
    int count = mistake == Mistake.BUFFERS ? most + 1 : split == 0 ? 1 : 1 + random.nextInt(most);
    int rest = bytes;
    for (int i = 1; i < count; i++) {
      int length = random.nextInt(EMPTY) == 0 ? 0 : random.nextInt(rest + 1);
      lengths.add(length);
      rest -= length;
    }
    if (rest > 0 || count > 1) {
      lengths.add(rest);
    }
    return lengths;
  }

  private static List<Part> fresh(Area area, List<Integer> lengths) {
    List<Part> parts = new ArrayList<>();
    for (int length : lengths) {
      Part part = area.take(length);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return parts;
  }

  private static List<Part> anywhere(Area area, List<Integer> lengths, long id) {
    SplittableRandom random = new SplittableRandom(id);
    return lengths.stream()
        .map(length -> new Part(area, random.nextInt(Area.SIZE - length), length))
        .toList();
  }

  /** The receive of a step; null if there is no room. */
  Receipt receive(Player player, Step.Receive step, int most) {
    int header = setup.isDatagram() ? Rules.ROUTE_HEADER : 0;
    int bytes = (int) Math.max(step.bytes(), needed(player)) + header;
    boolean faulty = bytes > 0 && step.mistake().isLocal();
    List<Integer> lengths = cut(bytes, faulty ? 0 : step.split(), most, step.mistake());
    boolean readOnly = faulty && step.mistake() == Mistake.NOT_WRITABLE;
    List<Part> parts =
        readOnly ? anywhere(player.source, lengths, step.id()) : fresh(player.sink, lengths);
    Mistake mistake = faulty || step.mistake() == Mistake.BUFFERS ? step.mistake() : Mistake.NONE;
    return parts == null ? null : new Receipt(Request.wrId(step.id()), mistake, parts, bytes);
  }

  /** The length of the longest message that waits for a receive. */
  private static int needed(Player player) {
    return player.peer.side.waiting.stream()
        .filter(each -> each.operation().isSend() && each.mistake() != Mistake.LENGTH)
        .mapToInt(Request::bytes)
        .max()
        .orElse(0);
  }
}

package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Posts requests, and compares what the calls return. */
final class Posting {
  private final Rules rules;

  Posting(Rules rules) {
    this.rules = rules;
  }

  /** What may be returned for a request: {@code errors} must be, if it cannot succeed. */
  private record Verdict(boolean mayPass, Set<Integer> errors) {
    void requirePass(int index) {
      assertTrue(mayPass, () -> "request " + index + " of the list was posted, allowed " + errors);
    }

    void requireError(int errno, int index) {
      assertTrue(
          errors.contains(errno),
          () -> "request " + index + " of the list: errno=%d, allowed %s".formatted(errno, errors));
    }
  }

  /** {@code ibv_post_send(3)}: those before the bad one are posted (VQ-01). */
  void send(Player player, List<Request> requests) {
    List<SendWorkRequest> list = requests.stream().map(player.forms::send).toList();
    for (int i = 1; i < list.size(); i++) {
      list.get(i - 1).next(list.get(i));
    }
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    int errno = player.shown.postSend(list.getFirst(), bad);
    player.forms.spoil();
    int posted = errno == 0 ? list.size() : list.indexOf(bad.request());
    assertTrue(posted >= 0, "bad_wr is not a request of the list");
    int before = player.side.places();
    for (int i = 0; i < posted; i++) {
      verdict(player, requests.get(i), before + i).requirePass(i);
      accept(player, requests.get(i));
    }
    if (errno != 0) {
      verdict(player, requests.get(posted), before + posted).requireError(errno, posted);
    }
  }

  /** {@code ibv_bind_mw(3)}: the key changes if it is posted (VQ-34). */
  void bind(Player player, Request request) {
    MemoryWindow window = request.use().window().real();
    int before = window.rkey();
    int flags = Forms.flags(request);
    int errno = player.shown.bindMw(window, request.wrId(), flags, Forms.bind(request));
    Verdict verdict = verdict(player, request, player.side.places());
    if (errno == 0) {
      verdict.requirePass(0);
      assertNotEquals(before, window.rkey(), "ibv_bind_mw: rkey");
      accept(player, request.withKey(window.rkey()));
    } else {
      verdict.requireError(errno, 0);
      assertEquals(before, window.rkey(), "ibv_bind_mw: rkey after a failure");
    }
  }

  private void accept(Player player, Request request) {
    player.side.post(request);
    if (request.operation() == Step.Operation.RDMA_READ) {
      player.lastRead = request.mistake() == Mistake.NONE ? request.parts() : List.of();
    }
    if (request.fence()) {
      player.fetches.clear();
    }
    if (request.operation().isFetch()) {
      player.fetches.add(request);
    }
    rules.run();
  }

  /**
   * The verdict for one request.
   *
   * @param places those in use if none is given back during the call
   */
  private static Verdict verdict(Player player, Request request, int places) {
    int room = player.pair.capabilities().maxSendWr();
    Set<Integer> errors = new HashSet<>();
    if (request.isInvalid()) {
      errors.add(VerbsErrno.EINVAL);
    }
    if (request.mistake() == Mistake.UNALIGNED) {
      errors.add(VerbsErrno.EINVAL); // VQ-32 leaves the choice
    }
    addBindErrors(request, errors);
    if (request.mistake() == Mistake.BUFFERS || request.isTooLongForInline()) {
      errors.add(VerbsErrno.ENOMEM); // VQ-02, VQ-06
    }
    if (places >= room) {
      errors.add(VerbsErrno.ENOMEM);
    }
    boolean full = player.side.isReady() && player.side.places() >= room;
    boolean foreign = isForeignBind(request) && !request.use().window().isTypeTwo();
    return new Verdict(!full && !request.isInvalid() && !foreign, errors);
  }

  /** VQ-34; VQ-35 has the region of a type 2 window looked at when the bind is executed. */
  private static void addBindErrors(Request request, Set<Integer> errors) {
    if (isForeignBind(request)) {
      errors.add(VerbsErrno.EPERM);
    }
    if (request.operation() == Step.Operation.BIND_MW
        && request.use().part() != null
        && request.use().part().area().isClosed()) {
      errors.addAll(List.of(VerbsErrno.EINVAL, VerbsErrno.EPERM));
    }
  }

  private static boolean isForeignBind(Request request) {
    return request.operation() == Step.Operation.BIND_MW
        && request.use().part() != null
        && !request.use().window().isOfDomain(request.use().part().area());
  }

  /** {@code ibv_wr_complete(3)}: all are posted, or none (VQ-06). */
  void build(Player player, List<Request> requests) {
    WorkBuilder builder = player.shown.startWork();
    requests.forEach(each -> player.forms.build(builder, each));
    int errno = builder.complete();
    player.forms.spoil();
    int before = player.side.places();
    Set<Integer> errors = new HashSet<>();
    boolean mayPass = true;
    for (int i = 0; i < requests.size(); i++) {
      Verdict verdict = verdict(player, requests.get(i), before + i);
      errors.addAll(verdict.errors());
      mayPass &= verdict.mayPass();
      if (requests.get(i).isTooLongForInline()) {
        errors.add(VerbsErrno.ENOSPC);
      }
    }
    if (errno == 0) {
      assertTrue(mayPass, () -> "ibv_wr_complete: posted, allowed " + errors);
      requests.forEach(each -> accept(player, each));
    } else {
      assertTrue(errors.contains(errno), () -> "ibv_wr_complete: " + errno);
    }
  }

  /** {@code ibv_post_recv(3)}, {@code ibv_post_srq_recv(3)}. */
  void receive(Player player, List<Receipt> receipts, int room) {
    List<ReceiveWorkRequest> list = new ArrayList<>();
    for (Receipt receipt : receipts) {
      ReceiveWorkRequest form = Forms.receive(receipt);
      if (!list.isEmpty()) {
        list.getLast().next(form);
      }
      list.add(form);
    }
    BadRequest<ReceiveWorkRequest> bad = new BadRequest<>();
    int errno = player.postReceive(list.getFirst(), bad);
    int posted = errno == 0 ? list.size() : list.indexOf(bad.request());
    assertTrue(posted >= 0, "bad_wr is not a receive of the list");
    int before = player.side.receives.size();
    for (int i = 0; i < posted; i++) {
      assertFalse(receipts.get(i).mistake() == Mistake.BUFFERS, "too many buffers");
      assertTrue(player.side.receives.size() < room, "posted to a full receive queue");
      player.side.post(receipts.get(i));
      rules.run();
    }
    if (errno != 0) {
      requireReason(receipts.get(posted), errno, before + posted >= room);
    }
  }

  private static void requireReason(Receipt receipt, int errno, boolean full) {
    if (errno == VerbsErrno.ENOMEM) {
      assertTrue(full, "ibv_post_recv: ENOMEM, but there is room");
    } else {
      assertEquals(VerbsErrno.EINVAL, errno, "ibv_post_recv");
      assertEquals(Mistake.BUFFERS, receipt.mistake(), "ibv_post_recv: EINVAL");
    }
  }

  /** A request that completes when all before it have. */
  void barrier(Player player, Request request) {
    assertEquals(0, player.pair.postSend(player.forms.send(request)), "a request for progress");
    player.forms.spoil();
    accept(player, request);
  }
}

package dev.weft.provider.verbs.program;

import static dev.weft.verbs.completion.CompletionStatus.LOC_ACCESS_ERR;
import static dev.weft.verbs.completion.CompletionStatus.LOC_LEN_ERR;
import static dev.weft.verbs.completion.CompletionStatus.LOC_PROT_ERR;
import static dev.weft.verbs.completion.CompletionStatus.LOC_QP_OP_ERR;
import static dev.weft.verbs.completion.CompletionStatus.REM_ACCESS_ERR;
import static dev.weft.verbs.completion.CompletionStatus.REM_INV_REQ_ERR;
import static dev.weft.verbs.completion.CompletionStatus.REM_OP_ERR;
import static dev.weft.verbs.completion.CompletionStatus.RETRY_EXC_ERR;
import static dev.weft.verbs.completion.CompletionStatus.RNR_RETRY_EXC_ERR;
import static dev.weft.verbs.completion.CompletionStatus.SUCCESS;
import static dev.weft.verbs.completion.CompletionStatus.WR_FLUSH_ERR;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.provider.verbs.program.Area.Part;
import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.verbs.completion.CompletionOpcode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;

/** Executes requests as the specification says, each as soon as it can be. */
final class Rules {
  static final int ROUTE_HEADER = 40;
  private static final int FOR_EVER = 7;

  /** What a request completes with if it is under way while both queue pairs are reset. */
  static final Set<Integer> RESET = Set.of(RETRY_EXC_ERR, WR_FLUSH_ERR);

  private final Setup setup;
  private final List<Side> sides;

  Rules(Setup setup, List<Side> sides) {
    this.setup = setup;
    this.sides = sides;
  }

  /** Executes until every queue pair is idle or waits. */
  void run() {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Side side : sides) {
        while (side.isRunning() && !side.waiting.isEmpty() && execute(side)) {
          moved = true;
        }
      }
    }
  }

  private boolean execute(Side side) {
    Request request = side.waiting.peek();
    if (mustWait(side, request)) {
      return false;
    }
    side.waiting.remove();
    if (request.operation().isLocal()) {
      executeLocal(side, request);
    } else if (request.mistake().isLocal()) {
      fail(side, request, LOC_PROT_ERR); // VQ-20
    } else if (setup.isReliable()) {
      executeReliable(side, request);
    } else {
      executeUnreliable(side, request);
    }
    return true;
  }

  private void executeLocal(Side side, Request request) {
    int status = request.use().window().execute(request);
    if (status == SUCCESS) {
      side.complete(request);
    } else {
      fail(side, request, status);
    }
  }

  /** VQ-24. */
  private boolean mustWait(Side side, Request request) {
    return setup.isReliable()
        && setup.rnrRetry() == FOR_EVER
        && !request.mistake().isLocal()
        && side.peer.isReady()
        && request.usesReceive()
        && side.peer.receives.isEmpty();
  }

  private void executeReliable(Side side, Request request) {
    if (!side.peer.isReady()) {
      fail(side, request, RETRY_EXC_ERR); // VQ-25
      return;
    }
    Receipt receipt = request.usesReceive() ? side.peer.receives.peek() : null;
    Set<Integer> refusal = refusal(request);
    if (request.usesReceive() && receipt == null) {
      fail(side, request, RNR_RETRY_EXC_ERR);
    } else if (!refusal.isEmpty()) {
      refuse(side, receipt);
      failBoth(side, request, refusal);
    } else if (request.operation().isSend() && !fits(request, receipt)) {
      failReceive(side, request, receipt);
    } else {
      deliver(side, request);
      side.complete(request);
    }
  }

  private static boolean fits(Request request, Receipt receipt) {
    return request.bytes() <= receipt.room()
        && (request.bytes() == 0 || receipt.mistake() == Mistake.NONE);
  }

  /** VQ-22, VQ-23, VQ-26, VQ-32. */
  private Set<Integer> refusal(Request request) {
    if (request.operation().isSend()) {
      return Set.of();
    }
    boolean looksAtKey = request.bytes() > 0;
    boolean refused = looksAtKey && !isGranted(request);
    boolean denied = (setup.granted() & request.operation().right()) == 0;
    if (request.mistake() == Mistake.UNALIGNED) {
      return denied || refused ? Set.of(REM_INV_REQ_ERR, REM_ACCESS_ERR) : Set.of(REM_INV_REQ_ERR);
    }
    if (denied) {
      return Set.of(REM_INV_REQ_ERR, REM_ACCESS_ERR);
    }
    return refused ? Set.of(REM_ACCESS_ERR) : Set.of();
  }

  /** Whether region or window grant what a request does. */
  static boolean isGranted(Request request) {
    int right = request.operation().right();
    return !request.mistake().isRemote()
        && (request.use() == null
            ? request.target().grants(right)
            : request.use().window().grants(request, right));
  }

  /**
   * The receive of a refused write with immediate data: its status says so (ibv_poll_cq(3)), or it
   * is flushed like the others (VQ-27).
   */
  private static void refuse(Side side, Receipt receiptOrNull) {
    if (receiptOrNull != null) {
      side.peer.receives.remove();
      side.peer.fail(receiptOrNull, Set.of(LOC_ACCESS_ERR, WR_FLUSH_ERR));
    }
  }

  /** VQ-19, VQ-21. */
  private static void failReceive(Side side, Request request, Receipt receipt) {
    boolean tooLong = request.bytes() > receipt.room();
    boolean mistaken = receipt.mistake() != Mistake.NONE;
    side.peer.receives.remove();
    receipt.forget();
    if (tooLong && mistaken) {
      side.peer.fail(receipt, Set.of(LOC_LEN_ERR, LOC_PROT_ERR, LOC_QP_OP_ERR));
      failBoth(side, request, Set.of(REM_INV_REQ_ERR, REM_OP_ERR));
    } else if (tooLong) {
      side.peer.fail(receipt, Set.of(LOC_LEN_ERR));
      failBoth(side, request, Set.of(REM_INV_REQ_ERR));
    } else {
      side.peer.fail(receipt, Set.of(LOC_PROT_ERR, LOC_QP_OP_ERR));
      failBoth(side, request, Set.of(REM_OP_ERR));
    }
  }

  /** Both queue pairs enter the error state: the peer has answered that it does (VQ-27). */
  private static void failBoth(Side side, Request request, Set<Integer> statuses) {
    side.fail(request, statuses);
    side.flush();
    side.peer.flush();
  }

  /** VQ-16; VQ-45 leaves open whether the receives of UC and UD go on: see {@code decide}. */
  private void fail(Side side, Request request, int status) {
    side.fail(request, Set.of(status));
    if (setup.isReliable()) {
      side.flush();
    } else {
      side.state = Side.State.HALF;
      side.flushSends();
    }
  }

  /** VQ-39, VQ-41. */
  private void executeUnreliable(Side side, Request request) {
    side.complete(request);
    boolean lost = request.mistake() == Mistake.LOST || !side.peer.takesMessages();
    if (!lost && request.usesReceive() && side.peer.receives.isEmpty()) {
      side.peer.blind = true;
      forgetTarget(request);
      lost = true;
    }
    if (!lost) {
      deliver(side, request);
    }
  }

  /** How much of a write is done whose immediate data finds no receive is not said. */
  private static void forgetTarget(Request request) {
    if (request.target() != null) {
      request.target().forget(new Part(request.target(), request.at(), request.bytes()));
    }
  }

  private void deliver(Side side, Request request) {
    switch (request.operation()) {
      case SEND, SEND_WITH_IMM, SEND_WITH_INV -> deliverMessage(side, request);
      case RDMA_WRITE, ATOMIC_WRITE -> write(request);
      case RDMA_WRITE_WITH_IMM -> {
        write(request);
        receive(side, request, CompletionOpcode.RECV_RDMA_WITH_IMM);
      }
      case RDMA_READ -> read(request);
      case COMPARE_AND_SWAP, FETCH_AND_ADD -> change(request);
      case FLUSH -> {}
      default -> throw new AssertionError(request);
    }
  }

  private void deliverMessage(Side side, Request request) {
    Receipt receipt = side.peer.receives.peek();
    int skipped = setup.isDatagram() ? ROUTE_HEADER : 0; // VE-13
    Request.scatter(request.gather(), receipt.parts(), skipped);
    if (setup.isDatagram()) {
      forgetHeader(receipt);
    }
    receive(side, request, CompletionOpcode.RECV);
  }

  /** VE-12: undefined, or a header. */
  private static void forgetHeader(Receipt receipt) {
    int rest = ROUTE_HEADER;
    for (Part part : receipt.parts()) {
      int length = Math.min(rest, part.length());
      part.area().forget(new Part(part.area(), part.at(), length));
      rest -= length;
    }
  }

  private void receive(Side side, Request request, int opcode) {
    Receipt receipt = side.peer.receives.remove();
    int bytes = request.bytes() + (setup.isDatagram() ? ROUTE_HEADER : 0); // VE-05
    Expectation success = Expectation.success(receipt.wrId(), opcode, bytes, side.peer.pair);
    success = setup.isDatagram() ? success.from(side.pair) : success;
    side.peer.received.add(extended(success, request), request.step().solicited());
  }

  /** VE-09, VQ-37. */
  private static Expectation extended(Expectation success, Request request) {
    if (request.operation() == Step.Operation.SEND_WITH_INV) {
      int key = request.use().key();
      assertTrue(request.use().window().invalidate(key), "the model does not know this window");
      return success.invalidated(key);
    }
    return request.operation().hasImmediate()
        ? success.withImmediate(request.immediate())
        : success;
  }

  private static void write(Request request) {
    if (request.bytes() > 0) {
      request.target().write(request.at(), request.gather(), 0, request.bytes());
    }
  }

  private static void read(Request request) {
    byte[] data = new byte[request.bytes()];
    System.arraycopy(request.target().expected, request.at(), data, 0, data.length);
    Request.scatter(data, request.parts(), 0);
  }

  /** VQ-30, VQ-31. */
  private static void change(Request request) {
    long found = request.target().number(request.at());
    long value =
        switch (request.operation()) {
          case FETCH_AND_ADD -> found + request.compare();
          default -> found == request.compare() ? request.swap() : found;
        };
    request.target().number(request.at(), value);
    byte[] data = new byte[Long.BYTES];
    ByteBuffer.wrap(data).order(ByteOrder.nativeOrder()).putLong(found);
    Request.scatter(data, request.parts(), 0);
  }
}

package dev.weft.cli.soak.traffic;

import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Posts requests of every {@link RequestKind} to a peer that does the same, over one reliable queue
 * pair after the other. Requests are numbered in posting order, and must complete and arrive once,
 * in this order: with success, or, from some request on, with an error.
 *
 * <pre>
 *   ids        63 receive or request | 62..0 number
 *
 *   granted    sum | sum | area of turn 0 | 1 | 2 | 3
 *   area       what WRITE writes and READ reads | the same for LONG_WRITE and LONG_READ
 * </pre>
 */
public final class NumberedRequests implements AutoCloseable {
  private static final int BUSY = 24;
  private static final int CELLS = 4 * RequestKind.COUNT;
  private static final int RECEIVES = 16;
  private static final int DEPTH = CELLS;
  private static final int AREAS = 4;
  private static final int SENDS_OF_TURN = 2;
  private static final long RECEIVE = Long.MIN_VALUE;
  private static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG;
  private static final long GRANTED = GuardedRegion.SUMS + (long) AREAS * RequestKind.area();

  private final SoakPair pair;
  private final Arena arena = Arena.ofShared();
  private final GuardedRegion granted =
      GuardedRegion.within(arena.allocate(GuardedRegion.sizeFor(GRANTED), Long.BYTES));
  private final MemorySegment local =
      arena.allocate((long) (CELLS + RECEIVES) * RequestKind.LONG, Long.BYTES);
  private final MemoryRegion grantedRegion;
  private final MemoryRegion localRegion;
  private final SendWorkRequest request = new SendWorkRequest();
  private final ReceiveWorkRequest receive = new ReceiveWorkRequest();
  private final Consumer<String> failures;
  private final AtomicLong arrived = new AtomicLong();
  private long place;
  private int key;
  private long next;
  private long ended;
  private long nextReceive;
  private long endedReceives;
  private long messages;
  private boolean failed;

  private NumberedRequests(String fabric, int timeout, Consumer<String> failures) {
    this.failures = failures;
    pair = new SoakPair(Devices.named("shm0").onFabric(fabric), DEPTH, timeout);
    grantedRegion =
        pair.register(granted.granted(), RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE);
    localRegion = pair.register(local, RegionAccess.LOCAL_WRITE);
    postReceives();
  }

  /** Requests to a peer that may be killed; any may fail, which is reported. */
  public static NumberedRequests toKilledPeer(String fabric, Consumer<String> failures) {
    return new NumberedRequests(fabric, SoakPair.BRISK, failures);
  }

  /** Requests to a peer that is not killed; none may fail. */
  public static NumberedRequests toLastingPeer(String fabric) {
    return new NumberedRequests(
        fabric,
        SoakPair.PATIENT,
        what -> {
          throw new SoakFailure(what + " failed although no process was killed");
        });
  }

  private void postReceives() {
    while (nextReceive < endedReceives + RECEIVES) {
      long room = (CELLS + nextReceive % RECEIVES) * RequestKind.LONG;
      pair.post(receive.wrId(RECEIVE | nextReceive++).buffer(localRegion, room, RequestKind.LONG));
    }
  }

  /**
   * What a peer needs: the address of the queue pair, the address of the granted memory, and its
   * key.
   */
  public String name() {
    return pair.address() + " " + grantedRegion.address() + " " + grantedRegion.rkey();
  }

  /** Connects to the peer with this address data. */
  public void meet(String name) {
    String[] words = name.split(" ", -1);
    place = Long.parseLong(words[1]);
    key = Integer.parseInt(words[2]);
    pair.connect(QueuePairAddress.parse(words[0]));
  }

  /** Keeps requests of all kinds in flight, until one has failed. */
  public void post() {
    while (!failed && next < ended + BUSY) {
      post(RequestKind.of(next));
      next++;
    }
  }

  private void post(RequestKind kind) {
    long turn = RequestKind.turnOf(next);
    long there = place + GuardedRegion.SUMS + turn % AREAS * RequestKind.area() + kind.place();
    request.wrId(next).buffer(localRegion, cell(next), kind.length());
    switch (kind) {
      case SEND, LONG_SEND -> stamp(kind).send();
      case WRITE, LONG_WRITE -> stamp(kind).write(there, key);
      case READ, LONG_READ -> request.read(there, key);
      case ADD -> request.fetchAndAdd(place, key, 1);
      case SWAP -> request.compareAndSwap(place + Long.BYTES, key, turn, turn + 1);
    }
    pair.post(request);
  }

  private SendWorkRequest stamp(RequestKind kind) {
    local.set(NUMBER, cell(next), next);
    local.set(NUMBER, cell(next) + kind.length() - Long.BYTES, ~next);
    return request;
  }

  private static long cell(long number) {
    return number % CELLS * RequestKind.LONG;
  }

  /** Arms, polls, and sleeps until a request completes or the thread is interrupted. */
  public void take() {
    pair.arm();
    if (!completeAll() && pair.await()) {
      completeAll();
    }
  }

  /** Returns false if there was no completion. */
  private boolean completeAll() {
    int taken = pair.poll();
    for (int i = 0; i < taken; i++) {
      complete(i, pair.batch.wrId(i));
    }
    if (!failed) {
      postReceives();
    }
    return taken > 0;
  }

  private void complete(int i, long id) {
    boolean received = id < 0;
    long number = id & ~RECEIVE;
    require(number == (received ? endedReceives++ : ended++), i, "is not next in order");
    if (pair.batch.status(i) != CompletionStatus.SUCCESS) {
      fail(received, number, i);
      return;
    }
    require(!failed, i, "has succeeded although another had failed");
    if (received) {
      receive(number, i);
    } else {
      check(number, i);
    }
  }

  /** Checks a failure: the oldest request has run out of retries, all others are flushed. */
  private void fail(boolean received, long number, int i) {
    int expected = failed ? CompletionStatus.WR_FLUSH_ERR : CompletionStatus.RETRY_EXC_ERR;
    require(pair.batch.status(i) == expected, i, "came first, or after the first");
    require(failed || !received, i, "is of a receive, and came first");
    failures.accept(received ? "receive" : RequestKind.of(number).toString());
    failed = true;
  }

  /** Checks that the received message is the peer's next one, and intact. */
  private void receive(long number, int i) {
    long sent = messages * RequestKind.COUNT / SENDS_OF_TURN;
    RequestKind kind = RequestKind.of(sent);
    require(pair.batch.byteLen(i) == kind.length(), i, "has a wrong length");
    requireStamp((CELLS + number % RECEIVES) * RequestKind.LONG, kind, sent, i);
    messages++;
    arrived.setRelease(arrived.getPlain() + 1);
  }

  /**
   * A read returns what the request before it has written, an atomic operation the effect of all
   * before it.
   */
  private void check(long number, int i) {
    RequestKind kind = RequestKind.of(number);
    switch (kind) {
      case READ, LONG_READ -> requireStamp(cell(number), kind, number - 1, i);
      case ADD, SWAP -> {
        long before = local.get(NUMBER, cell(number));
        require(before == RequestKind.turnOf(number), i, "found a wrong number");
      }
      default -> {}
    }
  }

  private void requireStamp(long at, RequestKind kind, long number, int i) {
    require(local.get(NUMBER, at) == number, i, "begins with what is not next");
    long last = local.get(NUMBER, at + kind.length() - Long.BYTES);
    require(last == ~number, i, "ends with what it did not begin with");
  }

  private void require(boolean right, int i, String otherwise) {
    if (!right) {
      throw new SoakFailure(pair.batch.describe(i) + " " + otherwise + "; " + this);
    }
  }

  /** Unfinished requests, and receives whose messages will never arrive. */
  public long outstanding() {
    return next - ended + (failed ? nextReceive - endedReceives : 0);
  }

  /** Number of intact messages that arrived; any thread may call. */
  public long arrived() {
    return arrived.get();
  }

  /** Makes a new queue pair for the next peer, after the peer's end and that of all requests. */
  public void part() {
    if (failed && (pair.state() != QueuePairState.ERR || pair.poll() != 0)) {
      throw new SoakFailure("after all has ended there is still " + pair);
    }
    pair.renew();
    granted.check();
    next = 0;
    ended = 0;
    nextReceive = 0;
    endedReceives = 0;
    messages = 0;
    failed = false;
    postReceives();
  }

  @Override
  public void close() {
    pair.close();
    arena.close();
  }

  @Override
  public String toString() {
    return "%d of %d requests and %d of %d receives have ended"
        .formatted(ended, next, endedReceives, nextReceive);
  }
}

package dev.weft.cli.perf;

import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.port.Opening;
import dev.weft.cli.perf.port.Port;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.futures.Node;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The control protocol of two processes between rows, as messages on the measured fabric. It sleeps
 * while idle.
 *
 * <pre>
 *   tag    63..8 session, chosen by the client | 7..0 letter of the kind
 *
 *   client                             server
 *     | ---- HELLO own name ------------> |
 *     | &lt;------------------- WELCOME ---- |   or BUSY: another session is active
 *     | ---- ROW, name of the end ------> |   opens its end
 *     | &lt;------- READY, name of the end - |
 *     | ============ a row ============== |   by two other endpoints
 *     | ---- STOP ----------------------> |   only where the row failed
 *     | &lt;-------------------- REPORT ---- |   what the server's end saw
 *     | ---- REST ----------------------> |   lets its compiler finish
 *     | &lt;-------------------- RESTED ---- |   how long its compiler has worked
 *     | ---- BYE -----------------------> |
 *     | ---- PING ----------------------> |   periodically, both ways: fails if the peer is gone
 * </pre>
 */
final class ControlChannel implements AutoCloseable {
  /** The kinds of messages. */
  enum MessageKind {
    HELLO('h'),
    WELCOME('w'),
    BUSY('b'),
    ROW('r'),
    READY('y'),
    STOP('s'),
    REPORT('t'),
    REST('c'),
    RESTED('d'),
    BYE('e'),
    PING('k');

    final char letter;

    MessageKind(char letter) {
      this.letter = letter;
    }

    static MessageKind of(long tag) {
      long letter = tag & 0xff;
      return Arrays.stream(values()).filter(kind -> kind.letter == letter).findFirst().orElse(PING);
    }
  }

  /** A received message. */
  record Received(MessageKind kind, long session, DataInputStream body) {}

  /** Writes the body of a message. */
  @FunctionalInterface
  interface Body {
    void write(DataOutput out) throws IOException;
  }

  /** How long a process may take to answer HELLO; on a busy machine longer, see HangDetector. */
  static final Duration GREETING_PATIENCE = Duration.ofSeconds(10);

  /** How long it may take to answer any other message: a row may have to be closed first. */
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final int MAX = 1 << 20;
  private static final long HEARING = 1;
  private static final long SAYING = 2;
  private static final long PING_NANOS = 250_000_000;
  private static final int LOOK_MILLIS = 50;
  private static final int FOR_EVER = -1;

  private final Node opened;
  private final CompletionQueue queue;
  private final Endpoint endpoint;
  private final MemorySegment room;
  private final MemorySegment words;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
  private final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
  private Duration patience = PATIENCE;
  private boolean saying;
  private Received received;
  private long peer = FabricAddress.NOTAVAIL;
  private long session;
  private long lastPing;

  ControlChannel(Fabric fabric, FabricInfo info) {
    try (Opening opening = new Opening()) {
      opened = Node.open(fabric, info, CompletionQueueAttributes.blocking(CompletionFormat.TAGGED));
      opening.ifFailed(opened::close);
      queue = opened.queue();
      endpoint = opened.endpoint();
      room = opened.domain().allocate(MAX);
      words = opened.domain().allocate(MAX);
      listen();
      opening.done();
    }
  }

  /** The address of this end. */
  byte[] name() {
    return opened.endpoint().name();
  }

  /**
   * Connects to the peer with this name.
   *
   * @return false if the name is no address of this fabric
   */
  boolean connectTo(byte[] name, long chosenSession) {
    peer = opened.peers().insert(name);
    session = chosenSession;
    lastPing = System.nanoTime();
    return peer != FabricAddress.NOTAVAIL;
  }

  /** Disconnects; messages are dropped until the next {@link #connectTo}. */
  void disconnect() {
    if (peer != FabricAddress.NOTAVAIL) {
      opened.peers().remove(peer);
      peer = FabricAddress.NOTAVAIL;
    }
  }

  /** Sends a message without a body. */
  void send(MessageKind kind) {
    send(kind, out -> {});
  }

  /**
   * Sends a message.
   *
   * @throws PeerSilent if the peer does not take it in time
   * @throws PeerGone if there is no such peer
   */
  void send(MessageKind kind, Body body) {
    byte[] bytes = bytes(body);
    MemorySegment.copy(bytes, 0, words, ValueLayout.JAVA_BYTE, 0, bytes.length);
    HangDetector detector = new HangDetector(patience);
    saying = true;
    while (isFull(endpoint.tsend(words, bytes.length, peer, tag(kind), SAYING))) {
      lookPatiently(detector);
    }
    while (saying) {
      lookPatiently(detector);
    }
  }

  /** Whether the same send may succeed later. */
  private static boolean isFull(int result) {
    if (result != 0 && result != -Errno.EAGAIN) {
      throw new PeerGone(
          "The other process cannot be reached (%s).".formatted(Port.describe(result)));
    }
    return result != 0;
  }

  private void lookPatiently(HangDetector detector) {
    look(LOOK_MILLIS);
    requirePatience(detector);
  }

  private void requirePatience(HangDetector detector) {
    if (!detector.lap() && !Thread.currentThread().isInterrupted()) {
      throw new PeerSilent(detector.lasted());
    }
  }

  private long tag(MessageKind kind) {
    return (session << Byte.SIZE) | kind.letter;
  }

  private static byte[] bytes(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      body.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Waits for the next message; returns null after a spurious wake-up. */
  Received receive() {
    return receive(FOR_EVER);
  }

  private Received receive(int millis) {
    if (received == null) {
      look(millis);
    }
    Received next = received;
    if (next != null) {
      received = null;
      listen();
    }
    return next == null || next.kind == MessageKind.PING ? null : next;
  }

  /**
   * The next message of this session, or null; pings periodically.
   *
   * @throws PeerGone if the peer is gone
   */
  Received receiveFromPeer() {
    long now = System.nanoTime();
    if (now - lastPing > PING_NANOS) {
      lastPing = now;
      ping();
    }
    Received next = receive(LOOK_MILLIS);
    if (next != null && next.session != session) {
      refuse(next);
      return null;
    }
    return next;
  }

  /** What a peer has said before it left comes first. */
  private void ping() {
    try {
      send(MessageKind.PING);
    } catch (PeerGone gone) {
      if (received == null) {
        look(0);
      }
      if (received == null) {
        throw gone;
      }
    }
  }

  /** Sets how long the peer may take to answer and to take messages. */
  void waitAtMost(Duration limit) {
    patience = limit;
  }

  /**
   * Waits for a message of this session, of one of these kinds.
   *
   * @throws PeerSilent if it does not arrive in time
   * @throws PeerGone if the peer ends
   */
  Received await(MessageKind... kinds) {
    HangDetector detector = new HangDetector(patience);
    List<MessageKind> awaited = List.of(kinds);
    Received next = receiveFromPeer();
    while (next == null || !awaited.contains(next.kind)) {
      requirePatience(detector);
      next = receiveFromPeer();
    }
    return next;
  }

  private void refuse(Received caller) {
    long mine = session;
    long current = peer;
    if (caller.kind == MessageKind.HELLO) {
      try {
        if (connectTo(caller.body.readAllBytes(), caller.session)) {
          send(MessageKind.BUSY);
        }
        disconnect();
      } catch (PeerGone | IOException hungUp) {
        // the peer no longer needs it
      }
      session = mine;
      peer = current;
    }
  }

  private void listen() {
    endpoint.trecv(room, MAX, FabricAddress.UNSPEC, 0, -1L, HEARING);
  }

  private void look(int millis) {
    int count = queue.sread(batch, 1, 0, millis);
    if (Thread.currentThread().isInterrupted()) {
      throw new PerfFailure("Interrupted.");
    }
    if (count == 1) {
      completed();
    } else if (count == -Errno.EAVAIL && queue.readErr(error, 0) == 1) {
      failed();
    }
  }

  private void failed() {
    if (error.context() == HEARING) {
      listen(); // not a message of this protocol
      return;
    }
    saying = false;
    throw new PeerGone(
        "The other process is gone (%s).".formatted(Errno.name(error.error())), detail());
  }

  /** The text of the provider's own number; nothing if that is the error number. */
  private String detail() {
    int own = error.providerError();
    return Math.abs(own) == error.error() || own == 0 ? "" : queue.strerror(own);
  }

  private void completed() {
    if (batch.context(0) == SAYING) {
      saying = false;
      return;
    }
    byte[] body = room.asSlice(0, batch.length(0)).toArray(ValueLayout.JAVA_BYTE);
    received =
        new Received(
            MessageKind.of(batch.tag(0)),
            batch.tag(0) >>> Byte.SIZE,
            new DataInputStream(new ByteArrayInputStream(body)));
  }

  @Override
  public void close() {
    opened.close();
  }
}

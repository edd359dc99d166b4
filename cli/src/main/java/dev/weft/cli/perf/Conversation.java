package dev.weft.cli.perf;

import dev.weft.conformance.HangDetector;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.AddressVectorAttributes;
import dev.weft.fabric.BindFlags;
import dev.weft.fabric.CompletionBatch;
import dev.weft.fabric.CompletionFormat;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.CompletionQueueAttributes;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.ErrorCompletion;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.WaitObject;
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

/**
 * What two processes say to each other between rows, as messages of the very fabric that is
 * measured. It sleeps while nothing is said.
 *
 * <pre>
 *   tag    63..8 session, chosen by who calls | 7..0 word's letter
 *
 *   client                             server
 *     | ---- HELLO own name ------------> |
 *     | &lt;------------------- WELCOME ---- |   or BUSY: another session goes on
 *     | ---- ROW, name of the end ------> |   opens its end
 *     | &lt;------- READY, name of the end - |
 *     | ============ a row ============== |   by two other endpoints
 *     | ---- STOP ----------------------> |   only where the row failed
 *     | &lt;-------------------- REPORT ---- |   what the server's end saw
 *     | ---- BYE -----------------------> |
 *     | ---- KNOCK ---------------------> |   now and then, both ways: fails if nobody is there
 * </pre>
 */
final class Conversation implements AutoCloseable {
  /** What can be said. */
  enum Word {
    HELLO('h'),
    WELCOME('w'),
    BUSY('b'),
    ROW('r'),
    READY('y'),
    STOP('s'),
    REPORT('t'),
    BYE('e'),
    KNOCK('k');

    final char letter;

    Word(char letter) {
      this.letter = letter;
    }

    static Word of(long tag) {
      long letter = tag & 0xff;
      return Arrays.stream(values())
          .filter(word -> word.letter == letter)
          .findFirst()
          .orElse(KNOCK);
    }
  }

  /** What was said. */
  record Heard(Word word, long session, DataInputStream body) {}

  /** Writes what follows a word. */
  @FunctionalInterface
  interface Body {
    void write(DataOutput out) throws IOException;
  }

  /** How long a process may take to answer a greeting. */
  static final Duration GREETING_PATIENCE = Duration.ofSeconds(10);

  /** How long it may take to answer anything else: a row may have to be torn down before. */
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final int LONGEST = 1 << 20;
  private static final long HEARING = 1;
  private static final long SAYING = 2;
  private static final long KNOCK_NANOS = 250_000_000;
  private static final int LOOK_MILLIS = 50;
  private static final int FOR_EVER = -1;

  private final Domain domain;
  private final CompletionQueue queue;
  private final AddressVector vector;
  private final Endpoint endpoint;
  private final MemorySegment room;
  private final MemorySegment words;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
  private final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
  private Duration patience = PATIENCE;
  private boolean saying;
  private Heard heard;
  private long peer = FabricAddress.NOTAVAIL;
  private long session;
  private long knocked;

  Conversation(Fabric fabric, FabricInfo info) {
    domain = fabric.openDomain(info);
    queue =
        domain.openCompletionQueue(
            CompletionQueueAttributes.builder()
                .format(CompletionFormat.TAGGED)
                .waitObject(WaitObject.UNSPEC)
                .build());
    vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(vector, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    boolean enabled = false;
    try {
      endpoint.enable();
      enabled = true;
    } finally {
      if (!enabled) {
        close();
      }
    }
    room = domain.allocate(LONGEST);
    words = domain.allocate(LONGEST);
    listen();
  }

  /** How others find this one. */
  byte[] name() {
    return endpoint.name();
  }

  /**
   * Whoever has this name is spoken to from now on.
   *
   * @return false where the name is no address of this fabric
   */
  boolean turnTo(byte[] name, long chosenSession) {
    peer = vector.insert(name);
    session = chosenSession;
    knocked = System.nanoTime();
    return peer != FabricAddress.NOTAVAIL;
  }

  /** What is said goes to nobody until the next {@link #turnTo}. */
  void turnAway() {
    if (peer != FabricAddress.NOTAVAIL) {
      vector.remove(peer);
      peer = FabricAddress.NOTAVAIL;
    }
  }

  /** Says a word without more. */
  void say(Word word) {
    say(word, out -> {});
  }

  /**
   * Says a word.
   *
   * @throws PeerSilent where the peer does not take it in time
   * @throws PeerGone where there is no such peer
   */
  void say(Word word, Body body) {
    byte[] bytes = bytes(body);
    MemorySegment.copy(bytes, 0, words, ValueLayout.JAVA_BYTE, 0, bytes.length);
    HangDetector detector = new HangDetector(patience);
    saying = true;
    while (isFull(endpoint.tsend(words, bytes.length, peer, tag(word), SAYING))) {
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
          "The other process is not to be reached (%s).".formatted(Side.describe(result)));
    }
    return result != 0;
  }

  private void lookPatiently(HangDetector detector) {
    look(LOOK_MILLIS);
    requirePatience(detector);
  }

  private void requirePatience(HangDetector detector) {
    if (!detector.lap() && !Thread.currentThread().isInterrupted()) {
      throw new PeerSilent("The other process does not answer for " + patience.toSeconds() + " s.");
    }
  }

  private long tag(Word word) {
    return (session << Byte.SIZE) | word.letter;
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

  /** The next word; null where there was none after all. Sleeps until somebody speaks. */
  Heard hear() {
    return hear(FOR_EVER);
  }

  private Heard hear(int millis) {
    if (heard == null) {
      look(millis);
    }
    Heard next = heard;
    if (next != null) {
      heard = null;
      listen();
    }
    return next == null || next.word == Word.KNOCK ? null : next;
  }

  /**
   * The next word of this session, or null; knocks now and then.
   *
   * @throws PeerGone where nobody is behind the door
   */
  Heard hearPeer() {
    long now = System.nanoTime();
    if (now - knocked > KNOCK_NANOS) {
      knocked = now;
      say(Word.KNOCK);
    }
    Heard next = hear(LOOK_MILLIS);
    if (next != null && next.session != session) {
      refuse(next);
      return null;
    }
    return next;
  }

  /** From now on this is how long the peer may take to answer, and to take what it is told. */
  void waitAtMost(Duration limit) {
    patience = limit;
  }

  /**
   * Waits for one of two words of this session.
   *
   * @throws PeerSilent where it does not come in time
   * @throws PeerGone where the peer ends
   */
  Heard await(Word one, Word other) {
    HangDetector detector = new HangDetector(patience);
    Heard next = hearPeer();
    while (next == null || (next.word != one && next.word != other)) {
      requirePatience(detector);
      next = hearPeer();
    }
    return next;
  }

  private void refuse(Heard caller) {
    long mine = session;
    long current = peer;
    if (caller.word == Word.HELLO) {
      try {
        if (turnTo(caller.body.readAllBytes(), caller.session)) {
          say(Word.BUSY);
        }
        turnAway();
      } catch (PeerGone | IOException hungUp) {
        // then it need not know
      }
      session = mine;
      peer = current;
    }
  }

  private void listen() {
    endpoint.trecv(room, LONGEST, FabricAddress.UNSPEC, 0, -1L, HEARING);
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
      listen(); // a message that was no word of this conversation
      return;
    }
    saying = false;
    throw new PeerGone("The other process is gone (%s).".formatted(Errno.name(error.error())));
  }

  private void completed() {
    if (batch.context(0) == SAYING) {
      saying = false;
      return;
    }
    byte[] body = room.asSlice(0, batch.length(0)).toArray(ValueLayout.JAVA_BYTE);
    heard =
        new Heard(
            Word.of(batch.tag(0)),
            batch.tag(0) >>> Byte.SIZE,
            new DataInputStream(new ByteArrayInputStream(body)));
  }

  @Override
  public void close() {
    endpoint.close();
    vector.close();
    queue.close();
    domain.close();
  }
}

package dev.weft.provider.fabric.hostile;

import static dev.weft.provider.fabric.hostile.HostileFrame.ACKNOWLEDGE;
import static dev.weft.provider.fabric.hostile.HostileFrame.ACKNOWLEDGEMENT;
import static dev.weft.provider.fabric.hostile.HostileFrame.ATOMIC;
import static dev.weft.provider.fabric.hostile.HostileFrame.ATOMIC_FETCH;
import static dev.weft.provider.fabric.hostile.HostileFrame.CHUNK;
import static dev.weft.provider.fabric.hostile.HostileFrame.CTS;
import static dev.weft.provider.fabric.hostile.HostileFrame.MESSAGE;
import static dev.weft.provider.fabric.hostile.HostileFrame.READ;
import static dev.weft.provider.fabric.hostile.HostileFrame.RTS;
import static dev.weft.provider.fabric.hostile.HostileFrame.SHARE;
import static dev.weft.provider.fabric.hostile.HostileFrame.WRITE;
import static dev.weft.provider.fabric.hostile.HostileFrame.WRITE_RTS;

import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A hostile peer that follows the protocol of endpoints in frames that it writes itself: it sends
 * CTS, acknowledges, and answers. One of its frames is mutated before it is written.
 */
final class HostileEndpoint implements AutoCloseable {
  private static final long RANGE = 3L * Long.BYTES;
  private static final int MAX_CHUNK = 8000;
  private static final int MAX_ANSWER = 1 << 16;
  private static final int FIRST_WORDS = 16;
  private static final int ATTEMPTS = 8;

  /** In place of a handle: none is held. */
  private static final int NONE = -1;

  final List<String> log = new ArrayList<>();
  private final Port port;
  private final HostileTarget victim;
  private final Random chance;
  private final Plan plan;
  private final Link link;
  private final Map<Integer, byte[]> announced = new HashMap<>();
  private final Map<Long, Incoming> transfers = new HashMap<>();
  private long nextTransfer;
  private int written;

  /** The victim's first message, which is not acknowledged if a violation is planned. */
  private int held = NONE;

  private boolean mutated;
  private HostileViolation violation;

  /** Whether the victim overwrote frames before they were read, as it was told to. */
  private boolean lost;

  /**
   * Which frame is mutated.
   *
   * @param frame its number
   * @param violates whether the mutation is a protocol violation for certain
   */
  record Plan(int frame, boolean violates) {}

  /** Bytes that are expected, and the handle that is acknowledged afterwards. */
  private static final class Incoming {
    private final int handle;
    private long left;

    Incoming(int handle, long left) {
      this.handle = handle;
      this.left = left;
    }
  }

  /**
   * A peer with a link to the victim.
   *
   * @param plan which of the frames is mutated
   */
  HostileEndpoint(Port port, String victimAddress, HostileTarget victim, Random chance, Plan plan) {
    this.port = port;
    this.victim = victim;
    this.chance = chance;
    this.plan = plan;
    this.link = port.connect(victimAddress);
    victim.take(); // the port has a link now, and makes no other one
  }

  /** How many frames it has written. */
  int written() {
    return written;
  }

  boolean isMutated() {
    return mutated;
  }

  /** Its protocol violation, or null. */
  HostileViolation violation() {
    return violation;
  }

  boolean isBroken() {
    return link.isClosed();
  }

  /** Writes a frame, or nothing if the link is broken or there is no room. */
  void write(HostileFrame frame) {
    if (violation != null) {
      return; // there is no link any more
    }
    if (written++ == plan.frame) {
      mutate(frame);
    }
    log.add(frame.toString());
    boolean done = link.isClosed() || frame.writeTo(link);
    for (int i = 0; i < ATTEMPTS && !done; i++) {
      victim.take();
      takeAll();
      done = link.isClosed() || frame.writeTo(link);
    }
  }

  private void mutate(HostileFrame frame) {
    String before = frame.toString();
    mutated = true;
    violation = plan.violates ? HostileViolation.commit(frame, held, chance) : null;
    String what = violation == null ? frame.mutate(chance) : violation.toString();
    victim.tell(
        "mutated frame %d: %s%n    from %s%n    to   %s"
            .formatted(plan.frame, what, before, frame));
    log.add("mutated: " + what);
  }

  /** Writes an RTS for a payload, which the victim may pull. */
  void announce(int kind, int flags, int handle, long tag, byte[] payload, byte... says) {
    announced.put(handle, payload);
    write(new HostileFrame(kind, flags, handle, tag, 0, says));
  }

  /** Answers the victim's frames; true if there were any. */
  boolean takeAll() {
    boolean any = false;
    boolean _ = port.hasLinkChanges();
    for (Link each : port.links()) {
      long header = each.in().peek();
      while (header != 0 && !lost) {
        any = true;
        lost = header == FrameReader.UNSOUND;
        take(each, header);
        header = each.in().peek();
      }
      if (violation == null && each.in().giveBack()) {
        each.ringForRoom();
      }
    }
    return any;
  }

  private void take(Link from, long header) {
    FrameReader in = from.in();
    int handle = FrameReader.handle(header);
    long tag = in.tag();
    long data = in.data();
    long payload = FrameReader.payloadLength(header);
    long[] words = new long[FIRST_WORDS];
    Arrays.setAll(words, i -> (i + 1L) * Long.BYTES <= payload ? in.word(i * 8L) : 0);
    in.advance(header);
    if (!from.equals(link)) {
      return; // frames after a violation get no answer
    }
    switch (FrameReader.kind(header)) {
      case CTS -> writeChunks(announced.getOrDefault(handle, new byte[0]), tag, data);
      case RTS -> pull(handle, words[0]);
      case WRITE_RTS -> pull(handle, lengths(words, tag));
      case WRITE, ATOMIC -> acknowledge(handle);
      case READ, ATOMIC_FETCH ->
          writeChunks(new byte[Math.clamp(lengths(words, tag), 0, MAX_ANSWER)], data, -1);
      case MESSAGE -> {
        if (plan.violates && held == NONE) {
          held = handle;
        } else if ((FrameReader.flags(header) & ACKNOWLEDGE) != 0) {
          acknowledge(handle);
        }
      }
      case CHUNK -> arrived(tag, payload);
      case SHARE -> arrived(tag, words[3]);
      default -> {}
    }
  }

  private static long lengths(long[] words, long ranges) {
    long sum = 0;
    for (int i = 0; i < ranges && (i + 1) * RANGE <= (long) words.length * Long.BYTES; i++) {
      sum += words[3 * i + 2];
    }
    return sum;
  }

  private void pull(int handle, long length) {
    long transfer = nextTransfer++;
    transfers.put(transfer, new Incoming(handle, length));
    write(new HostileFrame(CTS, 0, handle, transfer, length));
  }

  private void arrived(long transfer, long bytes) {
    Incoming incoming = transfers.get(transfer);
    if (incoming != null) {
      incoming.left -= bytes;
      if (incoming.left <= 0) {
        transfers.remove(transfer);
        acknowledge(incoming.handle);
      }
    }
  }

  private void acknowledge(int handle) {
    write(new HostileFrame(ACKNOWLEDGEMENT, 0, handle, 0, 0));
  }

  private void writeChunks(byte[] payload, long transfer, long wanted) {
    int length = wanted < 0 ? payload.length : (int) Math.min(wanted, payload.length);
    for (int at = 0; at < length && !link.isClosed(); ) {
      int end = Math.min(length, at + 1 + chance.nextInt(MAX_CHUNK));
      byte[] chunk = Arrays.copyOfRange(payload, at, end);
      HostileFrame frame = new HostileFrame(CHUNK, 0, 0, transfer, at, chunk);
      frame.rest = length - at;
      write(frame);
      at = end;
    }
  }

  @Override
  public void close() {
    port.close();
  }
}

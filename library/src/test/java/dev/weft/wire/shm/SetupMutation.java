package dev.weft.wire.shm;

import dev.weft.wire.shm.folder.ShmAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** One change of a valid set-up, and what certainly follows from it. */
public final class SetupMutation implements AutoCloseable {
  private static final int BURST = 64;
  private static final long MAX_BASE = 1L << 62;
  private static final int MAX_PAUSE = 200_000;

  /** What becomes of an exchange. */
  public enum Outcome {
    SERVED,
    DENIED,
    UNKNOWN
  }

  /** The kind of change. */
  private enum Kind {
    NONE,
    FIELD,
    SIZE,
    FORM,
    SWAP,
    REPEAT,
    /** The peer sends a handshake once more on a new connection. */
    REPLAY,
    DROP,
    /** A field is changed in its file, after that was made. */
    STORE,
    /** A field is changed and restored all the time. */
    FLIP,
    CUT,
    /** A file is truncated while others work. */
    CUT_MEANWHILE;

    /** Any but none; half of them are fields, of which there are many. */
    static Kind any(Random chance) {
      Kind[] all = values();
      return chance.nextBoolean() ? FIELD : all[1 + chance.nextInt(all.length - 1)];
    }
  }

  private final Kind kind;
  private final boolean calls;
  private final SetupFiles files;
  private final Random chance;
  private SetupField field;
  private SetupPart part;
  private int at;
  private long value;
  private long other;
  private long size;
  private SetupFiles.Form form = SetupFiles.Form.FILE;
  private SetupStep dropped;

  /** Before which step it happens, for those that change files later. */
  private int step;

  private Thread thread;
  private volatile boolean closed;

  private SetupMutation(Kind kind, boolean calls, SetupFiles files, Random chance) {
    this.kind = kind;
    this.calls = calls;
    this.files = files;
    this.chance = chance;
  }

  /**
   * Chooses a change and applies what precedes the first step.
   *
   * @param calls whether the peer connects to the victim; else the victim connects
   */
  static SetupMutation apply(
      SetupFiles files, List<SetupStep> steps, boolean calls, boolean none, Random chance) {
    SetupMutation mutation =
        new SetupMutation(none ? Kind.NONE : Kind.any(chance), calls, files, chance);
    mutation.choose(steps);
    return mutation;
  }

  private void choose(List<SetupStep> steps) {
    step = 1 + chance.nextInt(steps.size() - 1);
    switch (kind) {
      case FIELD -> chooseValue(false);
      case STORE, FLIP -> chooseValue(true);
      case SIZE -> {
        choosePart(SetupPart.LIVENESS_HANDSHAKE);
        size = otherSize();
        files.setSize(part, size);
      }
      case FORM -> {
        choosePart(SetupPart.LINK);
        form = SetupFiles.Form.STRANGE.get(chance.nextInt(SetupFiles.Form.STRANGE.size()));
        files.setForm(part, form);
      }
      case CUT, CUT_MEANWHILE -> {
        choosePart(SetupPart.LINK);
        part = part == SetupPart.LINK && !calls ? SetupPart.VICTIM_LINK : part;
        size = chance.nextBoolean() ? 0 : chance.nextLong(files.validSize(part)); // 0: no page
      }
      default -> reorder(steps);
    }
  }

  private void choosePart(SetupPart first) {
    SetupPart[] all =
        EnumSet.range(calls ? first : SetupPart.PORT, SetupPart.MEMORY).toArray(SetupPart[]::new);
    part = all[chance.nextInt(all.length)];
  }

  /** Another size, which a handshake does not reach by the byte of a doorbell. */
  private long otherSize() {
    long valid = files.validSize(part);
    boolean isHandshake = part.isHandshake();
    long chosen = valid;
    while (chosen == valid) {
      chosen =
          chance.nextBoolean()
              ? valid + chance.nextInt(-16, isHandshake ? -1 : 17)
              : chance.nextLong(isHandshake ? valid - 1 : 2 * valid);
    }
    return chosen;
  }

  private void chooseValue(boolean later) {
    boolean fits = false;
    while (!fits) {
      field = SetupField.any(chance, later);
      boolean ofInitiator = field.part.isHandshake() || field.part == SetupPart.LINK;
      fits = calls ? field.part != SetupPart.VICTIM_LINK : !ofInitiator;
    }
    part = field.part;
    at = (int) field.at(chance);
    if (!part.isOfVictim()) {
      value = field.get(files.image(part), at);
      other = field.other(value, chance);
    }
    if (!later) {
      field.put(files.image(part), at, other);
    }
  }

  private void reorder(List<SetupStep> steps) {
    int from = chance.nextInt(steps.size());
    int to = chance.nextInt(steps.size());
    switch (kind) {
      case SWAP -> Collections.swap(steps, from, to);
      case REPEAT -> steps.add(Math.max(from, to), steps.get(Math.min(from, to)));
      case REPLAY -> {
        boolean liveness = chance.nextBoolean();
        SetupStep connect = liveness ? SetupStep.CONNECT_LIVENESS : SetupStep.CONNECT_WAKE;
        List<SetupStep> more =
            List.of(connect, liveness ? SetupStep.SEND_LIVENESS : SetupStep.SEND_WAKE);
        steps.addAll(chance.nextInt(steps.indexOf(connect) + 1, steps.size()), more);
      }
      case DROP -> dropped = steps.remove(from);
      default -> {}
    }
  }

  /** Whether there is any. */
  public boolean isThere() {
    return kind != Kind.NONE;
  }

  // While it runs

  /** Applies what happens before this step. */
  void before(int index, SetupPeer peer) throws IOException {
    boolean changes = kind.compareTo(Kind.STORE) >= 0;
    if (!changes || index != step) {
      return;
    }
    FileChannel file = peer.open(part);
    if (part.isOfVictim() && field != null) {
      ByteBuffer now = bytes();
      file.read(now, at);
      value = field.get(now, 0);
      other = field.other(value, chance);
    }
    switch (kind) {
      case STORE -> put(file, other);
      case CUT -> file.truncate(size);
      default -> {
        long pause = chance.nextInt(MAX_PAUSE);
        thread = Thread.ofPlatform().daemon().start(() -> change(file, pause));
      }
    }
  }

  private ByteBuffer bytes() {
    return ByteBuffer.allocate(field.width).order(part.order);
  }

  private void put(FileChannel file, long what) throws IOException {
    ByteBuffer bytes = bytes();
    field.put(bytes, 0, what);
    file.write(bytes, at);
  }

  private void change(FileChannel file, long pause) {
    try {
      if (kind == Kind.CUT_MEANWHILE) {
        LockSupport.parkNanos(pause);
        file.truncate(size);
      }
      while (kind == Kind.FLIP && !closed) {
        for (int i = 0; i < BURST; i++) {
          put(file, other);
          put(file, value);
        }
      }
    } catch (IOException closedMeanwhile) {
      closed = true;
    }
  }

  /** Stops a change that goes on. */
  @Override
  public void close() {
    closed = true;
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // What follows

  /** The address of the first byte of the granted memory, which the peer has named. */
  public long base() {
    boolean named = kind == Kind.FIELD && field == SetupField.GRANT_BASE;
    return named && other >= 0 && other <= MAX_BASE ? other : 0;
  }

  /** Whether only the handshake of the liveness connection is wrong. */
  boolean isOfLiveness() {
    return part == SetupPart.LIVENESS_HANDSHAKE;
  }

  /** Whether only the handshake of the wake connection is wrong. */
  boolean isOfWake() {
    return part == SetupPart.WAKE_HANDSHAKE;
  }

  /** Whether the victim closes the peer's connections: that of a wrong handshake, else both. */
  public boolean isRefused() {
    return switch (kind) {
      case FIELD ->
          part.isHandshake()
              ? !field.isOneOf(SetupField.LIFE_NUMBER, SetupField.BELL_NUMBER)
              : part == SetupPart.LINK && isWrongHeader();
      case SIZE, FORM -> part == SetupPart.LINK;
      default -> false;
    };
  }

  private boolean isWrongHeader() {
    if (field == SetupField.INITIATOR_LENGTH) {
      return other < 0 || other > ShmAddress.MAX_BYTES;
    }
    return field.compareTo(SetupField.LINK_MAGIC) >= 0
        && field.compareTo(SetupField.ACCEPTOR_NAME) <= 0;
  }

  /** What becomes of the peer's message. */
  public Outcome message() {
    boolean lost = calls ? isRefused() || isIncomplete() : isUnreachable();
    return lost ? Outcome.DENIED : isServed() ? Outcome.SERVED : Outcome.UNKNOWN;
  }

  /** Whether the peer makes a part of a connection only. */
  private boolean isIncomplete() {
    boolean isHandshake = part != null && part.isHandshake();
    return dropped == null
        ? isHandshake && (kind == Kind.FIELD || kind == Kind.SIZE)
        : dropped.connects();
  }

  /** Whether the victim cannot connect to the peer. */
  private boolean isUnreachable() {
    boolean wrongPortFile =
        part == SetupPart.PORT
            && (kind == Kind.SIZE || kind == Kind.FORM || isWrongPortHeader())
            && access() == Outcome.DENIED;
    return wrongPortFile || dropped == SetupStep.PORT || dropped == SetupStep.SOCKET;
  }

  private boolean isWrongPortHeader() {
    return field == SetupField.PORT_MAGIC || field == SetupField.PORT_VERSION;
  }

  /** Whether the two certainly connect, whatever the victim may access. */
  private boolean isServed() {
    boolean before = kind == Kind.SIZE || kind == Kind.FORM || kind == Kind.FIELD;
    boolean beside = part == SetupPart.TABLE || part == SetupPart.MEMORY || part == SetupPart.PORT;
    return kind == Kind.NONE || (before && beside && field != SetupField.PORT_REFUSALS);
  }

  /** What becomes of the victim's accesses. */
  public Outcome access() {
    return switch (kind) {
      case NONE -> Outcome.SERVED;
      case FIELD -> accessOfField();
      case FORM -> part == SetupPart.LINK ? Outcome.UNKNOWN : Outcome.DENIED;
      case SIZE -> accessOfSize();
      case DROP ->
          dropped.compareTo(SetupStep.PORT) <= 0 || (dropped == SetupStep.SOCKET && !calls)
              ? Outcome.DENIED
              : Outcome.UNKNOWN;
      default -> Outcome.UNKNOWN;
    };
  }

  private Outcome accessOfSize() {
    if (part == SetupPart.MEMORY) {
      boolean enough = size >= SetupFiles.GRANT_AT + SetupFiles.GRANTED;
      return enough ? Outcome.SERVED : Outcome.DENIED;
    }
    boolean needed = part == SetupPart.PORT || part == SetupPart.TABLE;
    return needed ? Outcome.DENIED : Outcome.UNKNOWN;
  }

  private Outcome accessOfField() {
    boolean denied =
        switch (field) {
          case PORT_MAGIC, PORT_VERSION, PORT_GRANTS, TABLE_MAGIC, GRANT_KEY, GRANT_FILE -> true;
          case GRANT_NUMBER -> other == 0;
          case GRANT_OFFSET -> other < 0 || other > SetupFiles.MEMORY_BYTES - SetupFiles.GRANTED;
          case GRANT_LENGTH -> other <= 0 || other > SetupFiles.MEMORY_BYTES - SetupFiles.GRANT_AT;
          case GRANT_BASE -> other < -SetupFiles.GRANTED;
          case GRANT_ACCESS -> (other & SetupFiles.REMOTE) == 0;
          default -> false;
        };
    boolean served =
        field.isOneOf(SetupField.PORT_COUNT, SetupField.PORT_ADMITTED, SetupField.GRANT_NUMBER)
            || base() != 0;
    return denied ? Outcome.DENIED : served ? Outcome.SERVED : Outcome.UNKNOWN;
  }

  @Override
  public String toString() {
    return "%s part=%s field=%s at=%d value=%#x other=%#x size=%d form=%s dropped=%s before step %d"
        .formatted(kind, part, field, at, value, other, size, form, dropped, step);
  }
}

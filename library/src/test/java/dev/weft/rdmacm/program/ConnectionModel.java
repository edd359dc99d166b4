package dev.weft.rdmacm.program;

import static dev.weft.rdmacm.ConnectionEventType.CONNECT_ERROR;
import static dev.weft.rdmacm.ConnectionEventType.CONNECT_REQUEST;
import static dev.weft.rdmacm.ConnectionEventType.DISCONNECTED;
import static dev.weft.rdmacm.ConnectionEventType.ESTABLISHED;
import static dev.weft.rdmacm.ConnectionEventType.REJECTED;

import dev.weft.rdmacm.ConnectionEventType;
import dev.weft.rdmacm.program.Side.Stage;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairState;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** What the man pages of librdmacm say of ids, listeners and their channels: plain numbers. */
final class ConnectionModel {
  /** The channel of those whose channel was closed. */
  static final int NOWHERE = -1;

  /** {@code IB_CM_REJ_CONSUMER_DEFINED}. */
  static final int BY_PROGRAM = 28;

  private static final int NO_LISTENER = 8;
  private static final int OTHER_TYPE = 9;
  private static final int OTHER_NETWORK = 12;

  /** Private data that is not there. */
  static final int NOTHING = 0;

  /** A listener. */
  static final class Listener {
    boolean open;
    int channel;
  }

  final Side[] sides;
  final Listener[] listeners;
  private final ConnectionSetup setup;
  private int now;

  ConnectionModel(ConnectionSetup setup) {
    this.setup = setup;
    sides = new Side[setup.sides()];
    Arrays.setAll(sides, _ -> new Side());
    listeners = new Listener[setup.listeners()];
    Arrays.setAll(listeners, _ -> new Listener());
  }

  /** Begins a step. */
  void tick() {
    now++;
  }

  Side peer(int id) {
    return sides[setup.peer(id)];
  }

  IntStream ids(IntPredicate which) {
    return IntStream.range(0, sides.length).filter(which);
  }

  /** The events that a channel holds. */
  int count(int channel) {
    return Arrays.stream(sides)
        .filter(side -> side.channel == channel)
        .mapToInt(side -> side.due.size())
        .sum();
  }

  /** Whether the next event of a channel may be the next one of this side. */
  boolean isNext(int id, int channel) {
    Side side = sides[id];
    return side.channel == channel
        && !side.due.isEmpty()
        && Arrays.stream(sides)
            .filter(other -> other.channel == channel && !other.due.isEmpty())
            .allMatch(other -> other.due.peek().time() >= side.due.peek().time());
  }

  private void tell(Side side, ConnectionEventType type, Set<Integer> statuses, long bytes) {
    if (side.channel != NOWHERE && side.stage != Stage.CLOSED) {
      side.due.add(new Due(Set.of(type), statuses, bytes, now));
    }
  }

  // Ids

  void create(int id, int channel) {
    Side fresh = new Side();
    fresh.stage = Stage.IDLE;
    fresh.channel = channel;
    sides[id] = fresh;
    sides[setup.peer(id)] = new Side();
  }

  /** rdma_create_qp(3): before it connects or accepts. */
  boolean canCreateQp(Side side) {
    return side.pair == null && (side.stage == Stage.IDLE || side.stage == Stage.CALLED);
  }

  void createQp(Side side, int kind) {
    side.kind = kind;
    side.pair = QueuePairState.INIT;
  }

  /** rdma_destroy_qp(3): its receives are gone, and nobody is told. */
  void destroyQp(Side side) {
    side.pair = null;
    side.receives = 0;
  }

  boolean canConnect(Side side) {
    return side.stage == Stage.IDLE && side.pair != null;
  }

  /** Whether the only obstacle may be the state of the queue pair. */
  boolean canAccept(Side side) {
    return side.stage == Stage.CALLED && side.pair != null;
  }

  void connect(int id, int listener, long bytes) {
    Side side = sides[id];
    Listener called = listeners[listener];
    side.stage = Stage.CONNECTING;
    if (!called.open) {
      end(side, REJECTED, Set.of(NO_LISTENER), NOTHING);
    } else if (called.channel == NOWHERE) {
      end(side, REJECTED, Set.of(BY_PROGRAM), NOTHING);
    } else {
      Side request = peer(id);
      request.stage = Stage.CALLED;
      request.channel = called.channel;
      request.listener = listener;
      tell(request, CONNECT_REQUEST, Set.of(0), bytes);
    }
  }

  private void end(Side side, ConnectionEventType type, Set<Integer> statuses, long bytes) {
    if (side.stage == Stage.ESTABLISHED) {
      flush(side);
    }
    side.stage = Stage.ENDED;
    tell(side, type, statuses, bytes);
  }

  /** Nothing if the program has destroyed or reset it. */
  private void flush(Side side) {
    if (side.pair != null && side.pair != QueuePairState.RESET) {
      side.pair = QueuePairState.ERR;
      side.flushes += side.receives;
      side.receives = 0;
    }
  }

  /** Why the two queue pairs of a connection cannot be connected; empty if they can. */
  Set<Integer> mismatch(int id) {
    Set<Integer> reasons = new TreeSet<>();
    int ours = sides[id].kind;
    int theirs = peer(id).kind;
    if (ConnectionSetup.type(ours) != ConnectionSetup.type(theirs)) {
      reasons.add(OTHER_TYPE);
    }
    if (ConnectionSetup.device(ours) != ConnectionSetup.device(theirs)) {
      reasons.add(OTHER_NETWORK);
    }
    return reasons;
  }

  /** rdma_accept(3) of queue pairs that do not match: both are told, this one by the call. */
  void refuse(int id) {
    sides[id].stage = Stage.ENDED;
    rejectCaller(id, mismatch(id), NOTHING);
  }

  private void rejectCaller(int id, Set<Integer> reasons, long bytes) {
    if (peer(id).stage == Stage.CONNECTING) {
      end(peer(id), REJECTED, reasons, bytes);
    }
  }

  void accept(int id, long bytes) {
    Side side = sides[id];
    Side caller = peer(id);
    if (caller.stage == Stage.CONNECTING && caller.pair == QueuePairState.INIT) {
      side.stage = Stage.ESTABLISHED;
      caller.stage = Stage.ESTABLISHED;
      side.pair = QueuePairState.RTS;
      caller.pair = QueuePairState.RTS;
      tell(side, ESTABLISHED, Set.of(0), NOTHING);
      tell(caller, ESTABLISHED, Set.of(0), bytes);
      return;
    }
    if (caller.stage == Stage.CONNECTING) {
      caller.stage = Stage.ESTABLISHED; // its queue pair cannot be moved, and is flushed
      end(caller, CONNECT_ERROR, Set.of(-VerbsErrno.ECONNRESET), NOTHING);
    }
    side.stage = Stage.ESTABLISHED; // its queue pair was moved to RTS
    end(side, CONNECT_ERROR, Set.of(-VerbsErrno.ECONNRESET), NOTHING);
  }

  void reject(int id, long bytes) {
    sides[id].stage = Stage.ENDED;
    rejectCaller(id, Set.of(BY_PROGRAM), bytes);
  }

  /**
   * Before the connection is established, C leaves open what rdma_disconnect(3) does; here the
   * event is DISCONNECTED in each state in which something has begun.
   */
  void disconnect(int id) {
    Side side = sides[id];
    Side other = peer(id);
    switch (side.stage) {
      case CONNECTING -> end(side, DISCONNECTED, Set.of(0), NOTHING);
      case CALLED -> {
        end(side, DISCONNECTED, Set.of(0), NOTHING);
        if (other.stage == Stage.CONNECTING) {
          end(other, CONNECT_ERROR, Set.of(-VerbsErrno.ECONNRESET), NOTHING);
        }
      }
      case ESTABLISHED -> {
        end(side, DISCONNECTED, Set.of(0), NOTHING);
        end(other, DISCONNECTED, Set.of(0), NOTHING);
      }
      default -> {}
    }
  }

  void close(int id) {
    Side side = sides[id];
    if (side.stage == Stage.CALLED) {
      reject(id, NOTHING);
    } else if (side.stage == Stage.ESTABLISHED) {
      disconnect(id);
    }
    side.stage = Stage.CLOSED;
    side.due.clear();
  }

  /** A connection whose sides have ended it at once; its events were read. */
  void endedBy(int id, boolean connected, boolean closed) {
    Side side = sides[id];
    side.stage = closed ? Stage.CLOSED : Stage.ENDED;
    if (connected) {
      flush(side);
    }
  }

  // Channels and listeners

  /** Moves an id and its events; nothing happens if it is there already. */
  void migrate(Side side, int to) {
    if (side.channel != to) {
      side.channel = to;
      Due[] moved = side.due.toArray(Due[]::new);
      side.due.clear();
      for (Due each : moved) {
        side.due.add(each.at(now));
      }
    }
  }

  void migrateListener(int listener, int to) {
    listeners[listener].channel = to;
    unread(side -> side.listener == listener).forEach(id -> migrate(sides[id], to));
  }

  private IntStream unread(Predicate<Side> which) {
    return Arrays.stream(ids(id -> sides[id].isUnreadRequest() && which.test(sides[id])).toArray());
  }

  /** Rejects a request that nobody has read. */
  private void forget(int id) {
    reject(id, NOTHING);
    sides[id] = new Side();
  }

  void closeListener(int listener) {
    listeners[listener].open = false;
    unread(side -> side.listener == listener).forEach(this::forget);
  }

  /**
   * The caller has just begun: its request may be in the backlog or not on its way, which ends as
   * CONNECT_ERROR or as if no program listens.
   */
  void closeListenerAtOnce(int id, int listener) {
    closeListener(listener);
    Due due = sides[id].due.peekLast();
    if (due != null && due.time() == now && due.types().contains(REJECTED)) {
      sides[id].due.removeLast();
      Set<Integer> statuses = Set.of(BY_PROGRAM, NO_LISTENER, -VerbsErrno.ECONNRESET);
      sides[id].due.add(new Due(Set.of(REJECTED, CONNECT_ERROR), statuses, NOTHING, now));
    }
  }

  void closeChannel(int channel) {
    Arrays.stream(sides)
        .filter(side -> side.channel == channel && !side.isUnreadRequest())
        .forEach(
            side -> {
              side.due.clear();
              side.channel = NOWHERE;
            });
    unread(side -> side.channel == channel).forEach(this::forget);
    Arrays.stream(listeners)
        .filter(listener -> listener.channel == channel)
        .forEach(listener -> listener.channel = NOWHERE);
  }

  /** ibv_modify_qp(3) to ERR flushes, and to RESET forgets. */
  void modify(Side side, boolean resets) {
    if (!resets) {
      flush(side);
      return;
    }
    side.pair = QueuePairState.RESET;
    side.receives = 0;
  }

  // Messages

  void receive(Side side) {
    if (side.pair == QueuePairState.ERR) {
      side.flushes++;
    } else {
      side.receives++;
    }
  }

  /** A message whose receive is posted. */
  void message(int id) {
    sides[id].successes++;
    peer(id).successes++;
    peer(id).receives--;
  }
}

package dev.weft.rdmacm.program;

import dev.weft.rdmacm.ConnectionEventType;
import dev.weft.verbs.attributes.QueuePairState;
import java.util.ArrayDeque;

/** An id, and its queue pair. */
final class Side {
  /** How far a connection is. */
  enum Stage {
    /** There is no id. */
    NONE,
    IDLE,
    CONNECTING,
    /** A request that was not answered. */
    CALLED,
    ESTABLISHED,
    ENDED,
    CLOSED
  }

  Stage stage = Stage.NONE;
  int channel;

  /** That of a request. */
  int listener;

  final ArrayDeque<Due> due = new ArrayDeque<>();

  /** The kind of the queue pair. */
  int kind;

  /** Null if there is no queue pair. */
  QueuePairState pair;

  int receives;
  int successes;
  int flushes;

  boolean isUnreadRequest() {
    return !due.isEmpty() && due.peek().types().contains(ConnectionEventType.CONNECT_REQUEST);
  }
}

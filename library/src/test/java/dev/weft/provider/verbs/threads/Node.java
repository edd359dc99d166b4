package dev.weft.provider.verbs.threads;

import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairState;
import java.util.concurrent.atomic.AtomicInteger;

/** A queue pair, and the memory of its requests. */
final class Node {
  final int number;
  final Side side;
  final QueuePair pair;
  final int qpNum;
  final Bytes bytes;
  final Polled sends;
  final Polled receives;
  final Places sendPlaces;
  final Places receivePlaces;
  final AtomicInteger windowUsers = new AtomicInteger();
  final MemoryWindow window;
  AddressHandle path;
  Node peer;

  /** Whether it, or its peer, was to fail. */
  volatile boolean failing;

  /** When it had been reset or destroyed; requests that were posted before do not complete. */
  volatile long droppedAt = Long.MAX_VALUE;

  /** Whether a reset or destruction has begun. */
  volatile boolean dropping;

  Node(int number, Side side, QueuePair pair, Bytes bytes, Polled sends, Polled receives) {
    this.number = number;
    this.side = side;
    this.pair = pair;
    this.bytes = bytes;
    this.sends = sends;
    this.receives = receives;
    qpNum = pair.qpNum();
    QueuePairCapabilities room = pair.capabilities();
    sendPlaces = new Places(room.maxSendWr());
    receivePlaces = side.shared == null ? new Places(room.maxReceiveWr()) : side.sharedPlaces;
    window = side.domain.allocMw(MemoryWindowType.TYPE_2);
  }

  void fail() {
    failing = true;
    peer.failing = true;
  }

  boolean isOpen() {
    return !pair.isClosed();
  }

  boolean isReset() {
    return isOpen() && pair.state() == QueuePairState.RESET;
  }
}

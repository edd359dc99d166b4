package dev.weft.nic.matching;

import dev.weft.nic.message.MachineLimits;

/** The pool of receives that are not posted. It holds as many as an endpoint can post. */
final class ReceivePool {
  private final int bufferLimit;
  private final PostedReceive[] free;
  private int count;

  /** Receives taken beyond the limit; as many returned ones are dropped. */
  private int tooMany;

  ReceivePool(MachineLimits limits) {
    bufferLimit = limits.buffers();
    free = new PostedReceive[limits.receives()];
    while (count < free.length) {
      free[count++] = new PostedReceive(bufferLimit);
    }
  }

  /** An empty receive, or null if all are posted. */
  PostedReceive take() {
    if (count == 0) {
      return null;
    }
    PostedReceive receive = free[--count];
    receive.clear();
    return receive;
  }

  /** An empty receive for one that was posted before, even if the limit is reached. */
  PostedReceive takeEvenIfAllArePosted() {
    PostedReceive receive = take();
    if (receive != null) {
      return receive;
    }
    tooMany++;
    return new PostedReceive(bufferLimit);
  }

  void giveBack(PostedReceive receive) {
    if (tooMany > 0) {
      tooMany--;
    } else {
      free[count++] = receive;
    }
  }
}

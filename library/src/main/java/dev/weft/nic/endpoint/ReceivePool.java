package dev.weft.nic.endpoint;

/** The receives that are not posted: as many as an endpoint can post, used again and again. */
final class ReceivePool {
  private final int bufferLimit;
  private final PostedReceive[] free;
  private int count;

  /** More were taken than can be posted; those given back are forgotten until this is 0 again. */
  private int tooMany;

  ReceivePool(MachineLimits limits) {
    bufferLimit = limits.buffers();
    free = new PostedReceive[limits.receives()];
    while (count < free.length) {
      free[count++] = new PostedReceive(bufferLimit);
    }
  }

  /** An empty receive, or null where all are posted. */
  PostedReceive take() {
    if (count == 0) {
      return null;
    }
    PostedReceive receive = free[--count];
    receive.clear();
    return receive;
  }

  /** An empty receive for what was posted before, and whose place another one has taken since. */
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

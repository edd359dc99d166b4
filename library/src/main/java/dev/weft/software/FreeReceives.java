package dev.weft.software;

/** The receives that are not posted: as many as an endpoint can post, used again and again. */
final class FreeReceives {
  private final PostedReceive[] free;
  private int count;

  FreeReceives(MachineLimits limits) {
    free = new PostedReceive[limits.receives()];
    while (count < free.length) {
      free[count++] = new PostedReceive(limits.buffers());
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

  void giveBack(PostedReceive receive) {
    free[count++] = receive;
  }
}

package dev.weft.cli.soak.traffic;

/** The requests of {@link NumberedRequests}, repeated in this order. */
enum RequestKind {
  SEND("send"),
  WRITE("write"),
  READ("read"),
  ADD("fetch and add"),
  LONG_SEND("long send"),
  LONG_WRITE("long write"),
  LONG_READ("long read"),
  SWAP("compare and swap");

  /** Larger than a ring: many frames, which wait for the peer. */
  static final int LONG = 160 * 1024;

  private static final int SHORT = 24;
  private static final RequestKind[] ALL = values();

  /** Number of kinds. */
  static final int COUNT = ALL.length;

  private final String words;

  RequestKind(String words) {
    this.words = words;
  }

  /** The kind of the request with this number. */
  static RequestKind of(long number) {
    return ALL[(int) (number % COUNT)];
  }

  /** How often this kind was posted before the request with this number. */
  static long turnOf(long number) {
    return number / COUNT;
  }

  /** Payload in bytes. */
  int length() {
    return switch (this) {
      case SEND, WRITE, READ -> SHORT;
      case LONG_SEND, LONG_WRITE, LONG_READ -> LONG;
      case ADD, SWAP -> Long.BYTES;
    };
  }

  /** Offset that it accesses in the area of its turn. */
  int place() {
    return length() == LONG ? SHORT : 0;
  }

  /** Bytes of the peer's memory that one turn uses. */
  static int area() {
    return SHORT + LONG;
  }

  @Override
  public String toString() {
    return words;
  }
}

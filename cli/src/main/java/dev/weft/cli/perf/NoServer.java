package dev.weft.cli.perf;

/** There is no {@code weft perf --serve} under a name, or it serves somebody else. */
public final class NoServer extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoServer(String sentence) {
    super(sentence);
  }
}

package dev.weft.cli.perf;

/** No {@code weft perf --serve} runs at an address, or it is serving another client. */
public final class NoServer extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoServer(String sentence) {
    super(sentence);
  }
}

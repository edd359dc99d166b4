package dev.weft.cli.perf;

/** The other process left without a word. */
class PeerGone extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PeerGone(String sentence) {
    super(sentence);
  }
}

package dev.weft.cli.perf;

/** The other process ended without BYE. */
class PeerGone extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PeerGone(String sentence) {
    super(sentence);
  }
}

package dev.weft.cli.perf;

/** The other process runs, or is stopped, but does not answer in time. */
final class PeerSilent extends PeerGone {
  private static final long serialVersionUID = 1L;

  PeerSilent(String sentence) {
    super(sentence);
  }
}

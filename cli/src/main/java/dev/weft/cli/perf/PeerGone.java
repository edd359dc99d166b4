package dev.weft.cli.perf;

/** The other process ended without BYE. */
class PeerGone extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String detail;

  PeerGone(String sentence) {
    this(sentence, "");
  }

  /** With what the provider says beyond the error number; or nothing. */
  PeerGone(String sentence, String detail) {
    super(sentence);
    this.detail = detail;
  }

  /** What the provider says, after a colon; or nothing. */
  String afterColon() {
    return detail.isEmpty() ? "" : ": " + detail;
  }
}

package dev.weft.benchmarks.between;

/**
 * What the ends of a measurement are, {@code weft-large} or {@code jucx@tcp}.
 *
 * @param transport behind the {@code @}: a provider for Weft, {@code UCX_TLS} for UCX for Java;
 *     empty if there is none
 */
public record EndName(String kind, String transport) {

  /** Reads a name. */
  public static EndName of(String text) {
    int at = text.indexOf('@');
    return at < 0
        ? new EndName(text, "")
        : new EndName(text.substring(0, at), text.substring(at + 1));
  }

  /** The transport, or this one if there is none. */
  String transportOr(String usual) {
    return transport.isEmpty() ? usual : transport;
  }
}

package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** A receive that a thread posts. */
final class Receiving extends Operation {
  final boolean tagged;
  final long tag;
  final long ignore;

  /** The only source, or null for any. */
  final Station source;

  /** Its place among the posts of its thread: that of the last try. */
  volatile long order;

  /** The message that it has taken, or null. */
  volatile Sending message;

  Receiving(Post post, boolean tagged, long tag, long ignore, Station source) {
    super(post);
    this.tagged = tagged;
    this.tag = tag;
    this.ignore = ignore;
    this.source = source;
  }

  boolean admits(Sending sent) {
    return sent.tagged == tagged
        && (!tagged || ((sent.tag ^ tag) & ~ignore) == 0)
        && (source == null || source.equals(sent.station))
        && reaches(sent.to);
  }

  private boolean reaches(Station to) {
    return station.shares() || station.equals(to);
  }

  @Override
  boolean mayVanish() {
    return station.closing || (station.shares() && station.anyClosing());
  }

  /** It has ended with this message. */
  void take(Sending sent, boolean whole) {
    assertTrue(admits(sent), () -> "does not admit: " + this + " has " + sent);
    message = sent;
    sent.takenBy(this, whole);
    long bytes = Math.min(sent.buffer.length, buffer.length);
    assertTrue(
        whole == sent.buffer.length <= buffer.length, () -> this + " cut " + whole + ": " + sent);
    buffer.assertHolds(sent.number, bytes, sent.buffer.length, sent + " in " + this);
  }

  /** Requires of the buffer what must be so after the end. */
  void assertFate() {
    Sending sent = message;
    if (sent != null) {
      long bytes = Math.min(sent.buffer.length, buffer.length);
      buffer.assertHolds(sent.number, bytes, sent.buffer.length, sent + " in " + this);
    } else {
      buffer.assertGuards(mayVanish() || error != 0 ? buffer.length : 0, this);
    }
  }

  @Override
  public String toString() {
    return super.toString()
        + " %d bytes, tagged %s, tag %x, ignore %x, source %s"
            .formatted(buffer.length, tagged, tag, ignore, source);
  }
}

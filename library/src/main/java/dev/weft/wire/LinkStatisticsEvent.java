package dev.weft.wire;

import dev.weft.recording.StatisticsEvent;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * The event {@code dev.weft.LinkStatistics} of the JDK's Flight Recorder: the state of an open
 * link, once per period. Off unless a recording enables it.
 */
@Name("dev.weft.LinkStatistics")
@Label("Link Statistics")
@Category("Weft")
@Description("The state of an open link between two endpoints or queue pairs")
@Enabled(false)
@Period("1 s")
@StackTrace(false)
final class LinkStatisticsEvent extends StatisticsEvent {
  /** Value of {@link #unread} if the peer has cut the memory of the link. */
  private static final long UNKNOWN = -1;

  @Label("Local Address")
  String local;

  @Label("Peer Address")
  String peer;

  @Label("Written")
  @Description(
      "Bytes of frames written so far, with headers; memory accessed directly is not in it")
  @DataAmount
  long written;

  @Label("Read")
  @Description("Bytes of frames read so far, with headers; memory accessed directly is not in it")
  @DataAmount
  long read;

  @Label("Unread")
  @Description("Bytes of frames that the peer has not read; -1: unknown")
  @DataAmount
  long unread;

  @Label("Capacity")
  @Description("Bytes of frames that fit into the ring to the peer")
  @DataAmount
  long capacity;

  /** Writes an event. Called by the recorder. */
  static void commit(Port port, Link link) {
    LinkStatisticsEvent event = new LinkStatisticsEvent();
    event.local = port.address();
    event.peer = link.peerAddress();
    event.written = link.out().written();
    event.read = link.in().taken();
    event.unread = unread(link);
    event.capacity = link.out().capacity();
    event.commit();
  }

  private static long unread(Link link) {
    try {
      long unread = link.out().unread();
      DeferredMmapFault.checkFault();
      return unread;
    } catch (InternalError noSuchPage) {
      return UNKNOWN;
    }
  }
}

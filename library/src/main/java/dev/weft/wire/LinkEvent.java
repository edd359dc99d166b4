package dev.weft.wire;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * The event {@code dev.weft.Link} of the JDK's Flight Recorder: a link to a peer was made or lost.
 * Off unless a recording enables it.
 */
@Name("dev.weft.Link")
@Label("Link")
@Category("Weft")
@Description("A link between two endpoints or queue pairs was made or lost")
@Enabled(false)
public final class LinkEvent extends Event {
  /** Asked whether any recording wants these events, without an allocation. */
  private static final LinkEvent ANY = new LinkEvent();

  @Label("Local Address")
  String local;

  @Label("Peer Address")
  String peer;

  @Label("Change")
  @Description("made; lost: the peer has left; broken: it violated the protocol")
  String change;

  @Label("Violation")
  @Description("What the peer did, if the link was broken")
  String violation;

  /**
   * Loads the class before there is something to report. The first report may come when the heap is
   * full, and a class that cannot be initialised then never can.
   */
  static void load() {
    ANY.isEnabled();
  }

  /** Reports a new link, if any recording wants it. */
  public static void made(Port port, Link link) {
    if (ANY.isEnabled()) {
      commit(port, link, "made");
    }
  }

  /** Reports a link that its port forgets, if any recording wants it. */
  public static void lost(Port port, Link link) {
    if (ANY.isEnabled()) {
      commit(port, link, link.violation() == null ? "lost" : "broken");
    }
  }

  private static void commit(Port port, Link link, String change) {
    LinkEvent event = new LinkEvent();
    event.local = port.address();
    event.peer = link.peerAddress();
    event.change = change;
    event.violation = link.violation() == null ? null : link.violation().text();
    event.commit();
  }
}

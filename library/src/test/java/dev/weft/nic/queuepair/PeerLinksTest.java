package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Attributes;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentLink;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The link of a connected queue pair. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PeerLinksTest {
  private static final int PEER = 5;
  private static final int FAILURES = 3;

  /** A port that cannot connect at first. */
  private static final class StarvedPort implements Port {
    final Link link = new SilentLink("test://" + PEER);
    int calls;

    @Override
    public String address() {
      return "test://own";
    }

    @Override
    public Link[] links() {
      return new Link[0];
    }

    @Override
    public Link connect(String address) {
      assertEquals("test://" + PEER, address);
      return ++calls > FAILURES ? link : null;
    }

    @Override
    public boolean hasLinkChanges() {
      return false;
    }

    @Override
    public void forget(Link ended) {}

    @Override
    public void close() {}
  }

  /** An unreliable queue pair has no retry that would ask for another attempt. */
  @Test
  void shouldConnectLaterWhatItCouldNotConnect() {
    StarvedPort port = new StarvedPort();
    PeerLinks links = new PeerLinks(new AddressMap(null, number -> "test://" + number), true);
    Attributes attributes = new Attributes();
    attributes.peer = PEER;
    attributes.reachable = true;
    links.attach(port);
    links.connectTo(attributes);
    assertNull(links.peer());
    Link found = links.peer();
    while (found == null) {
      found = links.peer();
    }
    assertSame(port.link, found);
    assertEquals(FAILURES + 1, port.calls);
  }
}

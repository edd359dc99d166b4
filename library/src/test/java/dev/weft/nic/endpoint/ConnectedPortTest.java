package dev.weft.nic.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentLink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ConnectedPortTest {
  private static final int ROUNDS = 4_000;
  private static final String PEER = "test://peer";

  private final Link other = new SilentLink("test://other");
  private final Link peer = new SilentLink(PEER);

  private final Link gone = new GoneLink("test://gone");
  private final Link gonePeer = new GoneLink(PEER);
  private final List<Link> forgotten = new ArrayList<>();

  /** A link whose peer has left. */
  private static final class GoneLink extends SilentLink {
    GoneLink(String peerAddress) {
      super(peerAddress);
    }

    @Override
    protected boolean hasPeerLeft() {
      return true;
    }
  }

  /** A port with these links. */
  private record TestPort(List<Link> forgotten, Link... links) implements Port {
    @Override
    public String address() {
      return "test://own";
    }

    @Override
    public Link connect(String address) {
      return null;
    }

    @Override
    public boolean hasLinkChanges() {
      return hasEndedLink();
    }

    @Override
    public void forget(Link link) {
      forgotten.add(link);
    }

    @Override
    public void close() {}
  }

  private ConnectedPort port() {
    return port(other, peer);
  }

  private ConnectedPort port(Link... links) {
    return new ConnectedPort(new TestPort(forgotten, links), () -> {});
  }

  @Test
  void shouldShowNoLinkBeforeThereIsThePeer() {
    assertEquals(0, port().links().length);
  }

  @Test
  void shouldShowTheLinkToThePeerOnly() {
    ConnectedPort port = port();
    port.links();
    port.admit(PEER);
    assertArrayEquals(new Link[] {peer}, port.links());
  }

  @Test
  void shouldForgetEndedLinksBeforeItExpectsAPeer() {
    assertFalse(port(gone, other).hasLinkChanges());
    assertEquals(List.of(gone), forgotten);
  }

  /** It may be the link of the peer that is to come, with messages. */
  @Test
  void shouldKeepEndedLinksWhileItExpectsAPeer() {
    ConnectedPort port = port(gone, gonePeer);
    port.expectPeer(true);
    assertFalse(port.hasLinkChanges());
    assertEquals(List.of(), forgotten);
    port.admit(PEER);
    assertTrue(port.hasLinkChanges());
    assertEquals(List.of(gone), forgotten);
  }

  @Test
  void shouldForgetEndedLinksOfAPeerThatDoesNotCome() {
    ConnectedPort port = port(gone, gonePeer);
    port.expectPeer(true);
    port.expectPeer(false);
    assertFalse(port.hasLinkChanges());
    assertEquals(List.of(gone, gonePeer), forgotten);
  }

  @Test
  void shouldShowTheLinkToAPeerThatIsAdmittedWhileAnotherThreadLooks() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      ConnectedPort port = port();
      AtomicBoolean admitted = new AtomicBoolean();
      Thread looking =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!admitted.get()) {
                      port.links();
                    }
                  });
      port.links();
      port.admit(PEER);
      admitted.set(true);
      looking.join();
      assertArrayEquals(new Link[] {peer}, port.links(), "round " + i);
    }
  }
}

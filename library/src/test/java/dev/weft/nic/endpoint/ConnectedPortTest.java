package dev.weft.nic.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentLink;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ConnectedPortTest {
  private static final int ROUNDS = 4_000;
  private static final String PEER = "test://peer";

  private final Link other = new SilentLink("test://other");
  private final Link peer = new SilentLink(PEER);

  /** A port with these links. */
  private record TestPort(Link... links) implements Port {
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
      return false;
    }

    @Override
    public void forget(Link link) {}

    @Override
    public void close() {}
  }

  private ConnectedPort port() {
    return new ConnectedPort(new TestPort(other, peer), () -> {});
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

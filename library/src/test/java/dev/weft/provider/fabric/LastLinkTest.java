package dev.weft.provider.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.nic.message.FrameKinds;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SilentListener;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.ShmWire;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A peer makes another link, sends through it and ends the first one after a poll has looked for
 * new links, and before it looks at the first one: that is not the end of the peer.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LastLinkTest {
  private static final String FABRIC = "last-link-" + ProcessHandle.current().pid();
  private static final String NAME = "shm://" + FABRIC + "/";
  private static final long TAG = 5;

  private final Wire shm = ShmWire.configured(FABRIC);
  private Port stays;

  /** Until {@link #afterLooks}: a read of the queue looks whether to poll, and the poll looks. */
  private int looksLeft;

  private Runnable afterLooks;

  @Test
  void shouldReceiveThroughALinkThatWasMadeDuringThePoll() {
    try (Port peer = shm.open(NAME + "peer", new SilentListener(null, 7));
        Node node = open()) {
      node.endpoint.option(EndpointOption.RECV_ENDS_WITH_PEER, 1);
      Link first = peer.connect(stays.address());
      Node.until(() -> linksOfStays() == 1);
      long from = node.vector.insert(peer.address().getBytes(StandardCharsets.UTF_8));
      assertEquals(0, node.endpoint.trecv(node.memory(8), 8, from, TAG, 0, 1));
      afterLooks = () -> sendThroughAnother(peer, first);
      looksLeft = 2;
      node.expect(1);
    }
  }

  private int linksOfStays() {
    boolean _ = stays.hasLinkChanges();
    return stays.links().length;
  }

  private Node open() {
    FabricInfo hints =
        FabricInfo.builder()
            .provider("shm")
            .sourceAddress((NAME + "stays").getBytes(StandardCharsets.UTF_8))
            .capabilities(Capabilities.TAGGED | Capabilities.DIRECTED_RECV)
            .progress(ProgressModel.MANUAL)
            .build();
    FabricInfo info = Node.named(Fabrics.getInfo(hints).getFirst(), FABRIC);
    SoftwareFabric fabric = new SoftwareFabric(info.fabric(), new HookedWire(), null);
    return new Node(
        info,
        fabric,
        Node.queueOf(WaitObject.NONE, 0),
        BindFlags.TRANSMIT | BindFlags.RECV,
        _ -> {});
  }

  private void sendThroughAnother(Port peer, Link first) {
    Link ended = stays.links()[0];
    first.breakOff(ProtocolViolation.FORBIDDEN_FRAME);
    Link second = peer.connect(stays.address());
    assertNotSame(first, second);
    FrameWriter out = second.out();
    long frame = out.claim(8);
    assertNotEquals(FrameWriter.FULL, frame);
    out.publish(frame, 8, FrameKinds.MESSAGE, FrameKinds.TAGGED, 0, TAG, 0);
    second.ring();
    Node.until(ended::isClosed);
  }

  /** The wire shm, with a port that does something after a look for new links. */
  private final class HookedWire implements Wire {
    @Override
    public Port open(String address, PortListener owner) {
      stays = shm.open(address, owner);
      return new HookedPort();
    }

    @Override
    public String freeAddress() {
      return shm.freeAddress();
    }

    @Override
    public boolean isAddress(String address) {
      return shm.isAddress(address);
    }

    @Override
    public String addressForm() {
      return shm.addressForm();
    }
  }

  /** Shows new links after a look for them only, as if the event loop were slow. */
  private final class HookedPort implements Port {
    private Link[] seen = {};

    @Override
    public String address() {
      return stays.address();
    }

    @Override
    public Link connect(String address) {
      return stays.connect(address);
    }

    @Override
    public Link[] links() {
      return seen;
    }

    @Override
    public boolean hasLinkChanges() {
      boolean changes = stays.hasLinkChanges();
      seen = stays.links();
      if (looksLeft == 0) {
        return changes;
      }
      looksLeft--;
      if (looksLeft == 0) {
        afterLooks.run();
      }
      return true;
    }

    @Override
    public void forget(Link link) {
      stays.forget(link);
      seen = Arrays.stream(seen).filter(other -> !other.equals(link)).toArray(Link[]::new);
    }

    @Override
    public void close() {
      stays.close();
    }
  }
}

package dev.weft.provider.fabric.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.provider.fabric.Node;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Test fixture: a node with a region, an honest peer, and one whose frames the test writes. */
abstract class BesideRawPeer {
  static final long KEY = 7;
  static final int LONG = 1 << 20;

  private final String fabric = Node.freshName();
  final Node node = Node.openFar(fabric);
  final Node honest = Node.openFar(fabric);
  private final Port port = Node.farWire(fabric).open(null, new SilentListener());
  private MemoryRegion region;
  Link link;

  @BeforeEach
  void connect() {
    region = node.domain.register(node.memory(LONG), AccessFlags.REMOTE, KEY, null);
    link = port.connect(new String(node.endpoint.name(), UTF_8));
    node.progress();
  }

  @AfterEach
  void close() {
    port.close();
    region.close();
    node.close();
    honest.close();
  }
}

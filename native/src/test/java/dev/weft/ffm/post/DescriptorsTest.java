package dev.weft.ffm.post;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.ffm.Installed;
import dev.weft.ffm.object.Pair;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Regions that cannot be the descriptor of a buffer. */
@Timeout(600)
class DescriptorsTest {
  private static final long ACCESS = AccessFlags.SEND | AccessFlags.RECV;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.object.Pair#reliable")
  void shouldPostNothingWithAClosedRegion(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      MemorySegment buffer = pair.buffer(1);
      MemoryRegion region = pair.domain.register(buffer, ACCESS, 1);
      region.close();
      refused(IllegalStateException.class, pair, buffer, region);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.object.Pair#reliable")
  void shouldPostNothingWithARegionOfAnotherProvider(String provider) {
    FabricInfo other =
        Fabrics.getInfo(FabricInfo.builder().provider("loopback").build()).getFirst();
    try (Fabric fabric = Fabrics.open(other);
        Domain domain = fabric.openDomain(other);
        Pair pair = new Pair(provider, Capabilities.MSG)) {
      MemorySegment buffer = pair.buffer(1);
      try (MemoryRegion region = domain.register(buffer, ACCESS, 1)) {
        refused(IllegalArgumentException.class, pair, buffer, region);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.object.Pair#reliable")
  void shouldPostNothingWithARegionOfAnotherDomain(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Domain other = pair.fabric.openDomain(pair.info)) {
      MemorySegment buffer = pair.buffer(1);
      try (MemoryRegion region = other.register(buffer, ACCESS, 1)) {
        refused(IllegalArgumentException.class, pair, buffer, region);
      }
    }
  }

  private static void refused(
      Class<? extends Throwable> type, Pair pair, MemorySegment buffer, MemoryRegion region) {
    IoVector vector = new IoVector().add(buffer, 0, Pair.LENGTH, region);
    for (Executable call : calls(pair.a.endpoint, pair.a.peer, vector)) {
      int used = pair.a.used();
      assertThrows(type, call);
      assertEquals(used, pair.a.used());
    }
  }

  private static List<Executable> calls(Endpoint endpoint, long peer, IoVector vector) {
    Message message = new Message().vector(vector).address(peer).context(1);
    return List.of(
        () -> endpoint.sendv(vector, peer, 1),
        () -> endpoint.sendMsg(message, 0),
        () -> endpoint.recvv(vector, peer, 1),
        () -> endpoint.recvMsg(message, 0));
  }
}

package dev.weft.provider.fabric.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.MemoryRegionAttributes;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** EP-056: {@code fi_mr_regattr(3)}. */
class RegionAttributesTest {
  private static final long KEY = 17;

  private final Node node = Node.open(Node.freshName());
  private final MemorySegment memory = node.memory(8);

  @AfterEach
  void close() {
    node.close();
  }

  private MemoryRegionAttributes.Builder attributes() {
    return MemoryRegionAttributes.builder()
        .segments(List.of(memory))
        .access(AccessFlags.REMOTE)
        .requestedKey(KEY)
        .context("context");
  }

  @Test
  void shouldRegisterTheSegment() {
    try (MemoryRegion region = node.domain.register(attributes().build())) {
      assertEquals(KEY, region.key());
      assertEquals("context", region.context());
      MemorySegment value = node.memory(8);
      value.set(ValueLayout.JAVA_LONG, 0, 42);
      assertEquals(0, node.endpoint.write(value, 8, node.handleOf(node), 0, KEY, 1));
      node.expect(1);
      assertEquals(42, memory.get(ValueLayout.JAVA_LONG, 0));
    }
  }

  @Test
  void shouldRefuseWhatItCannotRegister() {
    refused(Errno.EINVAL, attributes().segments(List.of()));
    refused(Errno.EINVAL, attributes().segments(List.of(memory, memory)));
    refused(Errno.EINVAL, attributes().offset(8));
    refused(Errno.EBADFLAGS, attributes().access(1L << 40));
  }

  private void refused(int errno, MemoryRegionAttributes.Builder attributes) {
    FabricException refused =
        assertThrows(FabricException.class, () -> node.domain.register(attributes.build()));
    assertEquals(errno, refused.errno());
  }
}

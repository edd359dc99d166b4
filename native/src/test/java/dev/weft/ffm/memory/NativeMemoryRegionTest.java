package dev.weft.ffm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.object.Pair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class NativeMemoryRegionTest {
  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  /** Another thread may close the region, and C free the struct, at any time. */
  @Test
  void shouldReadTheStructAtRegistrationOnly() {
    try (Pair pair = new Pair("ofi:tcp", Capabilities.MSG);
        NativeMemoryRegion region =
            (NativeMemoryRegion) pair.domain.register(pair.buffer(1), AccessFlags.SEND, 7)) {
      long key = region.fid() + ObjectLayouts.MEMORY_REGION.offset("key");
      long descriptor = region.fid() + ObjectLayouts.MEMORY_REGION.offset("mem_desc");
      long keyInC = CMemory.word(key);
      long descriptorInC = CMemory.word(descriptor);
      CMemory.word(key, ~keyInC);
      CMemory.word(descriptor, ~descriptorInC);
      try {
        assertEquals(keyInC, region.key());
        assertEquals(descriptorInC, region.descriptor());
      } finally {
        CMemory.word(key, keyInC);
        CMemory.word(descriptor, descriptorInC);
      }
    }
  }
}

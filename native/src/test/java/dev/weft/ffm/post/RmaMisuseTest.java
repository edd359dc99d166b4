package dev.weft.ffm.post;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.ffm.Installed;
import dev.weft.ffm.object.Pair;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(600)
class RmaMisuseTest {
  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.object.Pair#reliable")
  void shouldRegisterReadOnlyMemoryForReadingOnly(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.RMA | Capabilities.MSG)) {
      MemorySegment memory = pair.buffer(2).asReadOnly();
      for (long access :
          new long[] {AccessFlags.RECV, AccessFlags.READ, AccessFlags.REMOTE_WRITE}) {
        FabricException refused =
            assertThrows(FabricException.class, () -> pair.domain.register(memory, access, 1));
        assertEquals(Errno.EACCES, refused.errno());
      }
      pair.domain.register(memory, AccessFlags.SEND | AccessFlags.REMOTE_READ, 1).close();
    }
  }

  /** shm of 1.17 copies until both sides have ended, which is never. */
  @ParameterizedTest
  @MethodSource("dev.weft.ffm.object.Pair#reliable")
  void shouldRefuseAnotherLengthThanThatOfTheRanges(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.RMA | Capabilities.MSG)) {
      MemorySegment memory = pair.buffer(2);
      MemoryRegion region = pair.keep(pair.domain.register(memory, AccessFlags.REMOTE, 1));
      long mode = pair.info.domain().memoryRegistrationMode();
      long start = (mode & MemoryRegistrationMode.VIRT_ADDR) != 0 ? memory.address() : 0;
      MemorySegment buffer = pair.buffer(1);
      RmaMessage message =
          new RmaMessage()
              .vector(new IoVector().add(buffer, 0, 8).add(buffer, 8, 8))
              .address(pair.a.peer)
              .context(5);
      for (long length : new long[] {0, 8, 15, 17, Pair.LENGTH}) {
        message.remote(new RmaIoVector().add(start, length, region.key()));
        assertEquals(-Errno.EINVAL, pair.a.endpoint.writeMsg(message, 0));
        assertEquals(-Errno.EINVAL, pair.a.endpoint.readMsg(message, 0));
      }
      message.remote(new RmaIoVector().add(start, 16, region.key()));
      pair.post(() -> pair.a.endpoint.writeMsg(message, 0));
      assertEquals(5, pair.a.await().batch.context(0));
    }
  }
}

package dev.weft.wire;

import java.nio.ByteBuffer;

/** {@link FrameRingTest} in memory that another process may map. */
class MappedFrameRingTest extends FrameRingTest {
  @Override
  FrameRing ringOf(long capacity) {
    return new FrameRing(ByteBuffer.allocateDirect(Math.toIntExact(FrameRing.bytesFor(capacity))));
  }
}

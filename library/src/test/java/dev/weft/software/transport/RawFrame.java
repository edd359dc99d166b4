package dev.weft.software.transport;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;

/**
 * A frame as it lies in a ring, whether a peer may write it or not.
 *
 * @param payload words, address and key included
 */
record RawFrame(int kind, int flags, int handle, long tag, long data, long[] payload) {

  static RawFrame of(int kind, int flags, long tag, long data, long... payload) {
    return new RawFrame(kind, flags, 0, tag, data, payload);
  }

  /** {@code words} of payload behind an address and a key. */
  static long[] remote(long address, int key, int words) {
    long[] payload = new long[2 + words];
    payload[0] = address;
    payload[1] = key;
    return payload;
  }

  /** Publishes it; the place of the frame, or {@link FrameWriter#FULL}. */
  long write(Link link) {
    FrameWriter out = link.out();
    long size = (long) payload.length * Long.BYTES;
    long frame = out.claim(size);
    if (frame != FrameWriter.FULL) {
      for (int i = 0; i < payload.length; i++) {
        out.setWord(frame, (long) i * Long.BYTES, payload[i]);
      }
      out.publish(frame, size, kind, flags, handle, tag, data);
    }
    return frame;
  }
}

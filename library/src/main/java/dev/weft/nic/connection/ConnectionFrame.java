package dev.weft.nic.connection;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A frame of the connection handshake. The frame's data holds the capabilities of the sender, its
 * payload is
 *
 * <pre>
 *   0          4                    4 + n
 *   +----------+--------------------+-----------------+
 *   | length n | sender's address   | user's data ... |
 *   +----------+--------------------+-----------------+
 * </pre>
 *
 * @param kind {@link #REQUEST}, {@link #ACCEPT} or {@link #REJECT}
 * @param address the address for messages to the sender; empty in a REJECT
 * @param capabilities what the sender can do, as flags of the API
 * @param data the user's
 */
public record ConnectionFrame(int kind, String address, long capabilities, byte[] data) {

  /** Requests a connection. */
  public static final int REQUEST = 65;

  /** Accepts a request. */
  public static final int ACCEPT = 66;

  /** Rejects a request. */
  public static final int REJECT = 67;

  /** Maximum bytes of the user's data. */
  public static final int DATA_BYTES = 1024;

  /** Maximum bytes of an address. The length comes from an untrusted peer. */
  private static final int ADDRESS_BYTES = 1024;

  private static final int MAX_BYTES = Integer.BYTES + ADDRESS_BYTES + DATA_BYTES;

  private static final ValueLayout.OfInt LENGTH = ValueLayout.JAVA_INT_UNALIGNED;

  public ConnectionFrame {
    data = data.length > DATA_BYTES ? Arrays.copyOf(data, DATA_BYTES) : data;
  }

  /** Writes the frame; false if there is no room, or the ring is not accessible any more. */
  boolean writeTo(Link link) {
    try {
      boolean written = write(link);
      DeferredMmapFault.checkFault();
      return written;
    } catch (InternalError fault) {
      LinkFaults.attributeFault(link, fault);
      return false;
    }
  }

  private boolean write(Link link) {
    byte[] name = address.getBytes(StandardCharsets.UTF_8);
    long length = Integer.BYTES + name.length + (long) data.length;
    FrameWriter out = link.out();
    long frame = out.claim(length);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    MemorySegment memory = out.memory();
    long at = FrameWriter.payload(frame);
    memory.set(LENGTH, at, name.length);
    copyIn(name, memory, at + Integer.BYTES);
    copyIn(data, memory, at + Integer.BYTES + name.length);
    out.publish(frame, length, kind, 0, 0, 0, capabilities);
    link.ring();
    return true;
  }

  private static void copyIn(byte[] bytes, MemorySegment memory, long at) {
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at, bytes.length);
  }

  /** Reads the first frame of a ring; null if it is of another kind or malformed. */
  public static ConnectionFrame read(FrameReader in, long header) {
    int kind = FrameReader.kind(header);
    long length = FrameReader.payloadLength(header);
    if (kind < REQUEST || kind > REJECT || length < Integer.BYTES || length > MAX_BYTES) {
      return null;
    }
    byte[] payload = new byte[(int) (length - Integer.BYTES)];
    long at = in.payload();
    int nameLength = in.memory().get(LENGTH, at);
    if (nameLength < 0 || nameLength > Math.min(payload.length, ADDRESS_BYTES)) {
      return null;
    }
    MemorySegment.copy(
        in.memory(), ValueLayout.JAVA_BYTE, at + Integer.BYTES, payload, 0, payload.length);
    String name = new String(payload, 0, nameLength, StandardCharsets.UTF_8);
    byte[] data = Arrays.copyOfRange(payload, nameLength, payload.length);
    return new ConnectionFrame(kind, name, in.data(), data);
  }
}

package dev.weft.provider.fabric.check;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.nic.message.PeerEnd;
import dev.weft.wire.LayoutVersion;
import dev.weft.wire.ProtocolViolation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * {@code fi_cq_strerror(3)}, {@code fi_eq_strerror(3)}: the texts of provider errors: protocol
 * violations, the end of a connection or a peer, and a peer of another version; else the text of
 * {@link Errno}.
 */
public final class ErrorText {
  /** What numbers that libfabric does not have read as, too. */
  private static final String UNSPECIFIED = Errno.strerror(Errno.EOTHER);

  private ErrorText() {}

  /** The text. Copies as much as fits to the buffer, zero-terminated. */
  public static String of(int providerError, MemorySegment buffer) {
    ProtocolViolation violation = ProtocolViolation.of(providerError);
    String text = violation == null ? otherwise(providerError) : violation.text();
    Require.writable("buffer", buffer);
    if (buffer != null && buffer.byteSize() > 0) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      long length = Math.min(bytes.length, buffer.byteSize() - 1);
      MemorySegment.copy(bytes, 0, buffer, ValueLayout.JAVA_BYTE, 0, (int) length);
      buffer.set(ValueLayout.JAVA_BYTE, length, (byte) 0);
    }
    return text;
  }

  private static String otherwise(int providerError) {
    if (LayoutVersion.isError(providerError)) {
      return LayoutVersion.text(providerError);
    }
    PeerEnd end = PeerEnd.of(providerError);
    return end == null ? ofSystem(providerError) : end.text();
  }

  private static String ofSystem(int error) {
    String text = Errno.strerror(error);
    boolean isUnknown = Math.abs(error) != Errno.EOTHER && text.equals(UNSPECIFIED);
    return isUnknown ? "Unknown provider error " + error : text;
  }
}

package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first message on a connection, and its checks. */
class HandshakeTest {
  private static final int ROLE_AT = 12;
  private static final int LENGTH_AT = 24;
  private static final int MAX_NAME = ShmLayout.HANDSHAKE_BYTES - LENGTH_AT - Short.BYTES;

  private static ByteBuffer encoded(String file) {
    return new Handshake(Handshake.WAKE, 77, file).encode();
  }

  @ParameterizedTest
  @ValueSource(ints = {Handshake.LIVENESS, Handshake.WAKE})
  void shouldReadWhatWasWritten(int line) throws IOException {
    Handshake handshake = new Handshake(line, Long.MIN_VALUE + 5, "a.17.link");
    ByteBuffer bytes = handshake.encode();
    assertEquals(ShmLayout.HANDSHAKE_BYTES, bytes.remaining());
    assertEquals(handshake, Handshake.decode(bytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, MAX_NAME})
  void shouldTakeNamesThatFit(int length) throws IOException {
    String name = "n".repeat(length);
    assertEquals(name, Handshake.decode(encoded(name)).file());
  }

  private static Stream<ByteBuffer> invalid() {
    return Stream.of(
        encoded("a").putLong(0, ShmLayout.HANDSHAKE_MAGIC + 1),
        encoded("a").putInt(8, ShmLayout.VERSION + 1),
        encoded("a").putInt(ROLE_AT, Handshake.WAKE + 1),
        encoded("a").putInt(ROLE_AT, -1),
        encoded("a").putShort(LENGTH_AT, (short) 0),
        encoded("a").putShort(LENGTH_AT, (short) -1),
        encoded("a").putShort(LENGTH_AT, (short) (MAX_NAME + 1)));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void shouldRefuse(ByteBuffer bytes) {
    assertThrows(IOException.class, () -> Handshake.decode(bytes));
  }

  @Test
  void shouldEncodeTheLayout() {
    ByteBuffer bytes = encoded("ab");
    assertEquals(ShmLayout.HANDSHAKE_MAGIC, bytes.getLong(0));
    assertEquals(ShmLayout.VERSION, bytes.getInt(8));
    assertEquals(Handshake.WAKE, bytes.getInt(ROLE_AT));
    assertEquals(77, bytes.getLong(16));
    assertEquals(2, bytes.getShort(LENGTH_AT));
    assertEquals('a', bytes.get(26));
  }
}

package dev.weft.ffm.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.ffm.Installed;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages, tagged messages and one-sided writes with a program in C that is compiled with the
 * installed headers; {@code peer.c} has the protocol.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CPeerTest {
  private static final int LENGTH = 1 << 20;
  private static final long OWN_KEY = 42;
  private static final long PEER_KEY = 43;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "sockets"})
  void shouldWorkWithAPeerInC(String provider) throws Exception {
    Installed.requireLibfabric();
    Installed.requireHeaders();
    try (CPeer peer = CPeer.start(folder, provider);
        LocalEnd end = LocalEnd.open("ofi:" + provider)) {
      MemorySegment window = end.allocate(LENGTH);
      try (MemoryRegion region = end.register(window, AccessFlags.REMOTE_WRITE, OWN_KEY)) {
        peer.introduce(end.name(), region.key());
        end.insert(peer.name());
        exchangeMessages(end);
        exchangeTagged(end);
        exchangeWrites(end, window);
      }
      assertEquals(0, peer.status());
    }
  }

  private static void exchangeMessages(LocalEnd end) {
    say(end, "ping");
    expect(end, "pong");
  }

  private static void exchangeTagged(LocalEnd end) {
    MemorySegment sent = pattern(end, 1);
    end.complete("tsend", () -> end.endpoint().tsend(sent, LENGTH, end.peer(), 7, 1));
    MemorySegment received = end.allocate(LENGTH);
    long any = FabricAddress.UNSPEC;
    end.complete("trecv", () -> end.endpoint().trecv(received, LENGTH, any, 8, 0, 2));
    assertEquals(8, end.batch().tag(0));
    assertEquals(LENGTH, end.batch().length(0));
    assertEquals(-1, sent.mismatch(received));
  }

  private static void exchangeWrites(LocalEnd end, MemorySegment window) {
    expect(end, "done");
    assertEquals(-1, pattern(end, 2).mismatch(window));
    MemorySegment written = pattern(end, 3);
    end.complete("write", () -> end.endpoint().write(written, LENGTH, end.peer(), 0, PEER_KEY, 3));
    say(end, "done");
  }

  private static void say(LocalEnd end, String word) {
    byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
    MemorySegment text = end.allocate(bytes.length);
    text.copyFrom(MemorySegment.ofArray(bytes));
    end.complete("send", () -> end.endpoint().send(text, bytes.length, end.peer(), 4));
  }

  private static void expect(LocalEnd end, String word) {
    MemorySegment text = end.allocate(LENGTH);
    long any = FabricAddress.UNSPEC;
    end.complete("recv", () -> end.endpoint().recv(text, 64, any, 5));
    byte[] bytes = text.asSlice(0, end.batch().length(0)).toArray(ValueLayout.JAVA_BYTE);
    assertEquals(word, new String(bytes, StandardCharsets.US_ASCII));
  }

  private static MemorySegment pattern(LocalEnd end, int seed) {
    MemorySegment memory = end.allocate(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + seed));
    }
    return memory;
  }
}

package dev.weft.ffm.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each side waits for its own events only, in platform threads and in virtual ones. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionWaitTest {
  private static final int CONNECTIONS = 20;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> providers() {
    return ConnectionSide.providers();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldWakeForEachStep(String provider) throws Exception {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
        FutureTask<Integer> acceptor = new FutureTask<>(() -> accept(server));
        builder.start(acceptor);
        for (int i = 0; i < CONNECTIONS; i++) {
          client.connect(passive.name(), "data " + i);
          assertEquals(EventType.CONNECTED, event(client));
          assertEquals("data " + i, ConnectionSide.text(client.entry.connectionData()));
        }
        assertEquals(CONNECTIONS, acceptor.get());
      }
    }
  }

  /** Answers each request with its own data. The next one may come before the connection. */
  private static int accept(ConnectionSide server) {
    int connected = 0;
    while (connected < CONNECTIONS) {
      if (event(server) == EventType.CONNECTED) {
        connected++;
      } else {
        Endpoint endpoint = server.open(server.entry.info());
        endpoint.accept(server.entry.connectionData());
      }
    }
    return connected;
  }

  private static int event(ConnectionSide side) {
    int result = side.events.sread(side.entry, -1, 0);
    assertEquals(16 + side.entry.connectionData().byteSize(), result);
    return side.entry.event();
  }
}

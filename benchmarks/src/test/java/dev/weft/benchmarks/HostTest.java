package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HostTest {
  @Test
  void shouldNameTheCongestionControlOfTcp() throws IOException {
    String name = Files.readString(Path.of("/proc/sys/net/ipv4/tcp_congestion_control")).strip();
    String host = Host.describe();
    assertTrue(host.contains(", TCP " + name + ", load "), host);
  }
}

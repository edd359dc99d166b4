package dev.weft.ffm.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ffm.Installed;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Examples that run on libfabric by one option. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class NetworkExamplesTest {
  private static final String ALL = "100 of 100 messages came back whole.";

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @Test
  void shouldEchoInOneProcess() throws Exception {
    String printed = output(start("NetworkEcho"));
    assertTrue(printed.contains("The server is at fi_sockaddr_in://"), printed);
    assertTrue(printed.endsWith(ALL + "\n"), printed);
  }

  @Test
  void shouldEchoWithFutures() throws Exception {
    String printed = output(start("FutureEcho"));
    assertTrue(printed.startsWith("1000 of 1000 messages came back whole.\n"), printed);
    assertTrue(printed.contains("FI_ETRUNC"), printed);
  }

  @Test
  void shouldWaitForADescriptor() throws Exception {
    assertEquals("100 messages, each waited for with poll(2).\n", output(start("DescriptorLoop")));
  }

  @Test
  void shouldKeepAMessageBehindAWrite() throws Exception {
    String printed = output(start("WriteThenNotify"));
    assertEquals("20 of 20 blocks were whole when their message came.\n", printed);
  }

  @Test
  void shouldEchoBetweenTwoProcesses() throws Exception {
    Process server = start("NetworkEcho", "server", "127.0.0.1");
    try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
      String address = said.readLine().replaceFirst(".*//", "");
      assertTrue(address.startsWith("127.0.0.1:"), address);
      assertEquals(ALL + "\n", output(start("NetworkEcho", "client", address)));
      assertEquals(0, server.waitFor());
    } finally {
      server.destroyForcibly();
    }
  }

  private static Process start(String example, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Path.of("..", "examples", example + ".java").toString());
    command.addAll(List.of("--provider", "ofi:tcp"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("FI_TCP_IFACE", "lo");
    return builder.start();
  }

  private static String output(Process process) throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), text);
    return text;
  }
}

package dev.weft.rdmacm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.DescriptorHoard;
import dev.weft.OwnProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first listener of a process that has few file descriptors left. */
@Tag("long")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StarvedListenerTest {
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final String LIMIT = "ulimit -n 150; exec \"$@\"";

  /** Those that are loaded before the descriptors run out, but not initialised. */
  private static final List<String> CLASSES =
      List.of(
          "dev.weft.argument.Require",
          "dev.weft.rdmacm.ConnectionListener",
          "dev.weft.rdmacm.VirtualThreadSockets",
          "dev.weft.service.FirstUse");

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 8})
  void shouldListenOnceThereAreDescriptors(int left) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", LIMIT, "sh"));
    command.addAll(
        OwnProcess.command(List.of("-Xmx64m"), StarvedListenerTest.class, String.valueOf(left)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals("refused\nlistens\n", said);
    assertEquals(0, process.waitFor());
  }

  public static void main(String[] arguments) throws Exception {
    for (String each : CLASSES) {
      Class.forName(each, false, StarvedListenerTest.class.getClassLoader());
    }
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    DescriptorHoard hoard = new DescriptorHoard();
    ConnectionChannel channel = new ConnectionChannel();
    hoard.take();
    hoard.giveBack(Integer.parseInt(arguments[0]));
    try (ConnectionListener _ = ConnectionListener.open(channel, address, 1, null)) {
      System.out.println("opened without descriptors");
    } catch (IOException e) {
      boolean named = e.getMessage().contains("Too many open files");
      System.out.println(named ? "refused" : e.toString());
    }
    hoard.close();
    try (ConnectionListener listener = ConnectionListener.open(channel, address, 1, null)) {
      awaitAnswer(listener);
      System.out.println("listens");
    }
  }

  /** It closes a connection that begins with anything but a request. */
  private static void awaitAnswer(ConnectionListener listener) throws IOException {
    try (Socket caller = new Socket()) {
      caller.connect(listener.address());
      caller.setSoTimeout(TIMEOUT_MILLIS);
      caller.getOutputStream().write(new byte[64]);
      caller.getInputStream().readAllBytes();
    } catch (SocketException reset) {
      // closed with bytes unread
    }
  }
}

package dev.weft.provider.fabric.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.DescriptorHoard;
import dev.weft.OwnProcess;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.WaitObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bind that needs a descriptor of a process that has none left. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StarvedBindTest {
  private static final String LIMIT = "ulimit -n 150; exec \"$@\"";
  private static final String FULL = "fi_ep_bind: Too many open files (FI_EMFILE 24)";
  private static final WaitObject KIND = WaitObject.POLLFD;

  /** A bind, also for both directions, takes a pipe, of two descriptors. */
  @ParameterizedTest
  @CsvSource({"queue, 2", "counter, 2"})
  void shouldLeaveNoTraceIfItFails(String what, String descriptors) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", LIMIT, "sh"));
    command.addAll(
        OwnProcess.command(List.of("-Xmx64m"), StarvedBindTest.class, what, descriptors));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals("done\n", said);
  }

  // The process without descriptors.

  private record Target(FabricObject object, Runnable bind) {}

  private static CompletionQueue queue(Domain domain) {
    return domain.openCompletionQueue(CompletionQueueAttributes.builder().waitObject(KIND).build());
  }

  private static Counter counter(Domain domain) {
    return domain.openCounter(CounterAttributes.builder().waitObject(KIND).build());
  }

  private static Target target(String what, Domain domain, Endpoint endpoint) {
    if (what.equals("queue")) {
      CompletionQueue queue = queue(domain);
      return new Target(queue, () -> endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV));
    }
    Counter counter = counter(domain);
    return new Target(counter, () -> endpoint.bind(counter, BindFlags.SEND | BindFlags.RECV));
  }

  private static int channels(Target target) {
    return ((PollHandle) target.object().control(ControlCommand.GETWAIT)).needed();
  }

  public static void main(String[] arguments) throws IOException {
    FabricInfo hints = FabricInfo.builder().provider("loopback").build();
    FabricInfo info = Fabrics.getInfo(hints).getFirst();
    try (var fabric = Fabrics.open(info);
        var domain = fabric.openDomain(info)) {
      warmUp(arguments[0], domain, info);
      for (int left = 0; left < Integer.parseInt(arguments[1]); left++) {
        starve(arguments[0], domain, info, left);
      }
      closeUnbound(arguments[0], domain, info);
    }
    System.out.println("done");
  }

  /** Loads classes, which are files. */
  private static void warmUp(String what, Domain domain, FabricInfo info) {
    Endpoint endpoint = domain.openEndpoint(info);
    Target target = target(what, domain, endpoint);
    target.bind().run();
    expect("fi_ep_bind: Invalid argument (FI_EINVAL 22)", Errno.EINVAL, target.bind());
    require(channels(target) > 1, "no channel for the endpoint");
    endpoint.close();
    target.object().close();
  }

  private static void starve(String what, Domain domain, FabricInfo info, int left)
      throws IOException {
    Endpoint endpoint = domain.openEndpoint(info);
    Target target = target(what, domain, endpoint);
    try (DescriptorHoard hoard = new DescriptorHoard()) {
      hoard.take();
      hoard.giveBack(left);
      expect(FULL, Errno.EMFILE, target.bind());
    }
    require(channels(target) == 1, channels(target) + " channels");
    target.bind().run();
    require(channels(target) > 1, "no channel for the endpoint");
    endpoint.close();
    target.object().close();
  }

  /** A queue whose bind failed closes although its endpoint is open. */
  private static void closeUnbound(String what, Domain domain, FabricInfo info) throws IOException {
    try (Endpoint endpoint = domain.openEndpoint(info)) {
      Target target = target(what, domain, endpoint);
      try (DescriptorHoard hoard = new DescriptorHoard()) {
        hoard.take();
        expect(FULL, Errno.EMFILE, target.bind());
      }
      target.object().close();
    }
  }

  private static void expect(String text, int error, Runnable call) {
    try {
      call.run();
    } catch (FabricException refused) {
      require(refused.getMessage().startsWith(text), refused.getMessage());
      require(refused.errno() == error, refused.getMessage());
      return;
    }
    require(false, "it was not refused");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}

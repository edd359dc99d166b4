package dev.weft.wire.shm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.DirectMemoryHoard;
import dev.weft.OwnProcess;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.WireException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ports of a process without direct memory connect and ring; one opens once there is some. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DirectMemoryTest {
  private static final int LINKS = 5;

  @TempDir private Path base;

  @ParameterizedTest
  @ValueSource(strings = {"connect", "open"})
  void shouldGoOnWithoutDirectMemory(String what) throws Exception {
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:MaxDirectMemorySize=1m");
    List<String> command =
        OwnProcess.command(
            options, OwnProcess.class, DirectMemoryTest.class.getName(), base.toString(), what);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals("done\n", said);
  }

  // The process without direct memory.

  /** Sleeps; a permit for each doorbell. */
  private static final class Sleeper extends SilentListener {
    final Semaphore rings = new Semaphore(0);

    @Override
    public boolean maySleep() {
      return true;
    }

    @Override
    public void doorbell() {
      rings.release();
    }
  }

  public static void main(String[] arguments) throws Exception {
    ShmWire wire = new ShmWire(Path.of(arguments[0]), "f", 1 << 12);
    if (arguments[1].equals("open")) {
      open(wire);
    } else {
      connect(wire);
    }
    System.out.println("done");
  }

  /** The first port of the process opens once there is memory. */
  private static void open(ShmWire wire) {
    try (DirectMemoryHoard _ = new DirectMemoryHoard();
        Port _ = wire.open("shm://f/early", new SilentListener())) {
      throw new IllegalStateException("opened");
    } catch (WireException none) {
      String text = none.getMessage() + none.hint();
      if (none.error() != 12 || !text.contains("-XX:MaxDirectMemorySize")) {
        throw none;
      }
    }
    wire.open("shm://f/early", new SilentListener()).close();
  }

  private static void connect(ShmWire wire) throws InterruptedException {
    Sleeper sleeper = new Sleeper();
    List<Port> ports = new ArrayList<>();
    Port called = wire.open("shm://f/called", sleeper);
    for (int i = 0; i < LINKS; i++) {
      ports.add(wire.open("shm://f/caller" + i, new SilentListener()));
    }
    try (DirectMemoryHoard _ = new DirectMemoryHoard()) {
      for (Port port : ports) {
        Thread.ofPlatform().start(() -> connectAndRing(port, called, sleeper)).join();
      }
    }
    if (called.links().length != LINKS) {
      throw new IllegalStateException(called.links().length + " links");
    }
    ports.forEach(Port::close);
    called.close();
  }

  /** Connects, then sends a frame, which the other port finds when it is rung. */
  private static void connectAndRing(Port port, Port called, Sleeper sleeper) {
    int before = frames(called);
    Link link = port.connect(called.address());
    FrameWriter out = link.out();
    long frame = out.claim(0);
    out.publish(frame, 0, 1, 0, 0, 0, 0);
    link.ring();
    while (frames(called) == before) {
      sleeper.rings.acquireUninterruptibly();
    }
  }

  private static int frames(Port port) {
    return (int) Arrays.stream(port.links()).filter(link -> link.in().hasFrame()).count();
  }
}

package dev.weft.wire.shm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.DescriptorHoard;
import dev.weft.LoggedFailures;
import dev.weft.OwnProcess;
import dev.weft.memory.GrantedMemory;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SilentListener;
import dev.weft.wire.WireException;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that runs out of kernel resources, and recovers. */
@Tag("long")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmStarvedTest {
  private static final String LIMITS = "ulimit -n 150; ulimit -f 8192; exec \"$@\"";
  private static final long CAPACITY = 4096;
  private static final long LARGE = 1L << 50;

  /** More than {@link #LIMITS} allow, which count in blocks of 512 or 1024 bytes. */
  private static final long MAX_FILE = 8 << 20;

  /** Memory of this size has a file of its own. */
  private static final long FILE = 1 << 20;

  private static final int EMFILE = 24;
  private static final int ENOSPC = 28;
  private static final long KEY = 7;
  private static final long REMOTE = 3L << 12;
  private static final int MAX_RINGS = 1000;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  /** More descriptors than a link takes. */
  private static final int STEPS = 8;

  @TempDir private Path base;

  @ParameterizedTest
  @ValueSource(
      strings = {"names", "errors", "calls", "steps", "left", "room", "memory", "access", "peer"})
  void shouldBeAsBeforeAfterwards(String what) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", LIMITS, "sh"));
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m");
    command.addAll(OwnProcess.command(options, ShmStarvedTest.class, base.toString(), what));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals("done\n", said);
    assertEquals(0, process.waitFor());
  }

  // The starved process.

  /** Counts wake-ups. */
  private static final class Owner extends SilentListener {
    private final AtomicInteger rings;

    Owner(AtomicInteger rings) {
      this.rings = rings;
    }

    @Override
    public void doorbell() {
      rings.incrementAndGet();
    }
  }

  public static void main(String[] arguments) throws Exception {
    ShmWire wire = new ShmWire(Path.of(arguments[0]), "f", CAPACITY);
    AtomicInteger rings = new AtomicInteger();
    try (LoggedFailures logged = new LoggedFailures("dev.weft");
        Port living = wire.open("shm://f/living", new Owner(rings))) {
      switch (arguments[1]) {
        case "names" -> names(wire, living);
        case "errors" -> errors(wire, living);
        case "access" -> access(wire);
        case "steps" -> steps(wire, living);
        case "left" -> left(wire.folder(), living);
        case "peer" -> peer(wire);
        case "room" -> room(Path.of(arguments[0]));
        case "calls" -> calls(wire, living, rings, Path.of(arguments[0]), logged);
        default -> memory(wire);
      }
    }
    System.out.println("done");
  }

  /** An opening or a connection that fails at any point leaves its name free. */
  private static void names(ShmWire wire, Port living) throws Exception {
    for (int left = 0; left < 16; left++) {
      try (DescriptorHoard hoard = new DescriptorHoard()) {
        hoard.take();
        hoard.giveBack(left);
        try (Port port = wire.open("shm://f/starved", new SilentListener())) {
          boolean met = port.connect(living.address()) != null;
          require(met || port.connectError() == EMFILE, "error=" + port.connectError());
        } catch (WireException e) {
          require(e.error() == EMFILE, e.toString());
          require(e.toString().contains(" of 150 file descriptors are open"), e.toString());
          require(!e.toString().contains("probe"), e.toString());
        }
      }
      try (Port port = wire.open("shm://f/starved", new SilentListener())) {
        require(port != null, "the name is lost after " + left);
        require(port.connect(living.address()) != null, "no link after " + left);
      }
    }
  }

  /** The error of a connect is that of the last one. */
  private static void errors(ShmWire wire, Port living) throws Exception {
    try (Port port = wire.open("shm://f/starved", new SilentListener())) {
      require(port.connect("shm://f/missing") == null, "a link"); // loads classes, which are files
      try (DescriptorHoard hoard = new DescriptorHoard()) {
        hoard.take();
        require(port.connect(living.address()) == null, "a link without a descriptor");
      }
      require(port.connectError() == EMFILE, "error=" + port.connectError());
      require(port.connect("nowhere") == null, "a link to nowhere");
      require(port.connectError() == 0, "error=" + port.connectError() + " of another call");
    }
  }

  /** A requester waits until there are descriptors, without a busy thread; the log says so once. */
  private static void calls(
      ShmWire wire, Port living, AtomicInteger rings, Path base, LoggedFailures logged)
      throws Exception {
    Path socket = new ShmFolder(base, "f").socket("living");
    try (Port port = wire.open("shm://f/first", new Owner(rings))) {
      require(port.connect(living.address()) != null, "no link"); // loads classes, which are files
      require(living.hasLinkChanges() || living.links().length > 0, "no call");
    }
    rings.set(0);
    try (DescriptorHoard hoard = new DescriptorHoard();
        SocketChannel caller = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      hoard.take();
      caller.connect(UnixDomainSocketAddress.of(socket));
      long start = System.nanoTime();
      while (logged.lines().isEmpty() && System.nanoTime() - start < PATIENCE) {
        Thread.sleep(1);
      }
      Thread.sleep(500); // the event loop tries again and again
      require(rings.get() < MAX_RINGS, rings.get() + " looks for one call");
      require(logged.lines().size() == 1, "logged " + logged.lines());
      require(logged.lines().getFirst().contains("ulimit -n"), "logged " + logged.lines());
    }
    try (Port port = wire.open("shm://f/caller", new Owner(rings))) {
      require(port.connect(living.address()) != null, "no link");
      while (Arrays.stream(living.links()).allMatch(Link::isClosed)) {
        Thread.onSpinWait();
      }
    }
  }

  /** A peer is accepted once there are descriptors, at whatever step they had run out. */
  private static void steps(ShmWire wire, Port living) throws Exception {
    try (Port first = wire.open("shm://f/first", new SilentListener())) {
      awaitAccepted(first.connect(living.address()), first, living); // loads classes
    }
    for (int left = 0; left < STEPS; left++) {
      try (Port peer = wire.open("shm://f/peer", new SilentListener())) {
        Link link = null;
        try (DescriptorHoard hoard = new DescriptorHoard()) {
          synchronized (living) { // not accepted before the descriptors run out
            link = peer.connect(living.address());
            hoard.take();
            hoard.giveBack(left);
          }
          Thread.sleep(100); // the event loop tries again and again
          require(!link.isClosed(), "refused with " + left + " descriptors left");
        }
        awaitAccepted(link, peer, living);
      }
    }
  }

  /** What a peer has sent is read though it left before there were descriptors to accept it. */
  private static void left(ShmFolder folder, Port living) throws Exception {
    for (int left = 0; left < STEPS; left++) {
      try (DescriptorHoard hoard = new DescriptorHoard()) {
        synchronized (living) { // not accepted before the descriptors run out
          sendAndLeave(folder, left);
          hoard.take();
          hoard.giveBack(left == 0 ? STEPS : left); // the first round loads classes
        }
        Thread.sleep(100); // the event loop tries again and again
      }
      boolean _ = ((ShmPort) living).readLinkChanges();
      require(living.links().length == left + 1, "lost with " + left + " descriptors left");
      FrameReader in = living.links()[left].in();
      require(FrameReader.kind(in.peek()) == 1 && in.tag() == left, "not the peer's frame");
    }
  }

  /** A peer whose descriptors are free at once. */
  private static void sendAndLeave(ShmFolder folder, long number) throws IOException {
    Path path = folder.file("living", number + ".link");
    String name = path.getFileName().toString();
    try (SocketChannel liveness = Connector.connect(folder.socket("living"));
        SocketChannel wake = Connector.connect(folder.socket("living"))) {
      LinkFile file =
          LinkFile.create(
              path, new LinkFile.Header(CAPACITY, number, "shm://f/leaving", "shm://f/living", 0));
      FrameWriter out = file.fromInitiator().writer();
      out.publish(out.claim(0), 0, 1, 0, 0, number, 0);
      Connector.handshake(liveness, new Handshake(Handshake.LIVENESS, number, name));
      Connector.handshake(wake, new Handshake(Handshake.WAKE, number, name));
    }
  }

  private static void awaitAccepted(Link link, Port peer, Port living) {
    while (Arrays.stream(living.links())
        .noneMatch(each -> each.peerAddress().equals(peer.address()) && !each.isClosed())) {
      require(!link.isClosed(), "the link was refused");
      Thread.onSpinWait();
    }
  }

  /** Closing memory waits for peers whose connection could not be accepted yet. */
  private static void access(ShmWire wire) throws Exception {
    try (SharedMemory memory = wire.openMemory();
        Port granting = wire.open("shm://f/granting", new SilentListener(memory));
        Port first = wire.open("shm://f/first", new SilentListener(null));
        Port second = wire.open("shm://f/second", new SilentListener(null))) {
      SharedMemory.Grant grant = memory.grant(KEY, memory.allocate(4096), 0, REMOTE);
      GrantedMemory warm = first.connect(granting.address()).memory().find(KEY);
      require(warm.enter() && warm.exit(), "no access");
      GrantedMemory granted = null;
      try (DescriptorHoard hoard = new DescriptorHoard();
          Port before = wire.open("shm://f/before", new SilentListener(null));
          Port after = wire.open("shm://f/after", new SilentListener(null))) {
        synchronized (granting) { // not accepted before the descriptors run out
          require(before.connect(granting.address()) != null, "no link");
          granted = second.connect(granting.address()).memory().find(KEY);
          require(granted.enter(), "no access");
          require(after.connect(granting.address()) != null, "no link");
          hoard.take();
        }
        Thread closing = Thread.ofPlatform().start(grant::revoke);
        while (closing.getState() != Thread.State.TIMED_WAITING && closing.isAlive()) {
          Thread.onSpinWait();
        }
        require(closing.isAlive(), "it does not wait for the access");
        boolean _ = granted.exit();
        closing.join();
      }
    }
  }

  /** The memory of a peer whose message is under way is mapped without a free descriptor. */
  private static void peer(ShmWire wire) throws IOException {
    try (SharedMemory memory = wire.openMemory();
        Port sender = wire.open("shm://f/sender", new SilentListener(memory));
        Port receiver = wire.open("shm://f/receiver", new SilentListener(null));
        DescriptorHoard hoard = new DescriptorHoard()) {
      Link link = receiver.connect(sender.address());
      MemorySegment first = memory.allocate(FILE);
      MemorySegment second = memory.allocate(FILE);
      MemorySegment third = memory.allocate(FILE);
      require(map(link, memory, first) != null, "no memory"); // loads classes, which are files
      hoard.take();
      require(map(link, memory, second) != null, "no memory without a descriptor");
      require(map(link, memory, third) != null, "no memory the next time");
    }
  }

  private static MemorySegment map(Link link, SharedMemory memory, MemorySegment file) {
    SharedMemory.Location place = new SharedMemory.Location();
    require(memory.find(file, 0, file.byteSize(), place), "not shared");
    return link.peerMemory(place.owner, place.file);
  }

  /** A port whose links would have no room does not open, and leaves nothing. */
  private static void room(Path base) throws IOException {
    ShmWire wire = new ShmWire(base, "large", MAX_FILE);
    try (Port _ = wire.open("shm://large/port", new SilentListener())) {
      require(false, "a link has room");
    } catch (WireException e) {
      require(e.toString().contains("File too large"), e.toString());
    }
    Path folder = new ShmFolder(base, "large").socket("port").getParent();
    require(Files.notExists(folder), "files are left");
  }

  /** An allocation that cannot succeed is not begun, because it would take memory from others. */
  private static void memory(ShmWire wire) {
    try (SharedMemory memory = wire.openMemory()) {
      for (long bytes : new long[] {LARGE, Long.MAX_VALUE}) {
        try {
          memory.allocate(bytes);
          require(false, bytes + " bytes were there");
        } catch (WireException e) {
          require(e.error() == ENOSPC, e.toString());
        }
      }
      require(memory.allocate(1 << 20).byteSize() == 1 << 20, "less than asked for");
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}

package dev.weft.provider.fabric.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnShmFolder;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills processes during one long copy: the copying process, or the owner of the memory. The
 * destination shows that the kill was in time: its first bytes are copied, its last are not. {@code
 * -Dweft.kills.copying} sets the number of kills.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
@TestInstance(Lifecycle.PER_CLASS) // all victims use one name
class MidCopyKillTest {
  private static final int KILLS = Integer.getInteger("weft.kills.copying", 1);
  private static final int ATOMIC_LIVES = 4;
  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
  private static final VarHandle ELEMENT = ValueLayout.JAVA_LONG.varHandle();
  private static final int MAX_ATTEMPTS = 20;
  private static final long LENGTH = CopyVictim.LENGTH;
  private static final int REPETITIONS = 4;
  private static final long GUARD = 1 << 16;
  private static final byte GUARDED = 0x55;
  private static final long HELLO_CONTEXT = 1;
  private static final long COPY_CONTEXT = 2;
  private static final long TOWARDS_CONTEXT = 3;
  private static final int PATIENCE_MILLIS = 300_000;

  /** The kind and direction of a copy. */
  enum Copy {
    VICTIM_TAKES_MESSAGE(CopyVictim.Part.RECEIVE, true),
    VICTIM_TAKES_MESSAGE_OF_OWN_MEMORY(CopyVictim.Part.RECEIVE, true),
    VICTIM_WRITES(CopyVictim.Part.WRITE, false),
    VICTIM_READS(CopyVictim.Part.READ, true),
    SURVIVOR_TAKES_MESSAGE(CopyVictim.Part.SEND, false),
    SURVIVOR_TAKES_MESSAGE_OF_OWN_MEMORY(CopyVictim.Part.SEND_OWN, false),
    SURVIVOR_WRITES(CopyVictim.Part.GRANT, true),
    SURVIVOR_READS(CopyVictim.Part.GRANT_TEXT, false);

    final CopyVictim.Part part;

    /** Whether the bytes go to the victim's memory, else to the survivor's. */
    final boolean goesToVictim;

    Copy(CopyVictim.Part part, boolean goesToVictim) {
      this.part = part;
      this.goesToVictim = goesToVictim;
    }

    boolean victimCopies() {
      return name().startsWith("VICTIM");
    }
  }

  private final String fabric = Node.freshName() + "-" + ProcessHandle.current().pid();
  private final String address = "shm://" + fabric + "/victim";
  private final String own = "shm://" + fabric + "/survivor";
  private final Node node = Node.open(fabric, ShmPeer.hints(own), WaitObject.UNSPEC);
  private final long victim = node.vector.insert(address.getBytes(StandardCharsets.UTF_8));
  private final MemorySegment guarded = node.memory(LENGTH + 2 * GUARD).fill(GUARDED);
  private final MemorySegment memory = guarded.asSlice(GUARD, LENGTH);
  private final MemorySegment word = node.memory(8);
  private final Path folder = OwnShmFolder.ofUser().resolve(fabric);
  private final Random random = new Random(1);
  private volatile boolean amid;
  private boolean sentWell;

  @AfterAll
  void close() {
    node.close();
    Node.until(() -> Files.notExists(folder)); // others who reclaim look in for a moment
  }

  @ParameterizedTest
  @EnumSource
  void shouldOutliveAPeerKilledAmid(Copy copy) throws Exception {
    MemorySegment text = copy.name().contains("OWN") ? Arena.ofAuto().allocate(LENGTH) : memory;
    int killed = 0;
    for (int attempt = 0; killed < KILLS; attempt++) {
      assertTrue(attempt < MAX_ATTEMPTS * KILLS, "no kill fell amid the copy");
      killed += live(copy, text) ? 1 : 0;
    }
  }

  /** Runs one victim process; returns whether it was killed during the copy. */
  private boolean live(Copy copy, MemorySegment text) throws Exception {
    sentWell = false;
    memory.fill(copy.goesToVictim ? CopyVictim.TEXT : 0);
    text.fill(copy.goesToVictim ? CopyVictim.TEXT : 0);
    Set<Path> before = files();
    try (MemoryRegion _ = node.domain.register(memory, AccessFlags.REMOTE, CopyVictim.KEY, null);
        CopyVictim process = CopyVictim.start(fabric, address, own, copy.part)) {
      meet(process);
      MemorySegment destination = copy.goesToVictim ? map(before) : memory;
      Thread killer = Thread.ofPlatform().start(() -> killAmid(process, copy, destination));
      process.begin();
      copy(copy, text);
      killer.join();
    }
    assertFalse(amid && sentWell, "a message that did not arrive was sent well");
    checkGuards();
    assertEquals(-1, firstOther(copy.goesToVictim ? text : memory, copy), "the survivor's bytes");
    return amid;
  }

  /** The first byte that is neither as before nor as copied; -1 for none. */
  private static long firstOther(MemorySegment bytes, Copy copy) {
    MemorySegment expected = Arena.ofAuto().allocate(LENGTH).fill(CopyVictim.TEXT);
    long copied = bytes.mismatch(expected);
    if (copied < 0) {
      return -1;
    }
    return copy.goesToVictim || bytes.get(ValueLayout.JAVA_BYTE, copied) != 0 ? copied : -1;
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new HashSet<>(files.toList());
    }
  }

  /** Maps the file that was created since, which is the victim's memory. */
  private MemorySegment map(Set<Path> before) throws IOException {
    List<Path> fresh =
        files().stream()
            .filter(file -> !before.contains(file) && file.toFile().length() == LENGTH)
            .toList();
    assertEquals(1, fresh.size(), "files of the victim's memory");
    try (FileChannel channel = FileChannel.open(fresh.getFirst())) {
      return channel.map(MapMode.READ_ONLY, 0, LENGTH, Arena.ofAuto());
    }
  }

  /** Checks that a restarted process of the same name can be reached. */
  private void meet(CopyVictim process) throws IOException {
    assertEquals(
        0, node.endpoint.trecv(word, 8, FabricAddress.UNSPEC, CopyVictim.HELLO, 0, HELLO_CONTEXT));
    process.awaitReady();
    assertEquals(HELLO_CONTEXT, contextOfNext());
    assertEquals(0, node.error.error(), node.error::toString);
  }

  private void killAmid(CopyVictim process, Copy copy, MemorySegment destination) {
    while (byteAt(destination, 0) != CopyVictim.TEXT) {
      Thread.yield();
    }
    process.kill();
    boolean unfinished = byteAt(destination, LENGTH - 1) != CopyVictim.TEXT;
    process.awaitEnd();
    if (copy.victimCopies()) {
      unfinished = byteAt(destination, LENGTH - 1) != CopyVictim.TEXT;
    }
    amid = unfinished;
  }

  /** Reads a byte that another process may change. */
  private static byte byteAt(MemorySegment memory, long offset) {
    return (byte) BYTE.getVolatile(memory, offset);
  }

  /** The survivor's operations; returns when all have ended. */
  private void copy(Copy copy, MemorySegment text) {
    long tag = CopyVictim.TAG;
    switch (copy) {
      case VICTIM_TAKES_MESSAGE, VICTIM_TAKES_MESSAGE_OF_OWN_MEMORY -> {
        assertEquals(0, node.endpoint.tsend(text, LENGTH, victim, tag, COPY_CONTEXT));
        assertEquals(COPY_CONTEXT, contextOfNext());
        sentWell = node.error.error() == 0;
        assertTrue(sentWell || node.error.error() == Errno.ECONNRESET, node.error::toString);
      }
      case SURVIVOR_TAKES_MESSAGE, SURVIVOR_TAKES_MESSAGE_OF_OWN_MEMORY -> {
        assertEquals(0, node.endpoint.trecv(memory, LENGTH, victim, tag, 0, COPY_CONTEXT));
        expectEnd();
      }
      case SURVIVOR_WRITES -> accessUntilItIsGone(() -> node.endpoint.writeMsg(all(), 0));
      case SURVIVOR_READS -> accessUntilItIsGone(() -> node.endpoint.readMsg(all(), 0));
      case VICTIM_WRITES, VICTIM_READS -> {
        assertEquals(0, node.endpoint.tsend(text, LENGTH, victim, tag, TOWARDS_CONTEXT));
        expectFailure(TOWARDS_CONTEXT);
      }
    }
  }

  /** Each access ends before the next begins. */
  private void accessUntilItIsGone(IntSupplier post) {
    do {
      assertEquals(0, post.getAsInt());
      assertEquals(COPY_CONTEXT, contextOfNext());
    } while (node.error.error() == 0 || node.error.error() == Errno.ENOKEY); // not there yet
    int error = node.error.error();
    assertTrue(error == Errno.ECONNRESET || error == Errno.EHOSTUNREACH, node.error::toString);
  }

  /** A message of all bytes, several times. */
  private RmaMessage all() {
    IoVector here = new IoVector();
    RmaIoVector there = new RmaIoVector();
    for (int i = 0; i < REPETITIONS; i++) {
      here.add(memory);
      there.add(0, LENGTH, CopyVictim.KEY);
    }
    return new RmaMessage().vector(here).remote(there).address(victim).context(COPY_CONTEXT);
  }

  private void expectFailure(long context) {
    assertEquals(context, contextOfNext());
    assertEquals(Errno.ECONNRESET, node.error.error(), node.error::toString);
  }

  /** Takes the last completion: an error, or a success because all bytes were copied. */
  private void expectEnd() {
    assertEquals(COPY_CONTEXT, contextOfNext());
    if (node.error.error() == 0) {
      assertEquals(CopyVictim.TEXT, memory.get(ValueLayout.JAVA_BYTE, LENGTH - 1));
    } else {
      assertEquals(Errno.ECONNRESET, node.error.error(), node.error::toString);
    }
  }

  /** Waits for the next completion; {@link Node#error} holds its failure. */
  private long contextOfNext() {
    node.error.reset();
    int read = node.queue.sread(node.batch, 1, 0, PATIENCE_MILLIS);
    if (read == -Errno.EAVAIL) {
      assertEquals(1, node.queue.readErr(node.error, 0));
      return node.error.context();
    }
    assertEquals(1, read, "something hangs");
    return node.batch.context(0);
  }

  private void checkGuards() {
    for (long at = 0; at < GUARD; at++) {
      assertEquals(GUARDED, guarded.get(ValueLayout.JAVA_BYTE, at));
      assertEquals(GUARDED, guarded.get(ValueLayout.JAVA_BYTE, GUARD + LENGTH + at));
    }
  }

  /** The victim's last operation is done or not done, and nothing else is changed. */
  @Test
  void shouldOutliveAPeerKilledAmidAtomics() throws Exception {
    MemorySegment elements = memory.asSlice(0, 32).fill((byte) 0);
    for (int life = 0; life < ATOMIC_LIVES * KILLS; life++) {
      try (MemoryRegion _ =
              node.domain.register(elements, AccessFlags.REMOTE, CopyVictim.KEY, null);
          CopyVictim process = CopyVictim.start(fabric, address, own, CopyVictim.Part.ADD)) {
        meet(process);
        process.begin();
        Thread killer = Thread.ofPlatform().start(() -> killAmidAtomics(process, elements));
        addUntilItIsGone(life % 2 == 0 ? DataType.INT64 : DataType.INT128);
        killer.join();
      }
      long first = elements.getAtIndex(ValueLayout.JAVA_LONG, 0);
      long second = elements.getAtIndex(ValueLayout.JAVA_LONG, 1);
      assertTrue(first == second || first == second + 1, first + " and " + second);
      assertEquals(0, elements.getAtIndex(ValueLayout.JAVA_LONG, 2));
      elements.fill((byte) 0);
    }
    checkGuards();
  }

  private void killAmidAtomics(CopyVictim process, MemorySegment elements) {
    while ((long) ELEMENT.getVolatile(elements, 0L) == 0) {
      Thread.yield();
    }
    LockSupport.parkNanos(random.nextInt(10_000_000));
    process.kill();
    process.awaitEnd();
  }

  /** Adds directly, or, if the victim's locks are needed, by requests to the victim. */
  private void addUntilItIsGone(DataType type) {
    AtomicTarget target = new AtomicTarget(type).destination(victim).key(CopyVictim.KEY);
    target.address(64);
    MemorySegment results = node.memory(16);
    MemorySegment ones = node.memory(16);
    AtomicOperation sum = AtomicOperation.SUM;
    accessUntilItIsGone(() -> node.endpoint.fetchAtomic(ones, results, target, sum, COPY_CONTEXT));
  }
}

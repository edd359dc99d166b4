package dev.weft.provider.fabric.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.Numbers;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One-sided operations on memory shared by another process that makes no calls. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class WithoutTargetTest {
  private static final long KEY = RemoteProcess.KEY;
  private static final int BYTES = RemoteProcess.BYTES;
  private static final int ROUNDS = 10;

  private final String fabric = Node.freshName() + "-" + ProcessHandle.current().pid();
  private final String address = "shm://" + fabric + "/other";
  private final String own = "shm://" + fabric + "/test";
  private final Node node = Node.open(fabric, ShmPeer.hints(own), WaitObject.NONE);
  private final long other = node.vector.insert(address.getBytes(StandardCharsets.UTF_8));
  private final MemorySegment buffer = node.memory(BYTES);
  private RemoteProcess process;

  @AfterEach
  void close() throws Exception {
    if (process != null) {
      process.close();
    }
    node.close();
  }

  private void start() throws IOException {
    process = RemoteProcess.start(fabric, address, own);
  }

  private void startStopped() throws IOException {
    start();
    process.tell("register");
    process.stop();
  }

  /**
   * Checks that the entry is queued when the post returns; the initiator makes no progress either.
   */
  private void expectAtOnce(int posted, long context) {
    assertEquals(0, posted);
    assertEquals(1, node.queue.read(node.batch, 1));
    assertEquals(context, node.batch.context(0));
  }

  @Test
  void shouldWriteAndReadWhileTheTargetIsStopped() throws Exception {
    startStopped();
    for (int length : new int[] {0, 1, 8, 5000, BYTES}) {
      Numbers.fill(buffer, length, length);
      expectAtOnce(node.endpoint.write(buffer, length, other, 0, KEY, 1), 1);
      MemorySegment copy = node.memory(BYTES);
      expectAtOnce(node.endpoint.read(copy, length, other, 0, KEY, 2), 2);
      assertEquals(-1, Numbers.wrongAt(copy, 0, length, length));
    }
    assertEquals(0, node.endpoint.injectWrite(buffer, 8, other, 0, KEY));
  }

  @Test
  void shouldChangeElementsWhileTheTargetIsStopped() throws Exception {
    startStopped();
    AtomicTarget target = new AtomicTarget(DataType.INT64).destination(other).key(KEY);
    MemorySegment result = node.memory(8);
    buffer.set(ValueLayout.JAVA_LONG, 0, 5);
    AtomicOperation sum = AtomicOperation.SUM;
    expectAtOnce(node.endpoint.atomic(buffer, target, sum, 1), 1);
    expectAtOnce(node.endpoint.fetchAtomic(buffer, result, target, sum, 2), 2);
    assertEquals(5, result.get(ValueLayout.JAVA_LONG, 0));
    MemorySegment ten = node.memory(8);
    ten.set(ValueLayout.JAVA_LONG, 0, 10);
    AtomicOperation swap = AtomicOperation.CSWAP;
    expectAtOnce(node.endpoint.compareAtomic(buffer, ten, result, target, swap, 3), 3);
    assertEquals(10, result.get(ValueLayout.JAVA_LONG, 0));
    expectAtOnce(node.endpoint.read(result, 8, other, 0, KEY, 4), 4);
    assertEquals(5, result.get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void shouldRefuseWhatIsNotGrantedWhileTheTargetIsStopped() throws Exception {
    startStopped();
    assertEquals(0, node.endpoint.write(buffer, 8, other, BYTES - 7, KEY, 1));
    node.expectError(1, Errno.EACCES);
    assertEquals(0, node.endpoint.read(buffer, 8, other, -1, KEY, 2));
    node.expectError(2, Errno.EACCES);
  }

  /**
   * Operations that the target counts, or on memory that it does not share, need the target's
   * progress.
   */
  @Test
  void shouldAskTheTargetForWhatItHasNotShared() throws Exception {
    startStopped();
    assertEquals(0, node.endpoint.write(buffer, 8, other, 0, KEY + 1, 1));
    for (int i = 0; i < 1000; i++) {
      node.expectNothing();
    }
    process.resume();
    process.begin("serve 200");
    node.expectError(1, Errno.ENOKEY);
    process.expect("serve 200");
  }

  @ParameterizedTest
  @EnumSource(names = {"INT64", "INT32", "INT8", "DOUBLE", "FLOAT_COMPLEX", "INT128"})
  void shouldAddUpFromTwoProcesses(DataType type) throws Exception {
    int rounds = 10_000;
    MemorySegment memory = node.memory(64);
    MemoryRegion region = node.domain.register(memory, AccessFlags.REMOTE, KEY, null);
    long self = node.handleOf(node);
    start();
    process.begin("add " + type + " " + rounds);
    AtomicTarget target = new AtomicTarget(type).destination(self).key(KEY);
    buffer.set(ValueLayout.JAVA_LONG, 0, 1);
    for (int i = 0; i < rounds; i++) {
      long context = i;
      Node.accepted(() -> node.endpoint.atomic(buffer, target, AtomicOperation.SUM, context));
      node.expect(context);
    }
    Thread answer = Thread.ofPlatform().start(() -> expectQuietly("add " + type + " " + rounds));
    while (answer.isAlive()) {
      node.progress();
    }
    MemorySegment expected = node.memory(64);
    expected.set(ValueLayout.JAVA_LONG, 0, sumOfOnes(type, 2 * rounds));
    assertEquals(-1, memory.mismatch(expected), () -> memory.get(ValueLayout.JAVA_LONG, 0) + "");
    region.close();
  }

  private void expectQuietly(String answer) {
    try {
      process.expect(answer);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * The bits of the sum; the addend is the integer 1, as a floating-point number the smallest one.
   */
  private static long sumOfOnes(DataType type, int ones) {
    return type == DataType.INT8 ? ones & 0xFF : ones;
  }

  @Test
  void shouldDenyAccessToAClosedRegion() throws Exception {
    start();
    Random random = new Random(1);
    MemorySegment[] texts = {buffer.fill((byte) 1), node.memory(BYTES).fill((byte) 2)};
    for (int round = 0; round < 10 * ROUNDS; round++) {
      String command = "close " + random.nextInt(2000);
      process.tell("register");
      process.begin(command);
      boolean open = true;
      for (int i = 0; open; i++) {
        MemorySegment text = texts[i % 2];
        Node.accepted(() -> node.endpoint.write(text, BYTES, other, 0, KEY, 1));
        open = completed();
      }
      process.expect(command);
      process.tell("serve 1");
      node.expectError(1, Errno.ENOKEY);
    }
  }

  /**
   * Returns false if the region is closed: the operation then needs the target, which does not
   * answer.
   */
  private boolean completed() {
    return node.queue.read(node.batch, 1) == 1;
  }

  @Test
  void shouldCloseARegionInWhichAPeerDied() throws Exception {
    MemorySegment memory = node.memory(BYTES);
    Random random = new Random(1);
    for (int round = 0; round < ROUNDS; round++) {
      MemoryRegion region = node.domain.register(memory, AccessFlags.REMOTE, KEY, null);
      start();
      process.begin("write");
      process.expect("write");
      Thread.sleep(random.nextInt(20));
      process.kill();
      assertTrue(sleptMillis(region::close) < 5_000, "close has waited");
    }
  }

  /** How long the call was parked, whatever else uses the processors. */
  private static long sleptMillis(Runnable call) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    threads.setThreadContentionMonitoringEnabled(true);
    long thread = Thread.currentThread().threadId();
    long before = threads.getThreadInfo(thread).getWaitedTime();
    call.run();
    return threads.getThreadInfo(thread).getWaitedTime() - before;
  }

  @Test
  void shouldOutliveItsTarget() throws Exception {
    Random random = new Random(1);
    for (int round = 0; round < ROUNDS; round++) {
      start();
      process.tell("register");
      expectAtOnce(node.endpoint.write(buffer, 8, other, 0, KEY, 1), 1);
      Thread killer = Thread.ofPlatform().start(() -> killAfter(random.nextInt(20)));
      boolean dead = false;
      while (!dead) {
        Node.accepted(() -> node.endpoint.write(buffer, BYTES, other, 0, KEY, 1));
        Node.until(() -> node.queue.read(node.batch, 1) != -Errno.EAGAIN);
        dead = node.queue.readErr(node.error, 0) == 1;
      }
      killer.join();
    }
  }

  private void killAfter(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
      process.kill();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

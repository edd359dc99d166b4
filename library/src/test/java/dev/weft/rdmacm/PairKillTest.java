package dev.weft.rdmacm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnProcess;
import dev.weft.OwnShmFolder;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.SendWorkRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills processes with a queue pair at random points and during one long transfer. Waiters on the
 * channel are woken: the first pending request has run out of retries, all behind it are flushed,
 * and the next process is reached by a new queue pair. {@code -Dweft.kills.pairs} sets the number
 * of kills.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PairKillTest {
  private static final int KILLS = Integer.getInteger("weft.kills.pairs", 2);
  private static final Path FOLDER = OwnShmFolder.ofUser();

  /** The pending operations. */
  enum Work {
    /** Many short requests of every kind. */
    SHORT,
    /** A write to the victim. */
    WRITE,
    /** A read from the victim. */
    READ,
    /** A write by the victim. */
    VICTIM_WRITES
  }

  private final Random random = new Random(1);
  private final KillTestPair survivor = new KillTestPair();
  private Process victim;
  private long there;
  private int key;
  private volatile boolean killed;

  private void start(String what) throws IOException {
    survivor.open();
    victim =
        OwnProcess.start(
            KillTestPair.class,
            survivor.address.toString(),
            String.valueOf(survivor.memory.address()),
            String.valueOf(survivor.region.rkey()),
            what);
    String[] words = victim.inputReader().readLine().split(" ", 3);
    there = Long.parseLong(words[1]);
    key = Integer.parseInt(words[2]);
    survivor.meet(QueuePairAddress.parse(words[0]));
    killed = false;
  }

  private void begin() throws IOException {
    victim.outputWriter().write("begin\n");
    victim.outputWriter().flush();
  }

  @AfterEach
  void close() throws IOException {
    String number = survivor.address == null ? "" : "%06x".formatted(survivor.address.queuePair());
    victim.destroyForcibly().onExit().join();
    survivor.close();
    if (Files.exists(FOLDER)) {
      try (Stream<Path> left = Files.walk(FOLDER)) {
        assertEquals(List.of(), left.filter(file -> file.toString().contains(number)).toList());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndWhatIsUnderWayToAProcessThatIsKilled(Work work) throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      switch (work) {
        case SHORT -> killAmidShortRequests();
        case WRITE -> killAmid("watch", survivor.request(1, KillTestPair.LENGTH).write(0, 0));
        case READ -> killAmid("be read", survivor.request(1, KillTestPair.LENGTH).read(0, 0));
        case VICTIM_WRITES -> killAmidItsWrite();
      }
      assertEquals(QueuePairState.ERR, survivor.pair.state());
      survivor.pair.close();
      survivor.pair = null;
    }
  }

  private void killAmidShortRequests() throws Exception {
    start("be read");
    begin();
    Thread killer =
        Thread.ofPlatform()
            .start(
                () -> {
                  LockSupport.parkNanos(random.nextInt(100_000_000));
                  kill();
                });
    survivor.receive(0);
    long posted = 0;
    long ended = 0;
    boolean failed = false;
    while (!failed) {
      while (posted < ended + KillTestPair.DEPTH) {
        survivor.post(request(posted++));
      }
      int taken = survivor.await();
      for (int i = 0; i < taken && !failed; i++) {
        assertEquals(ended++, survivor.batch.wrId(i));
        failed = survivor.batch.status(i) != CompletionStatus.SUCCESS;
        if (failed) {
          expectFlushed(i, taken, ended, posted);
        }
      }
    }
    assertTrue(killed, "nobody was killed");
    killer.join();
  }

  private SendWorkRequest request(long id) {
    SendWorkRequest request = survivor.request(id, 8);
    return switch ((int) (id % 4)) {
      case 0 -> request.send();
      case 1 -> request.write(there, key);
      case 2 -> request.read(there, key);
      default -> request.fetchAndAdd(there, key, 1);
    };
  }

  /** Checks the completions from the first failure on, which is that of {@code ended - 1}. */
  private void expectFlushed(int first, int taken, long ended, long posted) {
    assertEquals(CompletionStatus.RETRY_EXC_ERR, survivor.batch.status(first));
    long next = ended;
    boolean receiveFlushed = false;
    int i = first + 1;
    int count = taken;
    while (next < posted || !receiveFlushed) {
      if (i == count) {
        count = survivor.await();
        i = 0;
      }
      assertEquals(CompletionStatus.WR_FLUSH_ERR, survivor.batch.status(i));
      if (KillTestPair.isReceive(survivor.batch.wrId(i))) {
        receiveFlushed = true;
      } else {
        assertEquals(next++, survivor.batch.wrId(i));
      }
      i++;
    }
    assertEquals(count, i, "completions too many");
  }

  private void kill() {
    killed = true;
    victim.destroyForcibly().onExit().join();
  }

  /** Repeats until a kill falls into the transfer, which the first and last bytes show. */
  private void killAmid(String what, SendWorkRequest request) throws Exception {
    boolean amid = false;
    boolean reads = what.equals("be read");
    while (!amid) {
      survivor.memory.fill(reads ? 1 : KillTestPair.TEXT);
      start(what);
      begin();
      if (reads) {
        request.read(there, key);
      } else {
        request.write(there, key);
      }
      survivor.post(request);
      survivor.post(survivor.request(2, 8).send());
      if (reads) {
        while (survivor.byteAt(KillTestPair.EARLY) != 0) {
          Thread.yield();
        }
      } else {
        assertEquals("amid", victim.inputReader().readLine());
      }
      kill();
      int taken = survivor.await();
      amid = survivor.batch.status(0) != CompletionStatus.SUCCESS;
      if (amid) {
        assertEquals(1, survivor.batch.wrId(0));
        survivor.receive(0);
        expectFlushed(0, taken, 2, 3);
      } else {
        survivor.pair.close();
      }
    }
  }

  /** The survivor detects the end as soon as it sends. */
  private void killAmidItsWrite() throws Exception {
    boolean amid = false;
    while (!amid) {
      survivor.memory.fill((byte) 0);
      start("write");
      survivor.receive(0);
      begin();
      while (survivor.byteAt(KillTestPair.EARLY) != KillTestPair.TEXT) {
        survivor.queue.poll(survivor.batch, 1);
      }
      kill();
      amid = survivor.byteAt(KillTestPair.LENGTH - 1) == 0;
      survivor.post(survivor.request(1, 8).send());
      int taken = survivor.await();
      assertEquals(1, survivor.batch.wrId(0));
      expectFlushed(0, taken, 2, 2);
      if (!amid) {
        survivor.pair.close();
      }
    }
  }
}

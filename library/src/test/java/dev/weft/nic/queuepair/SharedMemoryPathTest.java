package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.memory.GrantedMemory;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.wire.SharedMemory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests between queue pairs that map each other's memory, where frames and copies meet. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SharedMemoryPathTest {
  private static final int LONG = 64 << 10;
  private static final int THERE = LONG;

  private final Path folder;
  private final SharedMemory aMemory;
  private final SharedMemory bMemory;
  private final Station a;
  private final Station b;

  SharedMemoryPathTest(@TempDir Path folder) {
    this.folder = folder;
    AddressMap addresses = OtherProcess.network(folder);
    aMemory = addresses.wire().openMemory();
    bMemory = addresses.wire().openMemory();
    a = new Station(addresses, 1, aMemory);
    b = new Station(addresses, 2, bMemory);
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    aMemory.close();
    bMemory.close();
  }

  /** On return each side admits the other. */
  private void connect() {
    a.ready(2);
    b.ready(1);
    b.receive(0, 0, 64);
    a.send(0, 0, 8);
    a.sends.expect(0, WcStatus.SUCCESS);
    b.receives.expect(0, WcStatus.SUCCESS);
  }

  private void write(long wrId, int length) {
    a.post(a.remote(wrId, Operation.RDMA_WRITE, 0, length, b, THERE));
  }

  @Test
  void shouldNotGiveTheNumberOfARetriedWriteToTheNextRequest() {
    a.attributes.timeout = 0;
    connect();
    b.receive(1, 0, 64);
    b.receive(3, 0, 64);
    a.machine.enter();
    a.send(1, 0, 8);
    a.machine.pump();
    b.serve(); // takes the send alone, and answers
    b.machine.enter();
    write(2, 8);
    a.machine.pump(); // in a frame, because the answer has not been read
    a.machine.progress();
    a.machine.exit();
    a.sends.expect(1, WcStatus.SUCCESS);
    a.machine.enter();
    b.machine.progress();
    b.machine.exit(); // takes the write, and answers
    ((Requester) a.machine.sender).tryAgain(); // as after a timeout
    a.send(3, 0, 8);
    a.machine.pump();
    a.machine.progress();
    a.machine.exit();
    a.sends.expect(2, WcStatus.SUCCESS);
    a.sends.expect(3, WcStatus.SUCCESS);
    assertEquals(List.of("1:0", "3:0"), b.receives.size() == 2 ? b.receives.take(2) : List.of());
  }

  @Test
  void shouldNotAccessMemoryOfAPeerInAnEarlierConnection() {
    connect();
    assertEquals(0, a.modify(States.RESET, 0));
    a.attributes.sendNumber = 1000;
    a.ready(2);
    a.fill(0, 8, 5);
    write(1, 8);
    a.sends.expect(1, WcStatus.RETRIES_EXCEEDED);
    assertEquals(0, b.word(THERE));
  }

  @Test
  void shouldNotLetAPeerOfAnEarlierConnectionAccessMemory() {
    connect();
    assertEquals(0, b.modify(States.RESET, 0));
    b.attributes.receiveNumber = 1000;
    b.ready(1);
    a.fill(0, 8, 5);
    write(1, 8);
    a.sends.expect(1, WcStatus.RETRIES_EXCEEDED);
    assertEquals(0, b.word(THERE));
  }

  @Test
  void shouldReportTheErrorOfALongSendThatMayNotBeRetried() {
    a.attributes.retries = 0;
    a.attributes.timeout = 0;
    connect();
    b.machine.poster().enterReceives();
    ReceiveRequest receive = b.machine.poster().receive().reset(1);
    receive.add(b.memory.address(), LONG, b.region.key() + 1);
    assertEquals(0, b.machine.poster().post(receive));
    b.machine.poster().exitReceives();
    a.send(1, 0, LONG);
    a.sends.expect(1, WcStatus.REMOTE_OPERATION);
    b.receives.expect(1, WcStatus.LOCAL_PROTECTION);
  }

  @Test
  void shouldNotSendMemoryThatWasDeregistered() {
    connect();
    b.receive(1, 0, LONG);
    a.fill(0, LONG, 1);
    b.machine.enter();
    a.send(1, 0, LONG);
    assertTrue(a.table.remove(a.region.key()));
    a.fill(0, LONG, 2);
    b.machine.exit();
    a.sends.expect(1, WcStatus.LOCAL_PROTECTION);
    b.receives.expectNone();
  }

  @Test
  void shouldWaitForAnAccessThatBeganBeforeAnError() throws InterruptedException {
    connect();
    a.machine.enter();
    GrantedMemory memory =
        a.machine.peers().peer().memory().find(Integer.toUnsignedLong(b.region.key()));
    assertTrue(memory.enter());
    b.machine.enter();
    b.machine.broken();
    b.machine.exit();
    Thread resetting = Thread.ofPlatform().start(() -> b.modify(States.RESET, 0));
    resetting.join(200);
    assertTrue(resetting.isAlive(), "it has not waited");
    assertTrue(memory.exit());
    a.machine.exit();
    resetting.join();
  }

  @Test
  void shouldGoOnInFramesIfTheTableOfRegionsIsCut() throws IOException {
    a.attributes.retries = 7;
    a.attributes.timeout = 14;
    connect();
    write(1, LONG);
    a.sends.expect(1, WcStatus.SUCCESS);
    cutTables();
    a.fill(0, LONG, 3);
    write(2, LONG);
    a.sends.expect(2, WcStatus.SUCCESS);
    b.requireFilled(THERE, LONG, 3);
  }

  private void cutTables() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path table : files.filter(file -> file.toString().endsWith(".grants")).toList()) {
        FileChannel.open(table, StandardOpenOption.WRITE).truncate(0).close();
      }
    }
  }
}

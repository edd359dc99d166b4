package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.reliabledatagram.EndToEndContexts;
import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.nic.workqueue.SendRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queue pairs of two processes, over mapped files. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TwoProcessesTest {
  private static final int SIZE = 40_000;

  @TempDir private Path folder;

  private Station station() {
    Station station = new Station(OtherProcess.network(folder), TransportType.RELIABLE, 1);
    station.attributes.timeout = 14;
    station.attributes.retries = 3;
    return station.ready(2);
  }

  private static SendRequest remote(
      Station from, long id, int opcode, int length, OtherProcess to) {
    SendRequest request = from.request(id, opcode, 0, length);
    request.remoteAddress = to.address;
    request.remoteKey = to.key;
    return request;
  }

  @Test
  void shouldExchangeMessages() throws IOException {
    try (OtherProcess other = OtherProcess.start(folder, true);
        Station station = station()) {
      assertTrue(other.address != 0);
      for (int i = 0; i < 200; i++) {
        station.fill(0, SIZE, i);
        station.receive(i, SIZE, SIZE);
        station.send(i, 0, i % 3 == 0 ? SIZE : i);
        int length = station.receives.expect(i, WcStatus.SUCCESS).byteLength;
        assertEquals(i % 3 == 0 ? SIZE : i, length);
        station.requireFilled(SIZE, length, i);
        station.sends.expect(i, WcStatus.SUCCESS);
      }
    }
  }

  @Test
  void shouldUseMemoryOfAProcessThatDoesNotPoll() throws IOException {
    try (OtherProcess other = OtherProcess.start(folder, false);
        Station station = station()) {
      for (int i = 0; i < 50; i++) {
        station.fill(0, SIZE, i);
        station.post(remote(station, 1, Operation.RDMA_WRITE, SIZE, other));
        station.sends.expect(1, WcStatus.SUCCESS);
        station.memory.fill((byte) 0);
        station.post(remote(station, 2, Operation.RDMA_READ, SIZE, other));
        station.sends.expect(2, WcStatus.SUCCESS);
        station.requireFilled(0, SIZE, i);
      }
      long before = station.word(0);
      SendRequest add = remote(station, 3, Operation.FETCH_AND_ADD, 8, other);
      add.compareAdd = 5;
      station.post(add);
      station.sends.expect(3, WcStatus.SUCCESS);
      SendRequest swap = remote(station, 4, Operation.COMPARE_AND_SWAP, 8, other);
      swap.compareAdd = before + 5;
      swap.swap = 99;
      station.post(swap);
      station.sends.expect(4, WcStatus.SUCCESS);
      assertEquals(before + 5, station.word(0));
    }
  }

  @Test
  void shouldEndWhatIsUnderWayToAProcessThatIsKilled() throws Exception {
    for (int round = 0; round < 3; round++) {
      try (OtherProcess other = OtherProcess.start(folder, round != 0);
          Station station = station()) {
        station.post(remote(station, 0, Operation.RDMA_WRITE, SIZE, other));
        station.sends.expect(0, WcStatus.SUCCESS);
        other.kill();
        station.post(remote(station, 1, Operation.RDMA_WRITE, SIZE, other));
        station.send(2, 0, 8);
        station.receive(3, 0, 8);
        assertEquals(WcStatus.RETRIES_EXCEEDED, station.sends.await().status);
        station.sends.expect(2, WcStatus.FLUSHED);
        station.receives.expect(3, WcStatus.FLUSHED);
      }
    }
    requireNothingLeft();
  }

  private void requireNothingLeft() throws IOException {
    try (Stream<Path> left = Files.walk(folder)) {
      assertEquals(1, left.count(), "files left behind");
    }
  }

  @Test
  void shouldFailWithTheProcessOfItsContextsPeer() throws Exception {
    AddressMap addresses = OtherProcess.network(folder);
    ReliableDomain domain = new ReliableDomain(new EndToEndContexts());
    ProtectionTable table = new ProtectionTable();
    try (OtherProcess other = OtherProcess.startContext(folder);
        Carrier carrier = new Carrier(addresses, 21, domain, table).ready(22);
        Station underWay = new Station(addresses, 1, domain, table).ready();
        Station inLine = new Station(addresses, 3, domain, table).ready()) {
      for (Station station : List.of(underWay, inLine)) {
        SendRequest request = station.request(1, Operation.SEND, 0, SIZE);
        request.endToEnd = 21;
        request.remoteQueuePair = 2;
        request.queueKey = Station.QUEUE_KEY;
        station.post(request);
      }
      underWay.sends.expectNone();
      other.kill();
      assertEquals(WcStatus.RETRIES_EXCEEDED, underWay.sends.await().status);
      assertEquals(WcStatus.INVALID_CONTEXT_STATE, inLine.sends.await().status);
      assertEquals(States.ERROR, carrier.machine.state());
    }
    requireNothingLeft();
  }

  @Test
  void shouldAbortTheReceiveOfAProcessThatIsKilled() throws Exception {
    AddressMap addresses = OtherProcess.network(folder);
    ReliableDomain domain = new ReliableDomain(new EndToEndContexts());
    ProtectionTable table = new ProtectionTable();
    try (Carrier carrier = new Carrier(addresses, 21, domain, table).ready(22);
        Station station = new Station(addresses, 1, domain, table).ready()) {
      station.receive(5, 0, 64);
      try (OtherProcess other = OtherProcess.startHalf(folder)) {
        station.receives.expectNone();
        other.kill();
      }
      WorkCompletion aborted = station.receives.await();
      assertEquals("5:16", aborted.wrId + ":" + aborted.status);
      assertEquals(9, aborted.sourceQueuePair);
      assertEquals(1, aborted.freedResources);
      assertEquals(States.READY_TO_SEND, carrier.machine.state());
    }
    requireNothingLeft();
  }
}

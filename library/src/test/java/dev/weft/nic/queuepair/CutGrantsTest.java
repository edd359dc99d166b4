package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SilentListener;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer truncates the files by which a queue pair accesses its memory directly. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CutGrantsTest {
  private static final int VICTIM = 2;
  private static final int PEER = 1;
  private static final int KEY = 5;
  private static final int BYTES = 1 << 16;
  private static final long ADMITTED = 1L << 32 | (long) VICTIM << 8 | (Station.ALL_ACCESS & 0x7F);

  @TempDir private Path folder;

  private void cut(String end) throws IOException {
    List<Path> found;
    Path fabric = folder.resolve("weft-" + System.getProperty("user.name")).resolve("verbs");
    try (Stream<Path> files = Files.list(fabric)) { // a walk fails if a file is deleted meanwhile
      found = files.filter(file -> file.toString().endsWith(end)).toList();
    }
    assertTrue(!found.isEmpty(), end);
    for (Path each : found) {
      try (FileChannel file = FileChannel.open(each, StandardOpenOption.WRITE)) {
        file.truncate(0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".grants", ".memory", "qp-1.port"})
  void shouldThrowNothing(String end) throws IOException {
    AddressMap addresses = OtherProcess.network(folder);
    try (SharedMemory memory = addresses.wire().openMemory();
        Port port = addresses.wire().open(addresses.addressOf(PEER), new SilentListener(memory));
        Station victim = new Station(addresses, TransportType.RELIABLE, VICTIM)) {
      MemorySegment granted = memory.allocate(BYTES);
      assertNotNull(memory.grant(KEY, granted, granted.address(), Station.ALL_ACCESS));
      port.admit(ADMITTED);
      victim.attributes.timeout = 0;
      victim.ready(PEER);
      victim.send(0, 0, 8);
      acknowledge(port.connect(addresses.addressOf(VICTIM)));
      victim.sends.expect(0, WcStatus.SUCCESS); // shows that the two are connected
      victim.post(read(victim, 1, granted.address()));
      victim.sends.expect(1, WcStatus.SUCCESS); // directly, as the peer does not answer it
      cut(end);
      victim.post(read(victim, 2, granted.address()));
      victim.post(read(victim, 3, granted.address()));
      victim.machine.progress();
      assertEquals(0, victim.modify(States.ERROR, 0));
      victim.sends.expect(2, WcStatus.FLUSHED);
      victim.sends.expect(3, WcStatus.FLUSHED);
    }
  }

  /** Answers the first request. */
  private static void acknowledge(Link link) {
    link.out().acknowledge(0);
    link.ring();
  }

  private static SendRequest read(Station victim, long wrId, long address) {
    SendRequest request = victim.request(wrId, Operation.RDMA_READ, 0, BYTES);
    request.remoteAddress = address;
    request.remoteKey = KEY;
    return request;
  }
}

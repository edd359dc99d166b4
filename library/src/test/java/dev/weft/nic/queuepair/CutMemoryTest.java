package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.memory.Region;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The file of a registered region is truncated: the request fails with a device error. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CutMemoryTest {
  private static final long BYTES = 1 << 16;
  private static final int SIZE = 10_000;

  @TempDir private Path folder;
  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));

  /** Memory of a file that has no pages any more. */
  private MemorySegment cut(Arena arena, String name) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            folder.resolve(name),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
      memory.set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) 1);
      file.truncate(0);
      return memory;
    }
  }

  private static Region register(Station at, MemorySegment memory) {
    return at.table.register(Station.DOMAIN, memory, memory.address(), Station.ALL_ACCESS);
  }

  @Test
  void shouldFailARequestWhoseMemoryIsGone() throws IOException {
    for (TransportType type : List.of(TransportType.RELIABLE, TransportType.UNRELIABLE)) {
      try (Arena arena = Arena.ofShared();
          Station a = new Station(addresses, type, 1).ready(2);
          Station b = new Station(addresses, type, 2).ready(1)) {
        MemorySegment gone = cut(arena, type.name());
        b.receive(7, 0, SIZE);
        SendRequest request = a.request(1, Operation.SEND);
        request.add(gone.address(), SIZE, register(a, gone).key());
        a.post(request);
        a.sends.expect(1, WcStatus.GENERAL);
        b.receives.expectNone();
      }
    }
  }

  @Test
  void shouldFailAReceiveWhoseMemoryIsGone() throws IOException {
    try (Arena arena = Arena.ofShared();
        Station a = new Station(addresses, TransportType.RELIABLE, 1).ready(2);
        Station b = new Station(addresses, TransportType.RELIABLE, 2).ready(1)) {
      MemorySegment gone = cut(arena, "receive");
      b.machine.enter();
      ReceiveRequest receive = b.machine.poster().receive().reset(7);
      receive.add(gone.address(), SIZE, register(b, gone).key());
      assertEquals(0, b.machine.poster().post(receive));
      b.machine.exit();
      a.send(1, 0, SIZE);
      b.receives.expect(7, WcStatus.GENERAL);
      a.sends.expect(1, WcStatus.REMOTE_OPERATION);
    }
  }

  @Test
  void shouldRefusePeersMemoryThatIsGone() throws IOException {
    int[] operations = {Operation.RDMA_WRITE, Operation.RDMA_READ, Operation.FETCH_AND_ADD};
    for (int operation : operations) {
      try (Arena arena = Arena.ofShared();
          Station a = new Station(addresses, TransportType.RELIABLE, 1).ready(2);
          Station b = new Station(addresses, TransportType.RELIABLE, 2).ready(1)) {
        MemorySegment gone = cut(arena, "remote" + operation);
        int size = operation == Operation.FETCH_AND_ADD ? Long.BYTES : SIZE;
        SendRequest request = a.request(1, operation, 0, size);
        request.remoteAddress = gone.address();
        request.remoteKey = register(b, gone).key();
        b.receive(3, 0, 8);
        a.post(request);
        a.sends.expect(1, WcStatus.REMOTE_ACCESS);
        b.receives.expect(3, WcStatus.FLUSHED);
        assertTrue(b.events.contains(TransportEvents.QP_ACCESS_ERR), () -> "events " + b.events);
      }
    }
  }
}

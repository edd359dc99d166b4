package dev.weft.ffm.peer;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/** The Java end: one endpoint at 127.0.0.1 with one queue, used for one operation at a time. */
record LocalEnd(
    Fabric fabric,
    Domain domain,
    CompletionQueue queue,
    AddressVector vector,
    Endpoint endpoint,
    CompletionBatch batch,
    long[] peers)
    implements AutoCloseable {
  /** A {@code struct sockaddr_in} of 127.0.0.1 and any port. */
  private static final byte[] LOCALHOST = {2, 0, 0, 0, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};

  static LocalEnd open(String provider) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(provider)
            .capabilities(Capabilities.MSG | Capabilities.TAGGED | Capabilities.RMA)
            .endpointType(EndpointType.RDM)
            .addressFormat(AddressFormat.SOCKADDR_IN)
            .sourceAddress(LOCALHOST)
            .build();
    FabricInfo info = Fabrics.getInfo(hints).getFirst();
    Fabric fabric = Fabrics.open(info);
    Domain domain = fabric.openDomain(info);
    CompletionQueue queue =
        domain.openCompletionQueue(CompletionQueueAttributes.polling(CompletionFormat.TAGGED));
    AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    Endpoint endpoint = domain.openEndpoint(info);
    endpoint.bind(vector, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
    CompletionBatch batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
    return new LocalEnd(fabric, domain, queue, vector, endpoint, batch, new long[1]);
  }

  byte[] name() {
    return endpoint.name();
  }

  void insert(byte[] name) {
    peers[0] = vector.insert(name);
  }

  long peer() {
    return peers[0];
  }

  MemorySegment allocate(long bytes) {
    return domain.allocate(bytes);
  }

  MemoryRegion register(MemorySegment memory, long access, long key) {
    return domain.register(memory, access, key);
  }

  /** Posts an operation and waits for its completion, which is at index 0 of the batch then. */
  void complete(String call, IntSupplier post) {
    int result = post.getAsInt();
    while (result == -Errno.EAGAIN) {
      queue.read(null, 0);
      result = post.getAsInt();
    }
    require(call, result == 0, result);
    int count = queue.read(batch, 1);
    while (count == -Errno.EAGAIN) {
      count = queue.read(batch, 1);
    }
    require("read after " + call, count == 1, count);
  }

  private void require(String call, boolean good, int result) {
    if (!good) {
      ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
      String why = result == -Errno.EAVAIL && queue.readErr(error, 0) == 1 ? error.toString() : "";
      throw new AssertionError(call + " returned " + result + " " + why);
    }
  }

  @Override
  public void close() {
    endpoint.close();
    vector.close();
    queue.close();
    domain.close();
    fabric.close();
  }
}

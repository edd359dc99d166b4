package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.MemorySegment;

/** An endpoint that is its own peer, with one queue. */
final class Station implements AutoCloseable {
  private static final long WANTED =
      Capabilities.MSG | Capabilities.TAGGED | Capabilities.RMA | Capabilities.SOURCE;

  final Fabric fabric;
  final Domain domain;
  final CompletionQueue queue;
  final AddressVector vector;
  final Endpoint endpoint;
  final long self;

  static Station open() {
    return new Station(WaitObject.UNSPEC, Threading.SAFE, CompletionFormat.TAGGED, 0);
  }

  static Station open(WaitObject wait, Threading threading) {
    return new Station(wait, threading, CompletionFormat.TAGGED, 0);
  }

  static Station open(CompletionFormat format) {
    return new Station(WaitObject.UNSPEC, Threading.SAFE, format, 0);
  }

  /** Opens a station with a queue of this size. */
  static Station open(int size) {
    return new Station(WaitObject.UNSPEC, Threading.SAFE, CompletionFormat.TAGGED, size);
  }

  private Station(WaitObject wait, Threading threading, CompletionFormat format, int size) {
    FabricInfo hints =
        FabricInfo.builder().provider("loopback").capabilities(WANTED).threading(threading).build();
    FabricInfo info = Fabrics.getInfo(hints).getFirst();
    fabric = Fabrics.open(info);
    domain = fabric.openDomain(info);
    queue =
        domain.openCompletionQueue(
            CompletionQueueAttributes.builder().format(format).waitObject(wait).size(size).build());
    vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(vector, 0);
    endpoint.enable();
    self = vector.insert(endpoint.name());
  }

  MemorySegment memory(long bytes) {
    return domain.allocate(bytes);
  }

  LeasedBuffer buffer(long bytes) {
    return LeasedBuffer.allocate(domain, bytes);
  }

  /** Sends this many bytes to itself without a completion. */
  void inject(long bytes) {
    assertEquals(0, endpoint.inject(memory(bytes), bytes, self));
  }

  /** Posts a receive of this many bytes. */
  void receive(long bytes, long context) {
    assertEquals(0, endpoint.recv(memory(bytes), bytes, -1, context));
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

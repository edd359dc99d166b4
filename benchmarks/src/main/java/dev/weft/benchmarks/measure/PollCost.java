package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.between.EndpointParts;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.IntSupplier;

/** Measures the cost of finding the one of 65 objects that is ready. */
final class PollCost {
  private static final int IDLE = 64;
  private static final int SLICE = 1_000;

  private PollCost() {}

  /** Nanoseconds of one poll. */
  static double measure(String name, long nanos) throws IOException {
    return measure(name.equals("selector") ? selector() : pollSet(), nanos);
  }

  private static double measure(IntSupplier look, long nanos) {
    return Median.ofSlices(1_000_000_000 + nanos, number -> slice(look));
  }

  private static double slice(IntSupplier look) {
    long start = System.nanoTime();
    for (int i = 0; i < SLICE; i++) {
      check(look.getAsInt());
    }
    return (System.nanoTime() - start) / (double) SLICE;
  }

  private static void check(int ready) {
    if (ready != 1) {
      throw new IllegalStateException("ready=" + ready + ", expected 1");
    }
  }

  /** {@code fi_poll(3)} over queues that each have an endpoint; an entry waits in the last one. */
  private static IntSupplier pollSet() {
    FabricInfo info = EndpointParts.query("loopback");
    Fabric fabric = Fabrics.open(info);
    Domain domain = fabric.openDomain(info);
    CompletionQueueAttributes attributes =
        CompletionQueueAttributes.polling(CompletionFormat.TAGGED);
    PollSet set = domain.openPollSet(PollSetAttributes.defaults());
    for (int i = 0; i <= IDLE; i++) {
      CompletionQueue queue = domain.openCompletionQueue(attributes, i);
      Endpoint endpoint = enable(domain, info, queue);
      set.add(queue, 0);
      if (i == IDLE) {
        sendTo(endpoint, queue, fabric);
      }
    }
    Object[] ready = new Object[IDLE + 1];
    return () -> set.poll(ready, ready.length);
  }

  private static Endpoint enable(Domain domain, FabricInfo info, CompletionQueue queue) {
    Endpoint endpoint = domain.openEndpoint(info);
    endpoint.bind(domain.openAddressVector(AddressVectorAttributes.defaults()), 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
    return endpoint;
  }

  private static void sendTo(Endpoint endpoint, CompletionQueue queue, Fabric fabric) {
    FabricInfo info = EndpointParts.query("loopback");
    EndpointParts sender =
        EndpointParts.open(fabric, info, WaitObject.NONE).knowing(endpoint.name());
    MemorySegment buffer = Arena.ofAuto().allocate(8);
    endpoint.recv(buffer, 8, -1, 1);
    sender.opened().endpoint().inject(buffer, 8, sender.peer());
    queue.read(null, 0);
  }

  /** {@code java.nio}'s selector over pipes, the baseline in Java. */
  private static IntSupplier selector() throws IOException {
    Selector selector = Selector.open();
    for (int i = 0; i <= IDLE; i++) {
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false).register(selector, SelectionKey.OP_READ);
      if (i == IDLE) {
        pipe.sink().write(ByteBuffer.allocate(1));
      }
    }
    return () -> selectNow(selector);
  }

  private static int selectNow(Selector selector) {
    try {
      selector.selectedKeys().clear();
      return selector.selectNow();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}

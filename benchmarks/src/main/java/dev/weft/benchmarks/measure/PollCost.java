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
import dev.weft.fabric.poll.CompletionSelector;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Measures the cost of finding the one of many objects that is ready. */
final class PollCost {
  private static final int SLICE = 1_000;

  private PollCost() {}

  /**
   * Nanoseconds of one poll.
   *
   * @param name what polls: {@code nio}, {@code selector}, or a poll set of queues with this {@link
   *     WaitObject}
   */
  static double measure(String name, int members, long nanos) throws IOException {
    IntSupplier poll =
        switch (name) {
          case "nio" -> selectorOfPipes(members);
          case "selector" -> selector(queues(members, WaitObject.UNSPEC));
          default -> pollSet(queues(members, WaitObject.valueOf(name)));
        };
    return Median.ofSlices(1_000_000_000 + nanos, number -> slice(poll));
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

  private record Queues(Fabric fabric, Domain domain, List<CompletionQueue> all) {}

  /** Queues that each have an endpoint; an entry waits in the last one. */
  private static Queues queues(int count, WaitObject wait) {
    FabricInfo info = EndpointParts.query("loopback");
    Fabric fabric = Fabrics.open(info);
    Queues queues = new Queues(fabric, fabric.openDomain(info), new ArrayList<>());
    CompletionQueueAttributes attributes =
        CompletionQueueAttributes.builder()
            .format(CompletionFormat.TAGGED)
            .waitObject(wait)
            .build();
    Endpoint last = null;
    for (int i = 0; i < count; i++) {
      CompletionQueue queue = queues.domain.openCompletionQueue(attributes, i);
      queues.all.add(queue);
      last = enable(queues.domain, info, queue);
    }
    sendTo(last, queues.all.getLast(), fabric);
    return queues;
  }

  private static IntSupplier pollSet(Queues queues) {
    PollSet set = queues.domain.openPollSet(PollSetAttributes.defaults());
    queues.all.forEach(queue -> set.add(queue, 0));
    Object[] ready = new Object[queues.all.size()];
    return () -> set.poll(ready, ready.length);
  }

  private static IntSupplier selector(Queues queues) {
    CompletionSelector<Void> selector = queues.fabric.openSelector();
    queues.all.forEach(queue -> selector.register(queue, null));
    return () -> selector.selectNow(_ -> {});
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
  private static IntSupplier selectorOfPipes(int count) throws IOException {
    Selector selector = Selector.open();
    Pipe last = null;
    for (int i = 0; i < count; i++) {
      last = Pipe.open();
      last.source().configureBlocking(false).register(selector, SelectionKey.OP_READ);
    }
    last.sink().write(ByteBuffer.allocate(1));
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

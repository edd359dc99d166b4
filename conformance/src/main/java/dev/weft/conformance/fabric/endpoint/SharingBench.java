package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.that;

import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Arrivals;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Test fixture of shared contexts: two endpoints that share their receives, and one sender.
 *
 * <pre>{@code
 * sender ----> first  (queue of its own) ----.
 *    '-------> second (queue of its own) ----+--- shared receives
 * }</pre>
 */
final class SharingBench {
  private static final int SLOTS = 16;

  private final Bench bench;
  private final AddressVector vector;
  private final SharedReceiveContext receives;
  private final MemorySegment memory;
  private final QueueReader sent;
  private final Endpoint sender;
  private final Arrivals arrivals = new Arrivals(this::progress, this::settle);
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final List<QueueReader> queues = new ArrayList<>();

  static SharingBench open(Trial trial) {
    return new SharingBench(Bench.on(trial).hints(SharingBench::sharing).openDomainOnly());
  }

  private static FabricInfo sharing(FabricInfo hints) {
    return counting(hints, 1, EndpointAttributes.SHARED_CONTEXT);
  }

  private SharingBench(Bench bench) {
    this.bench = bench;
    vector = bench.openVector();
    receives = open(ReceiveAttributes.defaults());
    memory = bench.domain().allocate(SLOTS * Peer.SLOT);
    sent = new QueueReader(bench.openQueue());
    sender = opened(counting(1, 1), sent, vector);
    sender.enable();
    for (int i = 0; i < 2; i++) {
      queues.add(new QueueReader(bench.openQueue()));
      Endpoint endpoint = opened(bench.info(), queues.get(i), vector);
      endpoint.bind(receives, 0);
      endpoint.enable();
      endpoints.add(endpoint);
    }
  }

  private FabricInfo counting(long transmits, long receiveContexts) {
    return counting(bench.info(), transmits, receiveContexts);
  }

  private static FabricInfo counting(FabricInfo info, long transmits, long receiveContexts) {
    return info.toBuilder()
        .endpoint(
            info.endpoint().toBuilder()
                .transmitContextCount(transmits)
                .receiveContextCount(receiveContexts)
                .build())
        .build();
  }

  private Endpoint opened(FabricInfo info, QueueReader queue, AddressVector itsVector) {
    Endpoint endpoint = bench.keep(bench.domain().openEndpoint(info));
    endpoint.bind(itsVector, 0);
    endpoint.bind(queue.queue(), BindFlags.TRANSMIT | BindFlags.RECV);
    return endpoint;
  }

  SharedReceiveContext open(ReceiveAttributes attributes) {
    return bench.keep(bench.domain().openSharedReceiveContext(attributes, null));
  }

  SharedTransmitContext open(TransmitAttributes attributes) {
    return bench.keep(bench.domain().openSharedTransmitContext(attributes, null));
  }

  /** How many endpoints may share a transmit context. */
  long maxSharedTransmits() {
    return bench.domain().attributes().maxSharedTransmitEndpoints();
  }

  SharedReceiveContext receives() {
    return receives;
  }

  Endpoint endpoint(int index) {
    return endpoints.get(index);
  }

  /** A further endpoint with this count of receive contexts, neither shared nor enabled. */
  Endpoint unbound(long receiveContexts) {
    return opened(counting(1, receiveContexts), queues.getFirst(), vector);
  }

  Endpoint unboundWithItsOwnVector() {
    return opened(bench.info(), queues.getFirst(), bench.openVector());
  }

  /** An endpoint for a shared transmit context, with its completions at {@link #sent}. */
  Endpoint unboundSender(long size, long injectSize) {
    FabricInfo info = counting(EndpointAttributes.SHARED_CONTEXT, 1);
    TransmitAttributes attributes =
        info.transmit().toBuilder().size(size).injectSize(injectSize).build();
    return opened(info.toBuilder().transmit(attributes).build(), sent, vector);
  }

  MemorySegment slot(int index) {
    return memory.asSlice(index * Peer.SLOT, Peer.SLOT);
  }

  long handleOf(int index) {
    return vector.insert(endpoints.get(index).name());
  }

  /** Sends this many bytes to one of the two. */
  void send(int to, long length) {
    arrivals.post("send", () -> sender.inject(slot(SLOTS - 1), length, handleOf(to)));
  }

  void tsend(int to, long length, long tag) {
    arrivals.post("tsend", () -> sender.tinject(slot(SLOTS - 1), length, handleOf(to), tag));
  }

  /** The next entry of one of the two. */
  Entry receive(int index) {
    return arrivals.entry(queues.get(index));
  }

  /** The sender's next entry. */
  Entry transmitted() {
    return arrivals.entry(sent);
  }

  /** Waits until pending messages have arrived, without reading an entry. */
  void settle() {
    for (int i = 0; i < 20; i++) {
      progress();
      Bench.pause(i < 15 ? 0 : 1);
    }
  }

  private void progress() {
    queues.forEach(queue -> queue.queue().read(null, 0));
    sent.queue().read(null, 0);
  }

  void expectNothing() {
    queues.forEach(queue -> queue.expectEmpty("after everything was received"));
  }

  /** The only failure, reported by either of the two. */
  ErrorCompletion expectErrorAnywhere() {
    ErrorCompletion found = null;
    for (QueueReader queue : queues) {
      if (queue.readErr() == 1) {
        that(found == null, "both endpoints report a failure");
        found = queue.error();
      }
    }
    if (found == null) {
      throw new ClauseFailure("no endpoint reports a failure");
    }
    return found;
  }
}

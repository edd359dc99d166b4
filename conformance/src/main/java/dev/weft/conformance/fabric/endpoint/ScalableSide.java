package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;

import dev.weft.conformance.fabric.bench.Arrivals;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** A scalable endpoint with all its contexts, each with its own queue. */
final class ScalableSide {
  /** Contexts of each direction. */
  static final int CONTEXTS = 3;

  /** Bits of an address that select a context ({@code rx_ctx_bits}). */
  static final int BITS = 2;

  private static final CompletionQueueAttributes QUEUE =
      CompletionQueueAttributes.polling(CompletionFormat.TAGGED);

  /** A context and its queue. */
  record Context(Endpoint endpoint, QueueReader queue) {}

  private final Bench bench;
  private final Domain domain;
  private final AddressVector vector;
  private final ScalableEndpoint whole;
  private final Arrivals arrivals = new Arrivals(this::progress, this::progress);
  private final List<Context> transmits = new ArrayList<>();
  private final List<Context> receives = new ArrayList<>();
  private ScalableSide other;

  /** A side whose contexts are not open. */
  ScalableSide(Bench bench, Domain domain) {
    this.bench = bench;
    this.domain = domain;
    AddressVectorAttributes named =
        AddressVectorAttributes.builder().receiveContextBits(BITS).build();
    vector = bench.keep(domain.openAddressVector(named, null));
    whole = bench.keep(domain.openScalableEndpoint(bench.info(), null));
    whole.bind(vector, 0);
  }

  /** Opens and enables all contexts. */
  ScalableSide enable() {
    for (int i = 0; i < CONTEXTS; i++) {
      transmits.add(enabled(whole.openTransmitContext(i, null, null), BindFlags.TRANSMIT));
      receives.add(enabled(whole.openReceiveContext(i, null, null), BindFlags.RECV));
    }
    whole.enable();
    return this;
  }

  private Context enabled(Endpoint opened, long direction) {
    Endpoint endpoint = bench.keep(opened);
    QueueReader queue = new QueueReader(bench.keep(domain.openCompletionQueue(QUEUE)), 16);
    endpoint.bind(queue.queue(), direction);
    endpoint.enable();
    return new Context(endpoint, queue);
  }

  void know(ScalableSide peer) {
    other = peer;
  }

  ScalableSide other() {
    return other;
  }

  ScalableEndpoint whole() {
    return whole;
  }

  AddressVector vector() {
    return vector;
  }

  Context transmit(int index) {
    return transmits.get(index);
  }

  Context receive(int index) {
    return receives.get(index);
  }

  /** The handle of the other side, without a context index. */
  long peer() {
    return vector.insert(other.whole.name());
  }

  /** Posts a receive at a context. */
  void recv(int index, MemorySegment buffer, long context) {
    Endpoint endpoint = receive(index).endpoint();
    post("recv", () -> endpoint.recv(buffer, buffer.byteSize(), Messages.ANYBODY, context));
  }

  /** Sends from a context. */
  void send(int from, MemorySegment text, long destination, long context) {
    Endpoint endpoint = transmit(from).endpoint();
    post("send", () -> endpoint.send(text, text.byteSize(), destination, context));
  }

  void post(String call, IntSupplier post) {
    arrivals.post(call, post);
  }

  /** The next entry of a receive context. */
  Entry received(int index) {
    return arrivals.entry(receive(index).queue());
  }

  /** The next entry of a transmit context. */
  Entry sent(int index) {
    return arrivals.entry(transmit(index).queue());
  }

  /**
   * The index of the receive context that got the message; its receive has this context or one of
   * the next.
   */
  int whoReceived(long context) {
    HangDetector detector = new HangDetector();
    do {
      progress();
      for (int i = 0; i < CONTEXTS; i++) {
        QueueReader queue = receive(i).queue();
        if (queue.readFrom(1) > 0) {
          equal(context + i, queue.entriesFrom(1).getFirst().context(), "context");
          return i;
        }
      }
    } while (detector.lap());
    throw new ClauseFailure("no receive context took the message");
  }

  /** The next failure of a transmit context. */
  ErrorCompletion failed(int index) {
    return transmit(index).queue().expectError();
  }

  /** Fails if any queue of this side has an entry. */
  void expectNothing(String when) {
    for (int i = 0; i < 20; i++) {
      progress();
    }
    Bench.pause(2);
    transmits.forEach(context -> context.queue().expectEmpty(when));
    receives.forEach(context -> context.queue().expectEmpty(when));
  }

  /** Drives the progress of both sides. */
  void progress() {
    progressOwn();
    other.progressOwn();
  }

  private void progressOwn() {
    transmits.forEach(context -> context.queue().queue().read(null, 0));
    receives.forEach(context -> context.queue().queue().read(null, 0));
  }
}

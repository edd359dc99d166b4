package dev.weft.conformance.fabric;

import dev.weft.conformance.ClauseSkipped;
import dev.weft.conformance.Trial;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.AddressVectorAttributes;
import dev.weft.fabric.BindFlags;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.CompletionQueueAttributes;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.ProgressModel;
import dev.weft.fabric.QueryAnswer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What nearly every check starts with: a fabric, a domain and two enabled endpoints that know each
 * other, all opened as the check asks and closed when it ends.
 *
 * <pre>
 *     sender ──── messages ────&gt; receiver
 *       │                           │
 *   transmit queue             receive queue      (each peer has both, or one shared queue)
 * </pre>
 */
public final class Bench {

  private static final int SETTLING_READS = 50;

  private final BenchBuilder options;
  private final FabricInfo info;
  private final Fabric fabric;
  private final Domain domain;
  private Peer sender;
  private Peer receiver;

  /** Starts the description of a bench for this check. */
  public static BenchBuilder on(Trial trial) {
    return new BenchBuilder(trial);
  }

  static Bench openDomainOnly(BenchBuilder options) {
    return new Bench(options);
  }

  static Bench open(BenchBuilder options) {
    Bench bench = openDomainOnly(options);
    bench.sender = bench.openPeer();
    bench.receiver = bench.openPeer();
    bench.sender.handleOf(bench.receiver);
    bench.receiver.handleOf(bench.sender);
    return bench;
  }

  private Bench(BenchBuilder options) {
    this.options = options;
    info = offered(options);
    fabric = keep(Fabrics.open(info));
    domain = keep(fabric.openDomain(info));
  }

  private static FabricInfo offered(BenchBuilder options) {
    List<QueryAnswer> answers = Fabrics.explain(options.hints());
    return answers.stream()
        .flatMap(answer -> answer.infos().stream())
        .filter(options.wanted)
        .findFirst()
        .orElseThrow(() -> notOffered(answers, options));
  }

  private static ClauseSkipped notOffered(List<QueryAnswer> answers, BenchBuilder options) {
    String missing =
        answers.stream()
            .filter(answer -> answer.provider().equals(options.trial.provider()))
            .flatMap(answer -> answer.reasons().stream())
            .map(mismatch -> mismatch.attribute() + "=" + mismatch.asked())
            .collect(Collectors.joining(", "));
    return new ClauseSkipped("not offered: " + (missing.isEmpty() ? options.wantedName : missing));
  }

  public Fabric fabric() {
    return fabric;
  }

  public Domain domain() {
    return domain;
  }

  /** What the provider answered to the hints. */
  public FabricInfo info() {
    return info;
  }

  /** The first peer, which sends in most checks. */
  public Peer sender() {
    return sender;
  }

  /** The second peer, which receives in most checks. */
  public Peer receiver() {
    return receiver;
  }

  /** Closes the object when the check ends. */
  public <T extends AutoCloseable> T keep(T object) {
    return options.trial.closing(object);
  }

  /** Opens a queue as the builder said. */
  public CompletionQueue openQueue() {
    return openQueue(options.queue);
  }

  /** Opens another queue. */
  public CompletionQueue openQueue(CompletionQueueAttributes attributes) {
    return keep(domain.openCompletionQueue(attributes));
  }

  /** Opens an address vector as the builder said. */
  public AddressVector openVector() {
    return keep(
        domain.openAddressVector(
            AddressVectorAttributes.builder().type(options.vectorType).build(), null));
  }

  /** Opens a further peer with queues of its own. It knows nobody yet. */
  public Peer openPeer() {
    CompletionQueue transmitQueue = openQueue();
    return openPeer(transmitQueue, options.sharedQueue ? transmitQueue : openQueue());
  }

  /** Opens a further peer whose completions go to these queues. */
  public Peer openPeer(CompletionQueue transmitQueue, CompletionQueue receiveQueue) {
    AddressVector vector = openVector();
    Endpoint endpoint = keep(domain.openEndpoint(info));
    endpoint.bind(vector, 0);
    bindQueues(endpoint, transmitQueue, receiveQueue);
    options.furtherBinding.accept(this, endpoint);
    endpoint.enable();
    return new Peer(
        endpoint, vector, transmitQueue, receiveQueue, domain.allocate(Peer.SLOT * Peer.SLOTS));
  }

  /** Binds the queues with the flags that the builder said. */
  public void bindQueues(
      Endpoint endpoint, CompletionQueue transmitQueue, CompletionQueue receiveQueue) {
    if (transmitQueue.equals(receiveQueue) && options.transmitFlags == options.receiveFlags) {
      endpoint.bind(transmitQueue, BindFlags.TRANSMIT | BindFlags.RECV | options.transmitFlags);
      return;
    }
    endpoint.bind(transmitQueue, BindFlags.TRANSMIT | options.transmitFlags);
    endpoint.bind(receiveQueue, BindFlags.RECV | options.receiveFlags);
  }

  /** Passes one message with this context on both sides; leaves the receiver's entry unread. */
  public void deliver(long context) {
    deliver(sender, context);
  }

  /** {@link #deliver(long)} from another peer to the receiver. */
  public void deliver(Peer from, long context) {
    receiver.postReceive(context);
    from.send(receiver, context);
    if (!options.sharedQueue) {
      from.transmit().drain(1);
    }
    settle();
  }

  /**
   * Leaves entries with the contexts {@code first}, {@code first + 1} ... unread at the receiver.
   */
  public void fill(long first, int count) {
    for (int i = 0; i < count; i++) {
      deliver(first + i);
    }
  }

  /** Leaves a failed operation with this context in the receiver's receive queue. */
  public void fail(long context) {
    receiver.postReceive(context);
    receiver.cancel(context);
    settle();
  }

  /** Gives what has been posted the time to arrive, without taking an entry. */
  public void settle() {
    for (int i = 0; i < SETTLING_READS; i++) {
      sender.progress();
      receiver.progress();
    }
    if (info.domain().dataProgress() != ProgressModel.MANUAL) {
      pause(2);
    }
  }

  /** Sleeps. */
  public static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

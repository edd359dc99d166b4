package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.process.PeerProcess;
import dev.weft.conformance.process.PeerSide;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.ProgressModel;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Test fixture of most checks: a fabric, a domain and two enabled endpoints with each other's
 * addresses. The check configures them by {@link BenchBuilder}; they are closed when it ends.
 *
 * <pre>
 *     sender ──── messages ────&gt; receiver
 *       │                           │
 *   transmit queue             receive queue      (each peer has both, or one shared queue)
 * </pre>
 *
 * <p>If the provider's endpoints reach other processes, the sender lives in the peer process.
 */
public final class Bench {

  private static final int SETTLING_READS = 50;

  private final BenchBuilder options;
  private final FabricInfo info;
  private final FabricInfo receiverInfo;
  private final Side here;
  private final Arrivals arrivals = new Arrivals(this::progress, this::settle);
  private final List<Peer> peers = new CopyOnWriteArrayList<>();
  private PeerProcess process;
  private Side there;
  private Peer sender;
  private Peer receiver;

  /**
   * Fabric and domain of one process.
   *
   * @param source the address of its endpoints in offers, or null
   */
  private record Side(Fabric fabric, Domain domain, byte[] source) {

    /** The offer with the source address of this process. */
    FabricInfo own(FabricInfo offer) {
      return source == null ? offer : offer.toBuilder().sourceAddress(source).build();
    }
  }

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
    bench.receiver = bench.openPeer(bench.here, bench.receiverInfo);
    bench.sender.handleOf(bench.receiver);
    bench.receiver.handleOf(bench.sender);
    return bench;
  }

  private Bench(BenchBuilder options) {
    this.options = options;
    info = offered(options, options.hints());
    receiverInfo = offered(options, ofSameProvider(options.receiverHints()));
    here = openSide(Fabrics.open(info), info.sourceAddress());
  }

  /** The side in the peer process, if there is one; opened when first needed. */
  private Side there() {
    if (there == null) {
      process = options.oneProcess ? null : options.trial.peerProcess();
      there = process == null ? here : openSide(process.side());
    }
    return there;
  }

  private Side openSide(PeerSide side) {
    byte[] source = info.sourceAddress() == null ? null : side.sourceAddress(info);
    return openSide(side.open(info), source);
  }

  private Side openSide(Fabric fabric, byte[] source) {
    keep(fabric);
    return new Side(fabric, keep(fabric.openDomain(info)), source);
  }

  /** Layers on the provider, such as {@code ofi:tcp;ofi_rxm}, are not the provider itself. */
  private FabricInfo ofSameProvider(FabricInfo hints) {
    return hints.toBuilder().provider(info.fabric().providerName()).build();
  }

  private static FabricInfo offered(BenchBuilder options, FabricInfo hints) {
    List<InfoResult> answers = Fabrics.explain(hints);
    return answers.stream()
        .flatMap(answer -> answer.infos().stream())
        .filter(options.wanted)
        .min(Comparator.comparing(Bench::reachesOtherHosts))
        .orElseThrow(() -> notOffered(answers, options));
  }

  /** Both peers are on this host; a provider may have an offer for each network interface. */
  private static boolean reachesOtherHosts(FabricInfo offer) {
    return (offer.capabilities() & Capabilities.REMOTE_COMM) != 0;
  }

  private static ClauseSkipped notOffered(List<InfoResult> answers, BenchBuilder options) {
    String missing =
        answers.stream()
            .filter(answer -> isFor(answer, options.trial.provider()))
            .flatMap(answer -> answer.reasons().stream())
            .map(mismatch -> mismatch.attribute() + "=" + mismatch.asked())
            .collect(Collectors.joining(", "));
    return new ClauseSkipped("not offered: " + (missing.isEmpty() ? options.wantedName : missing));
  }

  /** Whether a provider has this name, or stands for several ({@code ofi} for {@code ofi:tcp}). */
  private static boolean isFor(InfoResult answer, String name) {
    return name.equals(answer.provider()) || name.startsWith(answer.provider() + ":");
  }

  /** The fabric of the receiver. */
  public Fabric fabric() {
    return here.fabric();
  }

  /** The domain of the receiver, and of the sender unless that is in the peer process. */
  public Domain domain() {
    return here.domain();
  }

  /** The domain of the sender. */
  public Domain senderDomain() {
    return there().domain();
  }

  /** Memory for messages, which either peer may use; zeroed. */
  public MemorySegment memory(long bytes) {
    return process == null ? domain().allocate(bytes) : process.allocate(bytes);
  }

  /** The provider's answer to the hints. */
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

  /** Opens a queue with the builder's attributes. */
  public CompletionQueue openQueue() {
    return openQueue(options.queue);
  }

  /** Opens a queue with these attributes. */
  public CompletionQueue openQueue(CompletionQueueAttributes attributes) {
    return keep(domain().openCompletionQueue(attributes));
  }

  /** Opens an address vector with the builder's attributes. */
  public AddressVector openVector() {
    return openVector(here);
  }

  private AddressVector openVector(Side side) {
    return keep(
        side.domain()
            .openAddressVector(
                AddressVectorAttributes.builder().type(options.vectorType).build(), null));
  }

  /**
   * Opens a further peer in the sender's domain with its own queues and an empty address vector.
   */
  public Peer openPeer() {
    return openPeer(there());
  }

  /** Opens a further peer like {@link #openPeer()}, but in the receiver's domain. */
  public Peer openPeerBesideReceiver() {
    return openPeer(here);
  }

  private Peer openPeer(Side side) {
    return openPeer(side, info);
  }

  private Peer openPeer(Side side, FabricInfo offer) {
    CompletionQueue transmitQueue = keep(side.domain().openCompletionQueue(options.queue));
    CompletionQueue receiveQueue =
        options.sharedQueue
            ? transmitQueue
            : keep(side.domain().openCompletionQueue(options.queue));
    return openPeer(side, offer, transmitQueue, receiveQueue);
  }

  /** Opens a further peer in the receiver's domain, whose completions go to these queues. */
  public Peer openPeer(CompletionQueue transmitQueue, CompletionQueue receiveQueue) {
    return openPeer(here, info, transmitQueue, receiveQueue);
  }

  private Peer openPeer(
      Side side, FabricInfo offer, CompletionQueue transmitQueue, CompletionQueue receiveQueue) {
    AddressVector vector = openVector(side);
    Endpoint endpoint = keep(side.domain().openEndpoint(side.own(offer)));
    endpoint.bind(vector, 0);
    bindQueues(endpoint, transmitQueue, receiveQueue);
    options.furtherBinding.accept(side.domain(), endpoint);
    endpoint.enable();
    return peer(endpoint, vector, transmitQueue, receiveQueue);
  }

  /** A further peer, whose endpoint the caller has bound and enabled. */
  public Peer peer(
      Endpoint endpoint,
      AddressVector vector,
      CompletionQueue transmitQueue,
      CompletionQueue receiveQueue) {
    MemorySegment memory = memory(Peer.SLOT * Peer.SLOTS);
    Peer peer =
        new Peer(
            endpoint,
            vector,
            transmitQueue,
            receiveQueue,
            memory,
            this::progressOfAll,
            options.trial.needsProgressOfPeers());
    peers.add(peer);
    return peer;
  }

  /** Peers that connect need the progress of both before a post is accepted. */
  private void progressOfAll() {
    peers.stream().filter(Peer::isOpen).forEach(Peer::progress);
  }

  /** Binds the queues with the builder's flags. */
  public void bindQueues(
      Endpoint endpoint, CompletionQueue transmitQueue, CompletionQueue receiveQueue) {
    if (transmitQueue.equals(receiveQueue) && options.transmitFlags == options.receiveFlags) {
      endpoint.bind(transmitQueue, BindFlags.TRANSMIT | BindFlags.RECV | options.transmitFlags);
      return;
    }
    endpoint.bind(transmitQueue, BindFlags.TRANSMIT | options.transmitFlags);
    endpoint.bind(receiveQueue, BindFlags.RECV | options.receiveFlags);
  }

  /** Sends one message with this context on both sides; leaves the receiver's entry unread. */
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

  /** Posts and waits for both peers. */
  public Arrivals arrivals() {
    return arrivals;
  }

  /** Drives the progress of both peers without reading an entry. */
  public void progress() {
    sender.progress();
    receiver.progress();
  }

  /** Sends one message to this peer; its entry stays unread. */
  public void message(Peer to, long context) {
    to.postReceive(context);
    sender.send(to, context);
    sender.transmit().drain(1);
  }

  /** Sends one message to this peer that its receive is too short for; its error stays unread. */
  public void truncated(Peer to, long context) {
    MemorySegment half = to.slot(context).asSlice(0, Long.BYTES / 2);
    to.accepted("recv", () -> to.endpoint().recv(half, half.byteSize(), Messages.ANYBODY, context));
    sender.send(to, context);
    sender.transmit().drain(1);
  }

  /** Waits until posted operations have arrived, without reading an entry. */
  public void settle() {
    for (int i = 0; i < SETTLING_READS; i++) {
      progress();
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

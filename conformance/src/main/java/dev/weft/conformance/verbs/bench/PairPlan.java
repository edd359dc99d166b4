package dev.weft.conformance.verbs.bench;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;

/**
 * Configures the queue pairs of a check. Defaults: 128 requests each way, 4 buffers each, all
 * access rights for peers, unlimited RNR retries.
 */
public final class PairPlan {
  /** The queue key of all datagram pairs. */
  public static final int QKEY = 0x11223344;

  private static final int REQUESTS = 128;
  private static final int BUFFERS = 4;
  private static final int INLINE_BYTES = 64;
  private static final int FIRST_PSN = 0xFFFFF0;

  private final VerbsBench bench;
  private final QueuePairType type;
  private CompletionQueue sendQueue;
  private CompletionQueue receiveQueue;
  private SharedReceiveQueue shared;
  private ReliableDatagramDomain reliableDomain;
  private ProtectionDomain domain;
  private boolean signalAll;
  private boolean senderHere;
  private boolean receiverThere;
  private int access = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE;
  private int partitionKey;
  private int rnrRetry = 7;
  private int retryCount = 7;
  private int timeout = 17;
  private int receiveNumber = FIRST_PSN;
  private Mtu mtu = Mtu.MTU_4096;
  private QueuePairCapabilities receiverCapabilities;
  private QueuePairCapabilities capabilities =
      new QueuePairCapabilities(REQUESTS, REQUESTS, BUFFERS, BUFFERS, INLINE_BYTES);

  PairPlan(VerbsBench bench, QueuePairType type) {
    this.bench = bench;
    this.type = type;
  }

  /** Sets the completion queue of the sender's sends; the sender then lives in this process. */
  public PairPlan sendQueue(CompletionQueue queue) {
    sendQueue = queue;
    return senderHere();
  }

  /** Sets the completion queue of the receiver's receives. */
  public PairPlan receiveQueue(CompletionQueue queue) {
    receiveQueue = queue;
    return this;
  }

  /** Sets the receiver's shared receive queue. */
  public PairPlan shared(SharedReceiveQueue queue) {
    shared = queue;
    return this;
  }

  /** Sets the domain of the queue pairs in this process, instead of the bench's. */
  public PairPlan domain(ProtectionDomain domain) {
    this.domain = domain;
    return this;
  }

  /** Sets the domain of reliable datagram pairs. */
  PairPlan reliableDomain(ReliableDatagramDomain domain) {
    reliableDomain = domain;
    return this;
  }

  public PairPlan signalAll() {
    signalAll = true;
    return this;
  }

  /**
   * Puts the sender, which is under check, into this process and the receiver into the other one.
   */
  public PairPlan senderHere() {
    senderHere = true;
    receiverThere = receiveQueue == null && shared == null;
    return this;
  }

  /** Puts both into this process. */
  public PairPlan bothHere() {
    senderHere = true;
    receiverThere = false;
    return this;
  }

  /** Sets the access flags of the queue pairs. */
  public PairPlan access(int access) {
    this.access = access;
    return this;
  }

  /** Sets {@code pkey_index}, 0 by default. */
  public PairPlan partitionKey(int index) {
    partitionKey = index;
    return this;
  }

  public PairPlan rnrRetry(int times) {
    rnrRetry = times;
    return this;
  }

  public PairPlan retries(int times, int timeout) {
    retryCount = times;
    this.timeout = timeout;
    return this;
  }

  /** Sets {@code rq_psn} this far from the peer's {@code sq_psn}. */
  public PairPlan receiveNumber(int ahead) {
    receiveNumber = (FIRST_PSN + ahead) & 0xFFFFFF;
    return this;
  }

  public PairPlan mtu(Mtu mtu) {
    this.mtu = mtu;
    return this;
  }

  public PairPlan capabilities(QueuePairCapabilities capabilities) {
    this.capabilities = capabilities;
    return this;
  }

  /** Sets the capabilities of the receiver alone. */
  public PairPlan receiverCapabilities(QueuePairCapabilities capabilities) {
    receiverCapabilities = capabilities;
    return this;
  }

  /** Opens both and brings them to RTS. */
  public Pair open() {
    Pair pair = openReset();
    connect(pair.sender(), pair.receiver());
    connect(pair.receiver(), pair.sender());
    return pair;
  }

  /** Opens both and leaves them in RESET. */
  public Pair openReset() {
    Station first = senderHere ? bench.here() : bench.there();
    Station second = receiverThere ? bench.there() : bench.here();
    SharedReceiveQueue receives = shared;
    shared = null;
    Party sender = party(first, sendQueue, null);
    shared = receives;
    capabilities = receiverCapabilities == null ? capabilities : receiverCapabilities;
    return new Pair(sender, party(second, null, receiveQueue));
  }

  /** Creates one queue pair in RESET; creates queues where they are null. */
  public Party party(Station station, CompletionQueue sends, CompletionQueue receives) {
    CompletionQueue sending = sends == null ? bench.queueAt(station) : sends;
    CompletionQueue receiving = receives == null ? bench.queueAt(station) : receives;
    QueuePairInit init =
        QueuePairInit.builder(type)
            .sendCq(sending)
            .receiveCq(receiving)
            .sharedReceiveQueue(shared)
            .reliableDatagramDomain(reliableDomain)
            .capabilities(capabilities)
            .signalAll(signalAll)
            .port(1)
            .build();
    ProtectionDomain from = domain != null && station.isHere() ? domain : station.domain();
    return new Party(bench, station, bench.pair(from, init), this);
  }

  /** Brings a queue pair from RESET to RTS, connected to its peer. */
  public void connect(Party party, Party peer) {
    party.modified(toInit());
    party.modified(toReceive(party, peer));
    party.modified(toSend(party));
    party.meet(peer);
  }

  /** RESET to INIT; management pairs have their port already. */
  public QueuePairAttributes toInit() {
    var attributes =
        QueuePairAttributes.builder().state(QueuePairState.INIT).pkeyIndex(partitionKey);
    if (isDatagram()) {
      attributes.qkey(QKEY);
    } else {
      attributes.accessFlags(access);
    }
    return (isManagement() ? attributes : attributes.port(1)).build();
  }

  /** INIT to RTR. */
  public QueuePairAttributes toReceive(Party party, Party peer) {
    var attributes = QueuePairAttributes.builder().state(QueuePairState.RTR);
    if (isDatagram()) {
      return attributes.build();
    }
    attributes
        .addressVector(party.station().pathTo(peer.station()))
        .pathMtu(party.station().atMost(mtu))
        .destinationQpn(peer.number())
        .receivePsn(receiveNumber);
    if (isReliable()) {
      attributes.maxDestinationReadAtomic(limits().maxQpReadAtomic()).minRnrTimer(1);
    }
    return attributes.build();
  }

  /** RTR to RTS. */
  public QueuePairAttributes toSend(Party party) {
    var attributes = QueuePairAttributes.builder().state(QueuePairState.RTS).sendPsn(FIRST_PSN);
    if (isReliable()) {
      attributes
          .timeout(timeout)
          .retryCount(retryCount)
          .rnrRetry(rnrRetry)
          .maxReadAtomic(limits().maxQpInitiatedReadAtomic());
    }
    return attributes.build();
  }

  boolean isDatagram() {
    return type == QueuePairType.UD || isManagement();
  }

  private boolean isManagement() {
    return type == QueuePairType.SMI || type == QueuePairType.GSI;
  }

  private boolean isReliable() {
    return type == QueuePairType.RC;
  }

  private DeviceAttributes limits() {
    return bench.device();
  }
}

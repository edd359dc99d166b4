package dev.weft.verbs.attributes;

import dev.weft.argument.AttributeText;
import dev.weft.verbs.QueuePair;

/**
 * {@code struct ibv_qp_attr}: attributes of a queue pair, immutable. The builder records which were
 * set, so that {@link QueuePair#modify(QueuePairAttributes)} needs no mask.
 */
public final class QueuePairAttributes {

  private final Builder values;

  private QueuePairAttributes(Builder values) {
    this.values = values;
  }

  /** An empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with the same attributes set. */
  public Builder toBuilder() {
    return new Builder(values);
  }

  /** {@link QueuePairAttributeMask} of the attributes that were set. */
  public int mask() {
    return values.mask;
  }

  /** {@code qp_state}: the new state. */
  public QueuePairState state() {
    return values.state;
  }

  /** {@code cur_qp_state}: the expected current state: RTR, RTS, SQD or SQE. */
  public QueuePairState currentState() {
    return values.currentState;
  }

  /** {@code en_sqd_async_notify}: whether an event is raised when the send queue has drained. */
  public boolean notifyDrained() {
    return values.notifyDrained;
  }

  /**
   * {@code sq_draining}: whether a queue pair in SQD still has sends under way. Set by {@link
   * QueuePair#query} only.
   */
  public boolean sendQueueDraining() {
    return values.sendQueueDraining;
  }

  /** {@code qp_access_flags}: the {@link RegionAccess} granted to peers. */
  public int accessFlags() {
    return values.accessFlags;
  }

  /** {@code pkey_index}: index of the partition key in the port's table. */
  public int pkeyIndex() {
    return values.pkeyIndex;
  }

  /** {@code port_num}: the local port. */
  public int port() {
    return values.port;
  }

  /** {@code qkey}: the key that datagrams must carry. */
  public int qkey() {
    return values.qkey;
  }

  /** {@code ah_attr}: path to the peer. */
  public AddressHandleAttributes addressVector() {
    return values.addressVector;
  }

  /** {@code path_mtu}: maximum payload of a packet. */
  public Mtu pathMtu() {
    return values.pathMtu;
  }

  /** {@code timeout}: retry after 4.096 us * 2^this without a response; 0 for never (VQ-25). */
  public int timeout() {
    return values.timeout;
  }

  /** {@code retry_cnt}: retries without a response, 0 to 7. */
  public int retryCount() {
    return values.retryCount;
  }

  /** {@code rnr_retry}: retries without a posted receive, 0 to 6; 7 for no limit (VQ-24). */
  public int rnrRetry() {
    return values.rnrRetry;
  }

  /** {@code rq_psn}: sequence number of the first packet to receive, 24 bits. */
  public int receivePsn() {
    return values.receivePsn;
  }

  /**
   * {@code max_rd_atomic}: outstanding reads and atomics as requester; if 0, they complete with
   * {@code IBV_WC_LOC_QP_OP_ERR} (VQ-43b).
   */
  public int maxReadAtomic() {
    return values.maxReadAtomic;
  }

  /**
   * {@code alt_ah_attr}: the alternate path, of devices with {@link
   * DeviceCapabilities#AUTO_PATH_MIG}.
   */
  public AddressHandleAttributes alternatePath() {
    return values.alternatePath;
  }

  /**
   * {@code min_rnr_timer}: code of {@link RnrTimer}, sent to a peer whose message found no receive.
   */
  public int minRnrTimer() {
    return values.minRnrTimer;
  }

  /** {@code sq_psn}: sequence number of the first packet to send, 24 bits. */
  public int sendPsn() {
    return values.sendPsn;
  }

  /** {@code max_dest_rd_atomic}: outstanding reads and atomics as responder. */
  public int maxDestinationReadAtomic() {
    return values.maxDestinationReadAtomic;
  }

  /** {@code path_mig_state}, of the same devices. */
  public PathMigrationState pathMigration() {
    return values.pathMigration;
  }

  /** {@code cap}: the capacities. */
  public QueuePairCapabilities capabilities() {
    return values.capabilities;
  }

  /** {@code dest_qp_num}: the peer's queue pair, 24 bits. */
  public int destinationQpn() {
    return values.destinationQpn;
  }

  /** {@code rate_limit}: kilobits per second; 0 for none. */
  public int rateLimit() {
    return values.rateLimit;
  }

  /** A line for each field that a query of a connected queue pair is read for. */
  @Override
  public String toString() {
    return new AttributeText("ibv_qp_attr")
        .field("qp_state", state())
        .field("qp_access_flags", RegionAccess.describe(accessFlags()))
        .field("port_num", port())
        .field("path_mtu", pathMtu())
        .field("dest_qp_num", destinationQpn())
        .field("rq_psn, sq_psn", receivePsn() + ", " + sendPsn())
        .field("timeout", timeout())
        .field("retry_cnt, rnr_retry", retryCount() + ", " + rnrRetry())
        .field("min_rnr_timer", minRnrTimer())
        .field("max_rd_atomic", maxReadAtomic())
        .field("max_dest_rd_atomic", maxDestinationReadAtomic())
        .field("cap", capabilities())
        .toString();
  }

  /** Builds {@link QueuePairAttributes}. Each setter sets its bit of the mask. */
  public static final class Builder {

    private int mask;
    private QueuePairState state;
    private QueuePairState currentState;
    private boolean notifyDrained;
    private boolean sendQueueDraining;
    private int accessFlags;
    private int pkeyIndex;
    private int port;
    private int qkey;
    private AddressHandleAttributes addressVector;
    private Mtu pathMtu;
    private int timeout;
    private int retryCount;
    private int rnrRetry;
    private int receivePsn;
    private int maxReadAtomic;
    private AddressHandleAttributes alternatePath;
    private int minRnrTimer;
    private int sendPsn;
    private int maxDestinationReadAtomic;
    private PathMigrationState pathMigration;
    private QueuePairCapabilities capabilities;
    private int destinationQpn;
    private int rateLimit;

    private Builder() {}

    private Builder(Builder other) {
      mask = other.mask;
      state = other.state;
      currentState = other.currentState;
      notifyDrained = other.notifyDrained;
      sendQueueDraining = other.sendQueueDraining;
      accessFlags = other.accessFlags;
      pkeyIndex = other.pkeyIndex;
      port = other.port;
      qkey = other.qkey;
      addressVector = other.addressVector;
      pathMtu = other.pathMtu;
      timeout = other.timeout;
      retryCount = other.retryCount;
      rnrRetry = other.rnrRetry;
      receivePsn = other.receivePsn;
      maxReadAtomic = other.maxReadAtomic;
      alternatePath = other.alternatePath;
      minRnrTimer = other.minRnrTimer;
      sendPsn = other.sendPsn;
      maxDestinationReadAtomic = other.maxDestinationReadAtomic;
      pathMigration = other.pathMigration;
      capabilities = other.capabilities;
      destinationQpn = other.destinationQpn;
      rateLimit = other.rateLimit;
    }

    /** {@code qp_state}. */
    public Builder state(QueuePairState state) {
      this.state = state;
      return set(QueuePairAttributeMask.STATE);
    }

    /** {@code cur_qp_state}. */
    public Builder currentState(QueuePairState currentState) {
      this.currentState = currentState;
      return set(QueuePairAttributeMask.CUR_STATE);
    }

    /** {@code en_sqd_async_notify}. */
    public Builder notifyDrained(boolean notifyDrained) {
      this.notifyDrained = notifyDrained;
      return set(QueuePairAttributeMask.EN_SQD_ASYNC_NOTIFY);
    }

    /** {@code sq_draining}: an output of {@link QueuePair#query}, which no mask selects. */
    public Builder sendQueueDraining(boolean draining) {
      this.sendQueueDraining = draining;
      return this;
    }

    /** {@code qp_access_flags}. */
    public Builder accessFlags(int accessFlags) {
      this.accessFlags = accessFlags;
      return set(QueuePairAttributeMask.ACCESS_FLAGS);
    }

    /** {@code pkey_index}. */
    public Builder pkeyIndex(int pkeyIndex) {
      this.pkeyIndex = pkeyIndex;
      return set(QueuePairAttributeMask.PKEY_INDEX);
    }

    /** {@code port_num}. */
    public Builder port(int port) {
      this.port = port;
      return set(QueuePairAttributeMask.PORT);
    }

    /** {@code qkey}. */
    public Builder qkey(int qkey) {
      this.qkey = qkey;
      return set(QueuePairAttributeMask.QKEY);
    }

    /** {@code ah_attr}. */
    public Builder addressVector(AddressHandleAttributes addressVector) {
      this.addressVector = addressVector;
      return set(QueuePairAttributeMask.AV);
    }

    /** {@code path_mtu}. */
    public Builder pathMtu(Mtu pathMtu) {
      this.pathMtu = pathMtu;
      return set(QueuePairAttributeMask.PATH_MTU);
    }

    /** {@code timeout}. */
    public Builder timeout(int timeout) {
      this.timeout = timeout;
      return set(QueuePairAttributeMask.TIMEOUT);
    }

    /** {@code retry_cnt}. */
    public Builder retryCount(int retryCount) {
      this.retryCount = retryCount;
      return set(QueuePairAttributeMask.RETRY_CNT);
    }

    /** {@code rnr_retry}. */
    public Builder rnrRetry(int rnrRetry) {
      this.rnrRetry = rnrRetry;
      return set(QueuePairAttributeMask.RNR_RETRY);
    }

    /** {@code rq_psn}. */
    public Builder receivePsn(int receivePsn) {
      this.receivePsn = receivePsn;
      return set(QueuePairAttributeMask.RQ_PSN);
    }

    /** {@code max_rd_atomic}. */
    public Builder maxReadAtomic(int maxReadAtomic) {
      this.maxReadAtomic = maxReadAtomic;
      return set(QueuePairAttributeMask.MAX_QP_RD_ATOMIC);
    }

    /** {@code alt_ah_attr}. */
    public Builder alternatePath(AddressHandleAttributes alternatePath) {
      this.alternatePath = alternatePath;
      return set(QueuePairAttributeMask.ALT_PATH);
    }

    /** {@code min_rnr_timer}. */
    public Builder minRnrTimer(int minRnrTimer) {
      this.minRnrTimer = minRnrTimer;
      return set(QueuePairAttributeMask.MIN_RNR_TIMER);
    }

    /** {@code sq_psn}. */
    public Builder sendPsn(int sendPsn) {
      this.sendPsn = sendPsn;
      return set(QueuePairAttributeMask.SQ_PSN);
    }

    /** {@code max_dest_rd_atomic}. */
    public Builder maxDestinationReadAtomic(int maxDestinationReadAtomic) {
      this.maxDestinationReadAtomic = maxDestinationReadAtomic;
      return set(QueuePairAttributeMask.MAX_DEST_RD_ATOMIC);
    }

    /** {@code path_mig_state}. */
    public Builder pathMigration(PathMigrationState pathMigration) {
      this.pathMigration = pathMigration;
      return set(QueuePairAttributeMask.PATH_MIG_STATE);
    }

    /** {@code cap}. */
    public Builder capabilities(QueuePairCapabilities capabilities) {
      this.capabilities = capabilities;
      return set(QueuePairAttributeMask.CAP);
    }

    /** {@code dest_qp_num}. */
    public Builder destinationQpn(int destinationQpn) {
      this.destinationQpn = destinationQpn;
      return set(QueuePairAttributeMask.DEST_QPN);
    }

    /** {@code rate_limit}. */
    public Builder rateLimit(int rateLimit) {
      this.rateLimit = rateLimit;
      return set(QueuePairAttributeMask.RATE_LIMIT);
    }

    /**
     * Replaces the selection. {@link QueuePair#query} selects nothing, so that only what is set
     * afterwards is modified.
     *
     * @param mask {@link QueuePairAttributeMask}
     */
    public Builder mask(int mask) {
      this.mask = mask;
      return this;
    }

    private Builder set(int bit) {
      mask |= bit;
      return this;
    }

    /** Builds the attributes. */
    public QueuePairAttributes build() {
      return new QueuePairAttributes(new Builder(this));
    }
  }
}

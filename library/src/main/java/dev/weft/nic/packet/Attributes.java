package dev.weft.nic.packet;

/**
 * {@code struct ibv_qp_attr} as far as the engine uses it, with the masks of {@code enum
 * ibv_qp_attr_mask}. Holds the argument of {@code ibv_modify_qp(3)} and the current values of a
 * queue pair.
 */
public final class Attributes {
  /** {@code IBV_QP_STATE}. */
  public static final int STATE = 1;

  /** {@code IBV_QP_CUR_STATE}. */
  public static final int CURRENT_STATE = 2;

  /** {@code IBV_QP_EN_SQD_ASYNC_NOTIFY}. */
  public static final int DRAIN_NOTIFICATION = 4;

  /** {@code IBV_QP_ACCESS_FLAGS}. */
  public static final int ACCESS = 8;

  /** {@code IBV_QP_PKEY_INDEX}. */
  public static final int PARTITION_KEY_INDEX = 0x10;

  /** {@code IBV_QP_PORT}. */
  public static final int PORT = 0x20;

  /** {@code IBV_QP_QKEY}. */
  public static final int QUEUE_KEY = 0x40;

  /** {@code IBV_QP_AV}. */
  public static final int ADDRESS = 0x80;

  /** {@code IBV_QP_PATH_MTU}. */
  public static final int PATH_MTU = 0x100;

  /** {@code IBV_QP_TIMEOUT}. */
  public static final int TIMEOUT = 0x200;

  /** {@code IBV_QP_RETRY_CNT}. */
  public static final int RETRIES = 0x400;

  /** {@code IBV_QP_RNR_RETRY}. */
  public static final int NOT_READY_RETRIES = 0x800;

  /** {@code IBV_QP_RQ_PSN}. */
  public static final int RECEIVE_NUMBER = 0x1000;

  /** {@code IBV_QP_MAX_QP_RD_ATOMIC}. */
  public static final int MAX_READS = 0x2000;

  /** {@code IBV_QP_ALT_PATH}. */
  public static final int ALTERNATE_PATH = 0x4000;

  /** {@code IBV_QP_MIN_RNR_TIMER}. */
  public static final int NOT_READY_TIMER = 0x8000;

  /** {@code IBV_QP_SQ_PSN}. */
  public static final int SEND_NUMBER = 0x1_0000;

  /** {@code IBV_QP_MAX_DEST_RD_ATOMIC}. */
  public static final int MAX_READS_SERVED = 0x2_0000;

  /** {@code IBV_QP_PATH_MIG_STATE}. */
  public static final int MIGRATION = 0x4_0000;

  /** {@code IBV_QP_CAP}. */
  public static final int CAPABILITIES = 0x8_0000;

  /** {@code IBV_QP_DEST_QPN}. */
  public static final int PEER = 0x10_0000;

  /** {@code IBV_QP_RATE_LIMIT}. */
  public static final int RATE_LIMIT = 1 << 25;

  /** {@code rnr_retry}: unlimited. */
  public static final int FOR_EVER = 7;

  /** {@code qp_state}, a number of {@link States}. */
  public int state;

  /** {@code cur_qp_state}. */
  public int currentState;

  /** {@code en_sqd_async_notify}. */
  public boolean drainNotification;

  /** {@code sq_draining}. */
  public boolean draining;

  /** {@code qp_access_flags}. */
  public int access;

  /** {@code pkey_index}. */
  public int partitionKeyIndex;

  /** {@code port_num}. */
  public int port;

  /** {@code qkey}. */
  public int queueKey;

  /** {@code ah_attr}: whether the address belongs to a port of this device. */
  public boolean reachable;

  /** {@code ah_attr}: the path, which an end-to-end context sends to its peer. */
  public Destination path;

  /** {@code path_mtu}: 1 to 5. */
  public int pathMtu;

  /** {@code dest_qp_num}. */
  public int peer;

  /** {@code rq_psn}. */
  public int receiveNumber;

  /** {@code sq_psn}. */
  public int sendNumber;

  /** {@code max_rd_atomic}. */
  public int maxReads;

  /** {@code max_dest_rd_atomic}. */
  public int maxReadsServed;

  /** {@code min_rnr_timer}: 0 to 31. */
  public int notReadyTimer;

  /** {@code timeout}: 0 to 31. */
  public int timeout;

  /** {@code retry_cnt}: 0 to 7. */
  public int retries;

  /** {@code rnr_retry}: 0 to 7. */
  public int notReadyRetries;

  /** Creates attributes without values. */
  public Attributes() {}

  /** Time to wait for a response; 0 for no limit. */
  public long timeoutNanos() {
    return timeout == 0 ? 0 : 4096L << timeout;
  }

  /**
   * Copies the attributes in the mask, except the state. Each transition to SQD must request the
   * drain notification again.
   */
  public void takeFrom(Attributes other, int mask) {
    boolean asked = (mask & DRAIN_NOTIFICATION) != 0 && other.drainNotification;
    drainNotification = (mask & STATE) != 0 ? asked : drainNotification;
    access = (mask & ACCESS) != 0 ? other.access : access;
    partitionKeyIndex =
        (mask & PARTITION_KEY_INDEX) != 0 ? other.partitionKeyIndex : partitionKeyIndex;
    port = (mask & PORT) != 0 ? other.port : port;
    queueKey = (mask & QUEUE_KEY) != 0 ? other.queueKey : queueKey;
    takePath(other, mask);
    receiveNumber =
        (mask & RECEIVE_NUMBER) != 0 ? other.receiveNumber & SequenceNumbers.MASK : receiveNumber;
    sendNumber = (mask & SEND_NUMBER) != 0 ? other.sendNumber & SequenceNumbers.MASK : sendNumber;
    maxReads = (mask & MAX_READS) != 0 ? other.maxReads : maxReads;
    maxReadsServed = (mask & MAX_READS_SERVED) != 0 ? other.maxReadsServed : maxReadsServed;
    takeTimes(other, mask);
  }

  private void takePath(Attributes other, int mask) {
    reachable = (mask & ADDRESS) != 0 ? other.reachable : reachable;
    path = (mask & ADDRESS) != 0 ? other.path : path;
    pathMtu = (mask & PATH_MTU) != 0 ? other.pathMtu : pathMtu;
    peer = (mask & PEER) != 0 ? other.peer & SequenceNumbers.MASK : peer;
  }

  private void takeTimes(Attributes other, int mask) {
    notReadyTimer = (mask & NOT_READY_TIMER) != 0 ? other.notReadyTimer : notReadyTimer;
    timeout = (mask & TIMEOUT) != 0 ? other.timeout : timeout;
    retries = (mask & RETRIES) != 0 ? other.retries : retries;
    notReadyRetries = (mask & NOT_READY_RETRIES) != 0 ? other.notReadyRetries : notReadyRetries;
  }

  /** Copies all values. */
  public void copyTo(Attributes other) {
    other.takeFrom(this, ~0);
    other.state = state;
    other.currentState = state;
  }

  /** Whether a read or atomic may be sent. If none is allowed at all, it is sent and fails. */
  public boolean mayFetch(int underWay) {
    return underWay < Math.max(1, maxReads);
  }
}

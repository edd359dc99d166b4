package dev.weft.nic.packet;

import static dev.weft.nic.packet.Attributes.ACCESS;
import static dev.weft.nic.packet.Attributes.ADDRESS;
import static dev.weft.nic.packet.Attributes.CURRENT_STATE;
import static dev.weft.nic.packet.Attributes.DRAIN_NOTIFICATION;
import static dev.weft.nic.packet.Attributes.MAX_READS;
import static dev.weft.nic.packet.Attributes.MAX_READS_SERVED;
import static dev.weft.nic.packet.Attributes.NOT_READY_RETRIES;
import static dev.weft.nic.packet.Attributes.NOT_READY_TIMER;
import static dev.weft.nic.packet.Attributes.PARTITION_KEY_INDEX;
import static dev.weft.nic.packet.Attributes.PATH_MTU;
import static dev.weft.nic.packet.Attributes.PEER;
import static dev.weft.nic.packet.Attributes.PORT;
import static dev.weft.nic.packet.Attributes.QUEUE_KEY;
import static dev.weft.nic.packet.Attributes.RECEIVE_NUMBER;
import static dev.weft.nic.packet.Attributes.RETRIES;
import static dev.weft.nic.packet.Attributes.SEND_NUMBER;
import static dev.weft.nic.packet.Attributes.STATE;
import static dev.weft.nic.packet.Attributes.TIMEOUT;

/**
 * {@code enum ibv_qp_state}, and its legal transitions with their attributes (VQ-43), without those
 * of path migration.
 */
public final class States {
  /** {@code IBV_QPS_RESET}. */
  public static final int RESET = 0;

  /** {@code IBV_QPS_INIT}. */
  public static final int INIT = 1;

  /** {@code IBV_QPS_RTR}. */
  public static final int READY_TO_RECEIVE = 2;

  /** {@code IBV_QPS_RTS}. */
  public static final int READY_TO_SEND = 3;

  /** {@code IBV_QPS_SQD}. */
  public static final int SEND_QUEUE_DRAINED = 4;

  /** {@code IBV_QPS_SQE}. */
  public static final int SEND_QUEUE_ERROR = 5;

  /** {@code IBV_QPS_ERR}. */
  public static final int ERROR = 6;

  /** No attributes make the transition legal. */
  public static final int NOT_ALLOWED = -1;

  private States() {}

  /** Whether the transition is legal with exactly these attributes. */
  public static boolean allows(TransportType type, int from, int to, int mask) {
    int needed = needed(type, from, to);
    int given = mask & ~STATE;
    return needed != NOT_ALLOWED
        && (given & needed) == needed
        && (given & ~needed & ~optional(type, from, to)) == 0;
  }

  /** Whether a queue pair in SQD may move there only once its send queue has drained. */
  public static boolean awaitsDraining(int to) {
    return to == READY_TO_SEND || to == SEND_QUEUE_DRAINED;
  }

  private static int move(int from, int to) {
    return from << 3 | to;
  }

  private static final int RESET_TO_INIT = RESET << 3 | INIT;
  private static final int INIT_TO_INIT = INIT << 3 | INIT;
  private static final int INIT_TO_RTR = INIT << 3 | READY_TO_RECEIVE;
  private static final int RTR_TO_RTS = READY_TO_RECEIVE << 3 | READY_TO_SEND;
  private static final int RTS_TO_RTS = READY_TO_SEND << 3 | READY_TO_SEND;
  private static final int RTS_TO_SQD = READY_TO_SEND << 3 | SEND_QUEUE_DRAINED;
  private static final int SQD_TO_RTS = SEND_QUEUE_DRAINED << 3 | READY_TO_SEND;
  private static final int SQD_TO_SQD = SEND_QUEUE_DRAINED << 3 | SEND_QUEUE_DRAINED;
  private static final int SQE_TO_RTS = SEND_QUEUE_ERROR << 3 | READY_TO_SEND;

  /** The attributes that a transition requires; {@link #NOT_ALLOWED} if there is none. */
  public static int needed(TransportType type, int from, int to) {
    if (to == RESET || (to == ERROR && from != RESET)) {
      return 0;
    }
    return switch (move(from, to)) {
      case RESET_TO_INIT ->
          switch (type) {
            case SMI, GSI -> PARTITION_KEY_INDEX | QUEUE_KEY;
            case DATAGRAM -> PARTITION_KEY_INDEX | PORT | QUEUE_KEY;
            case RELIABLE_DATAGRAM -> QUEUE_KEY | ACCESS;
            case END_TO_END -> PARTITION_KEY_INDEX | PORT;
            case RELIABLE, UNRELIABLE -> PARTITION_KEY_INDEX | PORT | ACCESS;
          };
      case INIT_TO_RTR -> neededToReceive(type);
      case RTR_TO_RTS -> neededToSend(type);
      case INIT_TO_INIT, RTS_TO_RTS, RTS_TO_SQD, SQD_TO_RTS, SQD_TO_SQD -> 0;
      case SQE_TO_RTS -> type.isReliable() ? NOT_ALLOWED : 0;
      default -> NOT_ALLOWED;
    };
  }

  private static int neededToReceive(TransportType type) {
    int path = ADDRESS | PATH_MTU | PEER | RECEIVE_NUMBER;
    return switch (type) {
      case SMI, GSI, DATAGRAM, RELIABLE_DATAGRAM -> 0;
      case UNRELIABLE -> path;
      case RELIABLE, END_TO_END -> path | MAX_READS_SERVED | NOT_READY_TIMER;
    };
  }

  private static int neededToSend(TransportType type) {
    if (type.isReliable()) {
      return SEND_NUMBER | TIMEOUT | RETRIES | NOT_READY_RETRIES | MAX_READS;
    }
    return type == TransportType.RELIABLE_DATAGRAM ? 0 : SEND_NUMBER;
  }

  /** The attributes that a legal transition takes besides. */
  public static int optional(TransportType type, int from, int to) {
    if (to == RESET || to == ERROR) {
      return 0;
    }
    int move = move(from, to);
    return switch (type) {
      case SMI, GSI, DATAGRAM -> optionalForDatagrams(type, move);
      case RELIABLE_DATAGRAM -> optionalForReliableDatagrams(move);
      case RELIABLE, UNRELIABLE -> optionalForConnected(type.isReliable(), move);
      case END_TO_END -> optionalForConnected(true, move) & ~ACCESS;
    };
  }

  private static int optionalForReliableDatagrams(int move) {
    return switch (move) {
      case INIT_TO_INIT, INIT_TO_RTR, SQD_TO_SQD -> QUEUE_KEY | ACCESS;
      case RTR_TO_RTS, RTS_TO_RTS, SQD_TO_RTS, SQE_TO_RTS -> CURRENT_STATE | QUEUE_KEY | ACCESS;
      case RTS_TO_SQD -> DRAIN_NOTIFICATION;
      default -> 0;
    };
  }

  private static int optionalForDatagrams(TransportType type, int move) {
    return switch (move) {
      case INIT_TO_INIT ->
          PARTITION_KEY_INDEX | QUEUE_KEY | (type == TransportType.DATAGRAM ? PORT : 0);
      case INIT_TO_RTR, SQD_TO_SQD -> PARTITION_KEY_INDEX | QUEUE_KEY;
      case RTR_TO_RTS, RTS_TO_RTS, SQD_TO_RTS, SQE_TO_RTS -> CURRENT_STATE | QUEUE_KEY;
      case RTS_TO_SQD -> DRAIN_NOTIFICATION;
      default -> 0;
    };
  }

  private static int optionalForConnected(boolean reliable, int move) {
    int timer = reliable ? NOT_READY_TIMER : 0;
    return switch (move) {
      case INIT_TO_INIT -> PARTITION_KEY_INDEX | PORT | ACCESS;
      case INIT_TO_RTR -> ACCESS | PARTITION_KEY_INDEX;
      case RTR_TO_RTS, RTS_TO_RTS, SQD_TO_RTS -> CURRENT_STATE | ACCESS | timer;
      case SQE_TO_RTS -> CURRENT_STATE | ACCESS;
      case RTS_TO_SQD -> DRAIN_NOTIFICATION;
      case SQD_TO_SQD ->
          ACCESS
              | PARTITION_KEY_INDEX
              | ADDRESS
              | timer
              | (reliable
                  ? PORT | TIMEOUT | RETRIES | NOT_READY_RETRIES | MAX_READS | MAX_READS_SERVED
                  : 0);
      default -> 0;
    };
  }
}

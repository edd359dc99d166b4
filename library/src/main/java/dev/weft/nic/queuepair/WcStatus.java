package dev.weft.nic.queuepair;

/** {@code enum ibv_wc_status}, table T1. */
final class WcStatus {
  static final int SUCCESS = 0;
  static final int LOCAL_LENGTH = 1;
  static final int LOCAL_OPERATION = 2;
  static final int LOCAL_CONTEXT_OPERATION = 3;
  static final int LOCAL_PROTECTION = 4;
  static final int FLUSHED = 5;
  static final int WINDOW_BIND = 6;
  static final int BAD_RESPONSE = 7;
  static final int LOCAL_ACCESS = 8;
  static final int REMOTE_INVALID_REQUEST = 9;
  static final int REMOTE_ACCESS = 10;
  static final int REMOTE_OPERATION = 11;
  static final int RETRIES_EXCEEDED = 12;
  static final int RNR_RETRIES_EXCEEDED = 13;
  static final int RELIABLE_DOMAIN_VIOLATION = 14;
  static final int REMOTE_INVALID_DATAGRAM = 15;
  static final int REMOTE_ABORT = 16;
  static final int INVALID_CONTEXT = 17;
  static final int INVALID_CONTEXT_STATE = 18;
  static final int FATAL = 19;
  static final int RESPONSE_TIMEOUT = 20;
  static final int GENERAL = 21;
  static final int TAG_MATCHING = 22;
  static final int RENDEZVOUS_INCOMPLETE = 23;

  private WcStatus() {}

  /** The status of a request that was rejected with this code of {@link PacketFormat}. */
  static int ofRefusal(int code) {
    return switch (code) {
      case PacketFormat.NAK_INVALID_REQUEST -> REMOTE_INVALID_REQUEST;
      case PacketFormat.NAK_ACCESS -> REMOTE_ACCESS;
      case PacketFormat.NAK_OPERATION -> REMOTE_OPERATION;
      case PacketFormat.NAK_INVALID_DATAGRAM -> REMOTE_INVALID_DATAGRAM;
      default -> BAD_RESPONSE;
    };
  }
}

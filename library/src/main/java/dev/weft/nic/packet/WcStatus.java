package dev.weft.nic.packet;

/** {@code enum ibv_wc_status} (VE-17). */
public final class WcStatus {
  public static final int SUCCESS = 0;
  public static final int LOCAL_LENGTH = 1;
  public static final int LOCAL_OPERATION = 2;
  public static final int LOCAL_CONTEXT_OPERATION = 3;
  public static final int LOCAL_PROTECTION = 4;
  public static final int FLUSHED = 5;
  public static final int WINDOW_BIND = 6;
  public static final int BAD_RESPONSE = 7;
  public static final int LOCAL_ACCESS = 8;
  public static final int REMOTE_INVALID_REQUEST = 9;
  public static final int REMOTE_ACCESS = 10;
  public static final int REMOTE_OPERATION = 11;
  public static final int RETRIES_EXCEEDED = 12;
  public static final int RNR_RETRIES_EXCEEDED = 13;
  public static final int RELIABLE_DOMAIN_VIOLATION = 14;
  public static final int REMOTE_INVALID_DATAGRAM = 15;
  public static final int REMOTE_ABORT = 16;
  public static final int INVALID_CONTEXT = 17;
  public static final int INVALID_CONTEXT_STATE = 18;
  public static final int FATAL = 19;
  public static final int RESPONSE_TIMEOUT = 20;
  public static final int GENERAL = 21;
  public static final int TAG_MATCHING = 22;
  public static final int RENDEZVOUS_INCOMPLETE = 23;

  private WcStatus() {}

  /** The status of a request that was rejected with this code of {@link PacketFormat}. */
  public static int ofRefusal(int code) {
    return switch (code) {
      case PacketFormat.NAK_INVALID_REQUEST -> REMOTE_INVALID_REQUEST;
      case PacketFormat.NAK_ACCESS -> REMOTE_ACCESS;
      case PacketFormat.NAK_OPERATION -> REMOTE_OPERATION;
      case PacketFormat.NAK_INVALID_DATAGRAM -> REMOTE_INVALID_DATAGRAM;
      default -> BAD_RESPONSE;
    };
  }
}

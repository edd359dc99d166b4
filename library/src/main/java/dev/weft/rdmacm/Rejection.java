package dev.weft.rdmacm;

/**
 * Why a connect request is rejected.
 *
 * @param reason that of a REJ message of the InfiniBand architecture
 * @param text what is wrong and what is allowed; empty if the program has rejected it
 */
record Rejection(int reason, String text) {
  static final int INVALID_SERVICE_ID = 8;
  static final int INVALID_TRANSPORT_TYPE = 9;
  static final int INVALID_GID = 12;
  private static final int CONSUMER_DEFINED = 28;

  static final Rejection BY_PROGRAM = new Rejection(CONSUMER_DEFINED, "");
}

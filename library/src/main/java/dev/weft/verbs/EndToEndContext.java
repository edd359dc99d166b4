package dev.weft.verbs;

/**
 * EE Context of the InfiniBand architecture, an extension of Weft's: C has no words for it. The
 * connection between two channel adapters that carries messages of any number of reliable datagram
 * queue pairs, one message at a time in each direction; {@link SendWorkRequest#through} names it by
 * its number. Any thread may call.
 *
 * <p>It has the states of a connected queue pair, but never {@link QueuePairState#SQE}. A request
 * fails without harm to the context, but for {@link CompletionStatus#RETRY_EXC_ERR}, {@link
 * CompletionStatus#RESP_TIMEOUT_ERR} and {@link CompletionStatus#BAD_RESP_ERR}, which move it to
 * {@link QueuePairState#ERR}.
 *
 * <p>{@link #close} is Destroy EE Context: the request under way fails with {@link
 * CompletionStatus#LOC_EEC_OP_ERR}.
 */
public interface EndToEndContext extends VerbsObject {

  /** EECN: 24 bits, no other context of the device has it. */
  int number();

  /** What it was created with. */
  Object context();

  /** The domain in which it was created. */
  ReliableDatagramDomain domain();

  /** The state. */
  QueuePairState state();

  /**
   * Modify EE Context: what {@link QueuePair#modify} does, with the attributes of a connection.
   * From RESET to INIT it needs {@code pkey_index} and {@code port_num}; to RTR and RTS what a
   * queue pair of type {@link QueuePairType#RC} needs. {@link QueuePairAttributes#destinationQpn()}
   * is the number of the peer's context. Access is a matter of the queue pairs.
   *
   * @param attributes which count as the mask says
   * @param mask {@link QueuePairAttributeMask}
   * @return 0, or {@link VerbsErrno#EINVAL} and nothing has changed
   */
  int modify(QueuePairAttributes attributes, int mask);

  /** Query EE Context. */
  QueuePairAttributes query();
}

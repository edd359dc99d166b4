package dev.weft.verbs;

import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.SendWorkRequest;

/**
 * EE Context of the InfiniBand architecture, a Weft extension that C does not have. It is the
 * connection between two channel adapters that carries messages of any number of reliable datagram
 * queue pairs, one message at a time in each direction. {@link SendWorkRequest#through} names it by
 * its number. Any thread may call.
 *
 * <p>It has the states of a connected queue pair except {@link QueuePairState#SQE}. A failed
 * request does not change the state of the context, except {@link CompletionStatus#RETRY_EXC_ERR},
 * {@link CompletionStatus#RESP_TIMEOUT_ERR} and {@link CompletionStatus#BAD_RESP_ERR}, which move
 * it to {@link QueuePairState#ERR}.
 *
 * <p>{@link #close} is Destroy EE Context: the outstanding request fails with {@link
 * CompletionStatus#LOC_EEC_OP_ERR}.
 */
public interface EndToEndContext extends VerbsObject {

  /** EECN: 24 bits, unique on the device. */
  int number();

  /** The context given at creation. */
  Object context();

  /** The domain in which it was created. */
  ReliableDatagramDomain domain();

  /** The current state. */
  QueuePairState state();

  /**
   * Modify EE Context: like {@link QueuePair#modify}, with the attributes of a connection. RESET to
   * INIT requires {@code pkey_index} and {@code port_num}; RTR and RTS require what a queue pair of
   * type {@link QueuePairType#RC} requires. {@link QueuePairAttributes#destinationQpn()} is the
   * number of the peer's context. Access rights belong to the queue pairs.
   *
   * @param attributes values; the mask selects which are used
   * @param mask {@link QueuePairAttributeMask}
   * @return 0, or {@link VerbsErrno#EINVAL} and nothing has changed
   */
  int modify(QueuePairAttributes attributes, int mask);

  /** Query EE Context. */
  QueuePairAttributes query();
}

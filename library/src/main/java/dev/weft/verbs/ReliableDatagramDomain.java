package dev.weft.verbs;

import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;

/**
 * Reliable Datagram Domain of the InfiniBand architecture, a Weft extension that C does not have.
 * It groups the queue pairs of type {@link QueuePairType#RD} and the end-to-end contexts that carry
 * their messages. Any thread may call.
 *
 * <p>{@link #close} is Deallocate Reliable Datagram Domain; it fails with {@link VerbsErrno#EBUSY}
 * while the domain contains objects.
 */
public interface ReliableDatagramDomain extends VerbsObject {

  /**
   * Create EE Context: creates a context in {@link QueuePairState#RESET}.
   *
   * @param context returned by {@link EndToEndContext#context()}; may be null
   * @throws VerbsException {@link VerbsErrno#ENOMEM} above {@link DeviceAttributes#maxEe()}
   */
  EndToEndContext createEndToEndContext(Object context);
}

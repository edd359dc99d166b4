package dev.weft.verbs;

/**
 * Allocate Reliable Datagram Domain of the InfiniBand architecture, an extension of Weft's: C has
 * no words for it. Keeps together the queue pairs of type {@link QueuePairType#RD} and the
 * end-to-end contexts that may work for them. Any thread may call.
 *
 * <p>{@link #close} is Deallocate Reliable Datagram Domain; {@link VerbsErrno#EBUSY} while anything
 * in it is left.
 */
public interface ReliableDatagramDomain extends VerbsObject {

  /**
   * Create EE Context: a context in {@link QueuePairState#RESET}.
   *
   * @param context what {@link EndToEndContext#context()} gives back; may be null
   * @throws VerbsException {@link VerbsErrno#ENOMEM} above {@link DeviceAttributes#maxEe()}
   */
  EndToEndContext createEndToEndContext(Object context);
}

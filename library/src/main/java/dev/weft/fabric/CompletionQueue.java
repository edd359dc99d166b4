package dev.weft.fabric;

import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitCondition;
import dev.weft.fabric.poll.Waitable;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fid_cq}, {@code fi_cq(3)}: reports completed operations, in the order of
 * completion.
 *
 * <p>Successful operations are read in batches of C-layout entries; a failed one stops the reads
 * with {@code -}{@link Errno#EAVAIL} until {@link #readErr} has fetched it. No completion is lost:
 * posting an operation reserves room for its entry, and returns {@code -}{@link Errno#EAGAIN} if
 * there is none.
 *
 * <p>Every read drives the progress of all endpoints bound to the queue (CQ-021). In a domain with
 * {@link Threading#SAFE} any number of threads may read, and each entry goes to exactly one of them
 * (CQ-018).
 */
public interface CompletionQueue extends Waitable {

  /** The format of every entry: the one asked for, {@link CompletionFormat#UNSPEC} resolved. */
  CompletionFormat format();

  /** The capacity in entries, at least the requested size (CQ-003). */
  int size();

  /**
   * {@code fi_cq_read(3)}: takes up to {@code count} entries without waiting.
   *
   * @param batch receives the entries at its start; may be null if {@code count} is 0
   * @param count 0 to the batch's capacity; 0 only drives progress (CQ-019)
   * @return how many entries were stored; {@code -}{@link Errno#EAGAIN} if there is none (CQ-015),
   *     {@code -}{@link Errno#EAVAIL} if an error is at the head (ER-002); for a count of 0: 0 if
   *     anything is queued (CQ-020). {@code -}{@link Errno#EOVERRUN} instead of {@code -EAGAIN}
   *     once a queue opened by verbs ({@link CompletionQueueAttributes#PEER}) has lost completions
   *     (CQ-057): operations of endpoints, which reserve their entries, still complete. No other
   *     queue can overrun
   * @throws IllegalArgumentException if the batch's format is not the queue's, or {@code count} is
   *     negative or above the batch's capacity
   */
  int read(CompletionBatch batch, int count);

  /**
   * {@code fi_cq_readfrom(3)}: {@link #read} that also returns the source of each entry. Element i
   * of {@code sources} belongs to entry i: an address usable as a destination, or {@link
   * FabricAddress#NOTAVAIL} for everything but data received by an endpoint with {@link
   * Capabilities#SOURCE} from a peer in its address vector (CQ-025 to CQ-030).
   *
   * @param sources at least {@code count} elements, or null for none
   */
  int readFrom(CompletionBatch batch, int count, AddressBatch sources);

  /**
   * {@code fi_cq_sread(3)}: {@link #read} that waits until at least one entry was read, an error is
   * pending, the timeout expires, the thread is interrupted or the queue signalled.
   *
   * <p>It does not wait to fill the batch (CQ-036). A waiting thread uses no CPU; a waiting virtual
   * thread releases its carrier.
   *
   * @param condition with {@link WaitCondition#THRESHOLD} how many entries to wait for, a hint
   *     (CQ-043 to CQ-045); ignored otherwise
   * @param timeoutMillis negative: no limit; 0: do not wait
   * @return as {@link #read}; {@code -}{@link Errno#EAGAIN} also on timeout (CQ-034), after an
   *     interrupt, whose status stays set (CQ-039), and after {@link #signal} (CQ-047); {@code
   *     -}{@link Errno#ENOSYS} if the queue's wait object is NONE or SET (CQ-041); {@code -}{@link
   *     Errno#EBADF} if the queue is closed meanwhile (CQ-056)
   */
  int sread(CompletionBatch batch, int count, long condition, int timeoutMillis);

  /** {@code fi_cq_sreadfrom(3)}: {@link #sread} that also returns sources, as {@link #readFrom}. */
  int sreadFrom(
      CompletionBatch batch, int count, AddressBatch sources, long condition, int timeoutMillis);

  /**
   * {@code fi_cq_readerr(3)}: takes the failed operation at the head, without waiting and without
   * driving progress.
   *
   * @param entry receives it
   * @param flags must be 0 (ER-025)
   * @return 1; {@code -}{@link Errno#EAGAIN} if no failed operation is at the head (ER-006,
   *     ER-007); {@code -}{@link Errno#EINVAL} for other flags
   */
  int readErr(ErrorCompletion entry, long flags);

  /**
   * {@code fi_cq_signal(3)}: ends the wait of a thread in {@link #sread}; as many signals as
   * threads wait end all of their waits. While none waits, signals coalesce, and end the next wait
   * (CQ-047 to CQ-051). If the queue is in a wait set, a wait for the set ends, and returns 0. Any
   * thread may call it, also in a domain with {@link Threading#DOMAIN}.
   *
   * @return 0, or {@code -}{@link Errno#EINVAL} if the queue has no wait object (CQ-052)
   */
  int signal();

  /**
   * {@code fi_cq_strerror(3)}: the text of a failed entry's provider error.
   *
   * @param providerError {@link ErrorCompletion#providerError()}
   * @param errorData {@link ErrorCompletion#errorData()}, may be null
   * @param buffer receives as much of the text as fits, always zero-terminated; may be null
   * @return the text, never null
   */
  String strerror(int providerError, MemorySegment errorData, MemorySegment buffer);

  /** {@link #strerror(int, MemorySegment, MemorySegment)} without a buffer. */
  default String strerror(int providerError) {
    return strerror(providerError, null, null);
  }
}

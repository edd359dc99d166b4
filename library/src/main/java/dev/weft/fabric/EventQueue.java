package dev.weft.fabric;

import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.poll.Waitable;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fid_eq}, {@code fi_eq(3)}: reports the results of control operations: connection
 * requests, connections established and ended, addresses inserted, memory registered.
 *
 * <p>One event is read at a time. A failed operation stops the reads with {@code -}{@link
 * Errno#EAVAIL} until {@link #readErr} has fetched it. Events of the fabric always have room: an
 * event queue never overruns.
 *
 * <p>Every read drives the connections of the endpoints bound to the queue; {@code ofi:tcp} notices
 * the end of a connection when the endpoint's completion queue is read. Any thread may call any
 * method; each event goes to one reader.
 */
public interface EventQueue extends Waitable {

  /** {@code FI_PEEK}, for {@link #read}: leave the event in the queue. */
  long PEEK = OperationFlags.PEEK;

  /**
   * {@code fi_eq_read(3)}: takes one event without waiting.
   *
   * @param entry receives it, and of its connection data as much as it has room for
   * @param flags {@link #PEEK} or 0
   * @return bytes of the event as C lays it out; {@code -}{@link Errno#EAGAIN} if there is none,
   *     {@code -}{@link Errno#EAVAIL} if a failure is to be read first, {@code -}{@link
   *     Errno#EINVAL} for other flags
   */
  int read(EventEntry entry, long flags);

  /**
   * {@code fi_eq_sread(3)}: {@link #read} that waits until there is an event or a failure, the
   * timeout expires, or the thread is interrupted.
   *
   * @param timeoutMillis negative: no limit; 0: do not wait
   * @return as {@link #read}; {@code -}{@link Errno#EAGAIN} also on timeout and after an interrupt,
   *     whose status stays set; {@code -}{@link Errno#ENOSYS} if the queue's wait object is NONE or
   *     SET; {@code -}{@link Errno#EBADF} if the queue is closed meanwhile
   */
  int sread(EventEntry entry, int timeoutMillis, long flags);

  /**
   * {@code fi_eq_readerr(3)}: takes one failure, without waiting.
   *
   * @param entry receives it
   * @param flags {@link #PEEK} or 0
   * @return bytes of the failure as C lays it out; {@code -}{@link Errno#EAGAIN} if there is none;
   *     {@code -}{@link Errno#EINVAL} for other flags
   */
  int readErr(ErrorEvent entry, long flags);

  /**
   * {@code fi_eq_write(3)}: appends an event of the program.
   *
   * @param entry its event, object, context and data; free on return
   * @param flags must be 0
   * @return bytes of the event; {@code -}{@link Errno#EAGAIN} if {@code size} events are queued
   *     already, failures not counted; {@code -}{@link Errno#EINVAL} for other flags, and if the
   *     queue was opened without {@link EventQueueAttributes#WRITE}
   */
  int write(EventEntry entry, long flags);

  /** The number of events that a program can write before it must read some. */
  int size();

  /**
   * {@code fi_eq_strerror(3)}: the text of a failure's provider error.
   *
   * @param providerError {@link ErrorEvent#providerError()}
   * @param errorData {@link ErrorEvent#errorData()}, may be null
   * @param buffer receives as much of the text as fits, always zero-terminated; may be null
   * @return the text, never null
   */
  String strerror(int providerError, MemorySegment errorData, MemorySegment buffer);

  /** {@link #strerror(int, MemorySegment, MemorySegment)} without a buffer. */
  default String strerror(int providerError) {
    return strerror(providerError, null, null);
  }
}

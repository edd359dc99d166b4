package dev.weft.fabric;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_msg(3)}: sends and receives messages that match in the order of posting.
 *
 * <p>All methods return at once, allocate nothing and return 0 or a negative constant: {@code
 * -}{@link Errno#EAGAIN} (not accepted; read completions, then try again), {@code -}{@link
 * Errno#EMSGSIZE} (longer than {@link EndpointAttributes#maxMessageSize()}), {@code -}{@link
 * Errno#EOPBADSTATE} (before {@link Endpoint#enable}, or before the connection of an endpoint of
 * type MSG), {@code -}{@link Errno#ESHUTDOWN} (a send after that connection has ended), {@code
 * -}{@link Errno#EINVAL} (a destination that the address vector does not have), {@code -}{@link
 * Errno#EBADFLAGS} or {@code -}{@link Errno#EOPNOTSUPP} (flags; {@code EOPNOTSUPP} also if the
 * endpoint lacks the {@link Capabilities} for the call), {@code -}{@link Errno#ENOSPC}, {@code
 * -}{@link Errno#ENOMEM} or {@code -}{@link Errno#EMFILE} (on the first post to a peer: no room, no
 * address space or no descriptors for a connection).
 *
 * <p>The inject methods return at once what another call reports by a failed completion, such as
 * {@code -}{@link Errno#EHOSTUNREACH} (no endpoint has the destination's address).
 *
 * <p>Buffers are native memory that any thread may access; they belong to the operation until it
 * completes. {@code length} counts from the start of the buffer, in bytes.
 *
 * <p>All methods throw {@link IllegalArgumentException} for a heap segment, a confined one, a null
 * buffer if {@code length} is not 0, and a length outside the buffer.
 */
public interface MessageOperations extends MessageReceiveOperations {

  /** {@code fi_send(3)}: sends one message; {@code context} is returned in its completion. */
  int send(MemorySegment buffer, long length, long destination, long context);

  /** {@code fi_sendv(3)}: sends one message gathered from several buffers. */
  int sendv(IoVector vector, long destination, long context);

  /**
   * {@code fi_sendmsg(3)}: sends one message with explicit {@link OperationFlags}, which replace
   * the endpoint's defaults (EP-010). {@code message} may be used again on return.
   */
  int sendMsg(Message message, long flags);

  /** {@code fi_senddata(3)}: sends a message whose receiver's completion carries {@code data}. */
  int sendData(MemorySegment buffer, long length, long data, long destination, long context);

  /**
   * {@code fi_inject(3)}: sends a copy of the buffer, which is free on return, and writes no
   * completion when it succeeds. At most {@link TransmitAttributes#injectSize()} bytes. A failure
   * that is known at once is returned, such as {@code -}{@link Errno#EHOSTUNREACH}; one that is
   * known later writes an entry with context 0.
   */
  int inject(MemorySegment buffer, long length, long destination);

  /** {@code fi_injectdata(3)}: {@link #inject} with remote completion data. */
  int injectData(MemorySegment buffer, long length, long data, long destination);
}

package dev.weft.fabric;

import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaMessage;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_rma(3)}: reads and writes a peer's registered memory. {@code address} counts from the
 * start of the region ({@code key}), in bytes. Results, buffers and threads as in {@link
 * MessageOperations}; a message whose buffers have another total length than its ranges is {@code
 * -}{@link Errno#EINVAL}; a key, range or right that the peer does not grant fails the operation at
 * the initiator and leaves the peer's memory untouched (EP-053).
 */
public interface RmaOperations {

  /** {@code fi_read(3)}: fills the buffer from the peer's memory. */
  int read(
      MemorySegment buffer, long length, long destination, long address, long key, long context);

  /** {@code fi_readv(3)}: {@link #read} that scatters into several buffers. */
  int readv(IoVector vector, long destination, long address, long key, long context);

  /**
   * {@code fi_readmsg(3)}: reads from several ranges with explicit flags, which replace the
   * endpoint's defaults. {@code FI_REMOTE_CQ_DATA}, a flag of writes, has no effect.
   */
  int readMsg(RmaMessage message, long flags);

  /** {@code fi_write(3)}: copies the buffer into the peer's memory. */
  int write(
      MemorySegment buffer, long length, long destination, long address, long key, long context);

  /** {@code fi_writev(3)}: {@link #write} that gathers from several buffers. */
  int writev(IoVector vector, long destination, long address, long key, long context);

  /**
   * {@code fi_writemsg(3)}: writes to several ranges with explicit flags, which replace the
   * endpoint's defaults.
   */
  int writeMsg(RmaMessage message, long flags);

  /**
   * {@code fi_writedata(3)}: a write that the peer's receive queue reports (EP-051). A peer without
   * a queue for receives reports it in its queue for transmits.
   */
  int writeData(
      MemorySegment buffer,
      long length,
      long data,
      long destination,
      long address,
      long key,
      long context);

  /**
   * {@code fi_inject_write(3)}: the buffer is free on return, success writes no completion. A
   * failure that is known at once is returned, such as {@code -}{@link Errno#EACCES} or {@code
   * -}{@link Errno#ENOKEY} on {@code loopback}; one that is known later writes an entry with
   * context 0. A program must expect both.
   */
  int injectWrite(MemorySegment buffer, long length, long destination, long address, long key);

  /** {@code fi_inject_writedata(3)}: {@link #injectWrite} that the peer's queue reports. */
  int injectWriteData(
      MemorySegment buffer, long length, long data, long destination, long address, long key);
}

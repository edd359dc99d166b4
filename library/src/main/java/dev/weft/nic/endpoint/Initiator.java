package dev.weft.nic.endpoint;

import dev.weft.nic.message.AtomicWork;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.MachineConfig;
import dev.weft.nic.message.MachineCounters;
import dev.weft.nic.message.RmaWork;
import dev.weft.nic.message.SendWork;
import dev.weft.nic.report.CompletionBits;
import dev.weft.nic.report.CompletionOrder;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.nic.report.DeferredReport;
import dev.weft.nic.rma.DirectAtomics;
import dev.weft.nic.rma.DirectRma;
import dev.weft.nic.rma.RmaRequester;
import dev.weft.nic.transfer.PendingSends;
import dev.weft.nic.transfer.Transmitter;
import java.util.function.IntSupplier;

/**
 * The initiator of operations: posts sends, reads, writes and atomic operations of one endpoint.
 * The caller fills in the one work object of a kind, then posts it. Used under the machine's lock.
 */
public final class Initiator {
  private final CompletionReporter sends;
  private final CompletionReporter reads;
  private final CompletionReporter writes;
  private final Transmitter transmitter;
  private final SendWork sendWork;
  private final DirectRma directRma;
  private final RmaWork remoteWork;
  private final DirectAtomics atomics;
  private final AtomicWork atomicWork;

  /**
   * Has posted nothing yet.
   *
   * @param unreachable why there is no link, as {@link Failures#of} knows it
   */
  Initiator(
      MachineConfig config, PendingSends pending, RmaRequester requester, IntSupplier unreachable) {
    MachineCounters counters = config.counters();
    CompletionOrder order = config.ordered() ? new CompletionOrder() : null;
    sends = new CompletionReporter(config.sendQueue(), counters.sends(), order);
    reads = new CompletionReporter(config.sendQueue(), counters.reads(), order);
    writes = new CompletionReporter(config.sendQueue(), counters.writes(), order);
    int buffers = config.limits().buffers();
    transmitter = new Transmitter(config.limits(), config.reliable(), sends, pending, unreachable);
    sendWork = new SendWork(buffers);
    directRma = new DirectRma(reads, writes, requester, unreachable);
    remoteWork = new RmaWork(buffers);
    atomics = new DirectAtomics(reads, writes, requester, unreachable);
    atomicWork = new AtomicWork(buffers);
  }

  /** The work to fill in and to pass to {@link #send}. */
  public SendWork sendWork() {
    return sendWork;
  }

  /** Posts a send; 0, or a negative error number if nothing was posted. */
  public int send(SendWork work) {
    return transmitter.send(work);
  }

  /** The work to fill in and to pass to {@link #rma}. */
  public RmaWork remoteWork() {
    return remoteWork;
  }

  /** Posts reads and writes. */
  public DirectRma rma() {
    return directRma;
  }

  /** The work to fill in and to pass to {@link #atomics}. */
  public AtomicWork atomicWork() {
    return atomicWork;
  }

  /** Posts atomic operations. */
  public DirectAtomics atomics() {
    return atomics;
  }

  /** Fails an operation that was accepted but never posted; false if there is no room now. */
  boolean fail(long context, long flags, int error) {
    return reporterOf(flags).refuse(sendWork.report, context, flags, error);
  }

  private CompletionReporter reporterOf(long flags) {
    if ((flags & CompletionBits.READ) != 0) {
      return reads;
    }
    return (flags & CompletionBits.WRITE) != 0 ? writes : sends;
  }

  /** Sets where operations posted from now on report; null for the endpoint alone. */
  void reportTo(DeferredReport report) {
    sendWork.report = report;
    remoteWork.report = report;
    atomicWork.report = report;
  }
}

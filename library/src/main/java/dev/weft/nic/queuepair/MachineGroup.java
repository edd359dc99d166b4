package dev.weft.nic.queuepair;

/**
 * Machines that share one lock and carry each other's messages, as reliable datagrams do. It makes
 * the parts by which its members differ from others.
 */
public abstract class MachineGroup {
  /** The lock of all members. */
  final CombiningLock lock = new CombiningLock();

  /** Adds a machine that was opened. */
  abstract void join(QueuePairMachine machine);

  /** Removes a closed machine. Caller holds the lock. */
  abstract void leave(QueuePairMachine machine);

  /** Called by a thread that found no completion. */
  abstract void progress();

  /** {@link #progress} by a thread that may sleep next. */
  abstract void progressAndArm();

  /** The receive queue of a member. */
  abstract ReceiveQueue receives(QueuePairMachine machine, QueuePairConfig config);

  /** The send protocol of a queue pair whose requests a context carries. */
  abstract SendProtocol sender(QueuePairMachine machine, SendQueue sends);

  /** The protocols of a context, over those of a reliable connection. */
  abstract Protocols context(
      QueuePairMachine machine, Requester requester, RequestWriter writer, Responder responder);
}

package dev.weft.nic.queuepair;

import dev.weft.nic.responder.Responder;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.nic.workqueue.SendQueue;

/**
 * Machines that share one lock and carry each other's messages, as reliable datagrams do. It makes
 * the parts by which its members differ from others.
 */
public abstract class MachineGroup {
  /** The lock of all members. */
  public final CombiningLock lock = new CombiningLock();

  /** Adds a machine that was opened. */
  public abstract void join(QueuePairMachine machine);

  /** Removes a closed machine. Caller holds the lock. */
  public abstract void leave(QueuePairMachine machine);

  /** Called by a thread that found no completion. */
  public abstract void progress();

  /** {@link #progress} by a thread that may sleep next. */
  public abstract void progressAndArm();

  /** The receive queue of a member. */
  public abstract ReceiveQueue receives(QueuePairMachine machine, QueuePairConfig config);

  /** The send protocol of a queue pair whose requests a context carries. */
  public abstract SendProtocol sender(QueuePairMachine machine, SendQueue sends);

  /** The protocols of a context, over those of a reliable connection. */
  public abstract Protocols context(
      QueuePairMachine machine, Requester requester, RequestWriter writer, Responder responder);
}

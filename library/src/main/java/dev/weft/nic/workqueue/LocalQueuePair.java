package dev.weft.nic.workqueue;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.TransportType;
import dev.weft.wire.Link;

/**
 * The queue pair of this side as its responder and its direct paths see it: what it is, and what
 * they report to it. The caller holds its lock.
 */
public abstract class LocalQueuePair {
  public final Attributes attributes = new Attributes();
  private final int number;
  private final TransportType type;
  private final int domain;
  private final ProtectionTable table;

  protected LocalQueuePair(int number, TransportType type, int domain, ProtectionTable table) {
    this.number = number;
    this.type = type;
    this.domain = domain;
    this.table = table;
  }

  /** {@code qp_num}. */
  public final int number() {
    return number;
  }

  /** The transport service. */
  public final TransportType type() {
    return type;
  }

  /** The protection domain. */
  public final int domain() {
    return domain;
  }

  /** The keys of all memory of the device. */
  public final ProtectionTable table() {
    return table;
  }

  /** Whether requests may be outstanding. */
  public abstract boolean canSend();

  /** Whether the state allows receiving. */
  public abstract boolean canReceive();

  /** The link to the peer, or null if it cannot be reached. */
  public abstract Link peer();

  /** Publishes who may access memory directly. */
  public abstract void admit(long word);

  /** Called when a frame has shown that the peer is in the same connection. */
  public abstract void connected();

  /** Called when the responder has rejected a request. */
  public abstract void refused();

  /** Raises an asynchronous event. */
  public abstract void happened(int event);

  /** Handles a lost completion. */
  public abstract void overrun();

  /** Completes the oldest send request with this status and flushes those after it. */
  public abstract void fail(int status);

  /** Enters the error state and flushes; the oldest send request, if any, gets this status. */
  public abstract void enterError(int culprit);

  /** Raises the fatal event for a failure that no completion reports. */
  public abstract void fatal();
}

package dev.weft.fabric.completion;

import dev.weft.fabric.EventQueue;

/**
 * What an entry of an event queue reports ({@code fi_eq(3)}). Plain numbers, because a program may
 * write events with numbers of its own ({@link EventQueue#write}).
 */
public final class EventType {

  /** {@code FI_NOTIFY}: an event that a program has written. */
  public static final int NOTIFY = 0;

  /** {@code FI_CONNREQ}: a peer requests a connection from a passive endpoint. */
  public static final int CONNREQ = 1;

  /** {@code FI_CONNECTED}: a connection is established; its endpoint may send. */
  public static final int CONNECTED = 2;

  /** {@code FI_SHUTDOWN}: one of both sides has ended the connection, or the peer is gone. */
  public static final int SHUTDOWN = 3;

  /** {@code FI_MR_COMPLETE}: a memory region is registered. */
  public static final int MR_COMPLETE = 4;

  /** {@code FI_AV_COMPLETE}: addresses are inserted. */
  public static final int AV_COMPLETE = 5;

  /** {@code FI_JOIN_COMPLETE}: an endpoint belongs to a multicast group. */
  public static final int JOIN_COMPLETE = 6;

  private static final String[] NAMES = {
    "FI_NOTIFY",
    "FI_CONNREQ",
    "FI_CONNECTED",
    "FI_SHUTDOWN",
    "FI_MR_COMPLETE",
    "FI_AV_COMPLETE",
    "FI_JOIN_COMPLETE"
  };

  private EventType() {}

  /** The name of an event, or its number if a program defines it. */
  public static String describe(int event) {
    return event >= 0 && event < NAMES.length ? NAMES[event] : Integer.toUnsignedString(event);
  }
}

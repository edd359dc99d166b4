/**
 * Waiting: how a thread sleeps until an entry is published, and what wakes it.
 *
 * <pre>
 *   publisher ──published()──► Notifier ──unpark──► Waiter: the first whose condition holds
 *   doorbell  ──wake()───────►   │  │
 *   user      ──signal()─────►   │  └──raise()────► ExternalWait: ChannelWait, ConditionWait
 *                                └─────wake()─────► Notifier of a wait set or selector
 *
 *   outside ──a byte─────────► SelectorParking ──select──► the leading waiter
 *
 *   waiter:    check ─► spin ─► queue up (armed) ─► check again ─► park ─► check ...
 * </pre>
 *
 * <p>Independent of queues: the condition is a {@link dev.weft.wait.Readiness}.
 */
package dev.weft.wait;

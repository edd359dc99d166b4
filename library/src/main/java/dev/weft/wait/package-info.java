/**
 * Waiting: how a thread sleeps until an entry is published, and what wakes it.
 *
 * <pre>
 *   publisher ──published()──► Notifier ──unpark──► Waiter: the first whose condition holds
 *   doorbell  ──wake()───────►   │  │
 *   user      ──signal()─────►   │  └──raise()────► ExternalWait: ChannelWait, ConditionWait
 *                                │                    ChannelWait ──► WaitDescriptor, if asked for
 *                                └─────wake()─────► Notifier of a wait set or selector
 *
 *   outside ──a byte─────────► SelectorParking ──select──► the leading waiter
 *
 *   waiter:    check ─► spin ─► queue up (armed) ─► check again ─► park ─► check ...
 * </pre>
 *
 * <p>Independent of queues: the condition is a {@link dev.weft.wait.Readiness}. Who opens file
 * descriptors is a service, {@link dev.weft.wait.WaitDescriptorProvider}: the library itself calls
 * no native code.
 */
package dev.weft.wait;

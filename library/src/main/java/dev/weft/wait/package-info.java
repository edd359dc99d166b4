/**
 * How a thread sleeps until something was published, and what wakes it.
 *
 * <pre>
 *   publisher ──published()──► Notifier ──unpark──► Sleeper, first in line whose condition holds
 *   doorbell  ──wake()───────►   │  │
 *   user      ──signal()─────►   │  └──raise()────► WaitObject: ChannelWait, ConditionWait
 *                                └─────wake()─────► Notifier of a wait set or selector
 *
 *   outside ──a byte─────────► SelectorParking ──select──► the sleeper that leads
 *
 *   sleeper:   look ─► spin ─► line up (armed) ─► look again ─► park ─► look ...
 * </pre>
 *
 * <p>Knows nothing of queues: what is waited for is a {@link dev.weft.wait.Readiness}.
 */
package dev.weft.wait;

/**
 * jcstress tests of the locks and leases of queue pair machines.
 *
 * <pre>
 *   publish, tryEnterOrSetPending  -->  PendingBitLock  <--  enter, leave, take
 * </pre>
 */
package dev.weft.nic.queuepair;

/**
 * jcstress tests of the locks and leases of queue pair machines.
 *
 * <pre>
 *   publish, enterOrMark  -->  PendingBitLock  <--  enter, leave, take
 * </pre>
 */
package dev.weft.nic.queuepair;

/**
 * jcstress on how threads meet at the machines of queue pairs.
 *
 * <pre>
 *   publish, enterOrMark  -->  Entrance  <--  enter, leave, take
 * </pre>
 */
package dev.weft.nic.queuepair;

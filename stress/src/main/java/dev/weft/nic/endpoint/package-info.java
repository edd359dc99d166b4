/**
 * jcstress on what threads of two endpoints do to one another.
 *
 * <pre>
 *   receiver: beginPull, pull, endPull  -->  PendingSend  <--  sender: withdraw, then reuse
 * </pre>
 */
package dev.weft.nic.endpoint;

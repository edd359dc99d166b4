/**
 * jcstress tests of threads of two endpoints that share a pending send.
 *
 * <pre>
 *   receiver: beginPull, pull, endPull  -->  PendingSend  <--  sender: withdraw, then reuse
 * </pre>
 */
package dev.weft.nic.endpoint;

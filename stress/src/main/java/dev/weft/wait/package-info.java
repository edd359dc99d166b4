/**
 * jcstress on sleeping and waking; a stranded sleeper shows as {@code TIMED_OUT}.
 *
 * <pre>
 *   publish, signal, close  -->  Notifier  <--  await, leave, tryArm
 *        one actor                                other actors
 * </pre>
 */
package dev.weft.wait;

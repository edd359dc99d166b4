/**
 * jcstress tests of the notifier; a lost wake-up shows as {@code TIMED_OUT}.
 *
 * <pre>
 *   publish, signal, close  -->  Notifier  <--  await, leave, tryArm
 *        one actor                                other actors
 * </pre>
 */
package dev.weft.wait;

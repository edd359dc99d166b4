/**
 * jcstress tests of the members of poll sets and selectors; a missed event shows as {@code false}.
 *
 * <pre>
 *   wake  -->  MemberEntry  <--  arm
 * </pre>
 */
package dev.weft.provider.fabric.wait;

/**
 * What a program posts: the structures of {@code fi_sendmsg}, {@code fi_tsendmsg}, {@code
 * fi_writemsg} and {@code fi_atomicmsg}, their vectors and flags, and work that a counter triggers
 * ({@code fi_trigger(3)}).
 */
package dev.weft.fabric.message;

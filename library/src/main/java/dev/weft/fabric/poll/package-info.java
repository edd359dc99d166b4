/**
 * {@code fi_poll(3)}: waiting for many objects at once, by poll sets, wait sets and the selector,
 * and the native handles of {@code FI_GETWAIT}.
 */
package dev.weft.fabric.poll;

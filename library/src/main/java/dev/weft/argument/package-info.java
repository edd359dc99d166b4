/**
 * Checks of arguments that the packages of the API have in common.
 *
 * <p>A wrong argument is misuse: an {@link java.lang.IllegalArgumentException} or {@link
 * java.lang.IndexOutOfBoundsException} whose text is {@code name=value} and what is allowed.
 */
package dev.weft.argument;

/**
 * Argument checks and the texts of flags and attributes, shared by the API packages.
 *
 * <p>An invalid argument throws an {@link java.lang.IllegalArgumentException} or {@link
 * java.lang.IndexOutOfBoundsException} whose text is {@code name=value} and what is allowed.
 */
package dev.weft.argument;

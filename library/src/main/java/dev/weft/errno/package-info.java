/** Linux error numbers, their names and texts, used by {@code fabric} and {@code verbs}. */
package dev.weft.errno;

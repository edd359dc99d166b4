/** The installed libibverbs behind {@code dev.weft.verbs}, through {@code java.lang.foreign}. */
package dev.weft.ffm.ibverbs;

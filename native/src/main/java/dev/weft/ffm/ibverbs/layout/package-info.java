/** The structs of {@code infiniband/verbs.h} that this module reads or writes. */
package dev.weft.ffm.ibverbs.layout;

/** Work requests: from the objects that a program posts into the structs that C reads. */
package dev.weft.ffm.ibverbs.work;

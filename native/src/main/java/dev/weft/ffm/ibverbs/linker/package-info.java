/** The functions of the installed libibverbs. */
package dev.weft.ffm.ibverbs.linker;

/**
 * The objects of {@code dev.weft.verbs} over the installed libibverbs: each has the address of one
 * struct in C, refuses calls once it is destroyed, and is destroyed by no thread while another one
 * is inside a call into C that uses it.
 *
 * <p>Events are read from the file descriptors of C by the poller of this module, or by a thread
 * that asks for one, and acknowledged to C at once; the program's acknowledgements are counted in
 * Java. Threads that wait for events park.
 */
package dev.weft.ffm.ibverbs.object;

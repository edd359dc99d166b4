/**
 * jcstress tests of the count of calls into C.
 *
 * <pre>
 *   enter, call C, leave  -->  UseCount  <--  close, free in C
 *      one or two actors                         one actor
 * </pre>
 */
package dev.weft.ffm.fid;

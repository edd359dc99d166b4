/**
 * Stress tests of how this process orders its memory accesses around calls into C.
 *
 * <pre>
 *   frequent: store, light fence, load
 *   rare:     store, heavy fence, load      one of the two sees the other
 * </pre>
 */
package dev.weft.ffm.linker;

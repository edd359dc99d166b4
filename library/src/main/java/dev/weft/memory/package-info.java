/**
 * Registered memory: what peers may name, and what they may do with it.
 *
 * <pre>
 *   MemoryTable: key -> RegisteredMemory (segment, access)
 * </pre>
 */
package dev.weft.memory;

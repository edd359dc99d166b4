package dev.weft.memory;

import java.lang.foreign.MemorySegment;

/**
 * Memory that peers may name.
 *
 * @param key what they name it by
 * @param segment the memory
 * @param access the bits of what is allowed
 */
public record RegisteredMemory(long key, MemorySegment segment, long access) {}

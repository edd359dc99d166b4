/* Placeholder: the real interface comes with the other interfaces of this package. */
package dev.weft.fabric;

/** To be written. */
public interface MemoryRegion {}

/**
 * Registered memory: what peers may name, and what they may do with it.
 *
 * <pre>
 *   (key, address, length, read or write)       as a peer asks for it
 *        |
 *   MemoryTable.find(key) --> GrantedMemory.grants(address, length, write) --> its segment
 *        |                         |
 *        no such key               outside the region, or not allowed
 *
 *   GrantedMemory     a key, memory, rights
 *     RegisteredMemory    of this process
 *     (in wire.shm)       of another process, mapped
 * </pre>
 *
 * <p>Who copies enters the region before and exits it after; closing it waits until nobody is
 * inside.
 */
package dev.weft.memory;

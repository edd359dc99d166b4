/**
 * Registered memory: regions that peers name by key, and their access rights.
 *
 * <pre>
 *   (key, address, length, read or write)       the request of a peer
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
 * <p>A copy enters the region before and exits it after; closing the region waits for copies in
 * progress.
 */
package dev.weft.memory;

/**
 * Direct access of queue pairs to memory of other processes: one copy, without the data in frames.
 *
 * <pre>
 *   initiator                                       target
 *     SharedMemoryPath   copies: read, write  ---->   DirectAdmission   who may, published in its
 *     LocatedSends       sends the location   ---->   LocatedSends      port; copies the data
 * </pre>
 */
package dev.weft.nic.sharedmemory;

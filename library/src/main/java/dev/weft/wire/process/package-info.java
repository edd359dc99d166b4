/**
 * Memory of other processes of this host, read without their help. Who reads it is a service: the
 * library itself calls no native code.
 *
 * <pre>
 *   owner of the memory                        reader
 *     ProcessIdentity.own() --published-->       ProcessMemories.open(identity)
 *                                                  ProcessMemoryProvider, if there is one
 *     bytes at an address  <------------------     ProcessMemory.read(address, ...)
 * </pre>
 */
package dev.weft.wire.process;

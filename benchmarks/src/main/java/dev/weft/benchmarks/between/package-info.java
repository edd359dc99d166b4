/**
 * What is measured between two processes: each opens its own {@code Side}, after having met the
 * other in a folder.
 *
 * <pre>
 *   Measurement's JVM, processor 1              OtherProcess's JVM, processor 0
 *     Ends.open(name) --- leave, take in a folder --- Ends.open(name)
 *     Side  &lt;========== what is compared ==========&gt;  Side
 *       EndpointSide, EndpointStream    Weft over shm
 *       AeronSide, AeronStream          Aeron IPC, the driver in the measuring process
 *       JucxTagged, JucxPuts            UCX for Java
 *       SocketSide                      a Unix domain socket and a selector
 * </pre>
 */
package dev.weft.benchmarks.between;

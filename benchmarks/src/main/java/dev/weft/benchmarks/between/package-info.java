/**
 * Contenders between two processes. Each process opens its own {@code Side}, after exchanging
 * addresses in a folder.
 *
 * <pre>
 *   Measurement's JVM, processor 1              OtherProcess's JVM, processor 0
 *     Ends.open(name) --- leave, take in a folder --- Ends.open(name)
 *     Side  &lt;========== what is compared ==========&gt;  Side
 *       EndpointSide, EndpointStream    Weft over shm or libfabric
 *       PingPongSide                    Weft over libfabric, by the calls of fi_pingpong
 *       AeronSide, AeronStream          Aeron IPC, the driver in the measuring process
 *       JucxTagged, JucxPuts            UCX for Java
 *       SocketSide                      a Unix domain socket and a selector
 * </pre>
 */
package dev.weft.benchmarks.between;

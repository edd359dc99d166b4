/**
 * Peers that are not in this build: whether they are installed, and what their tools measure.
 *
 * <pre>
 *   InstalledTool --> PeerTool            fi_pingpong, ucx_perftest: the last figure they print
 *   FabricProbe, JucxProbe (mains)        whether a library can be used here, in a JVM of its own
 * </pre>
 */
package dev.weft.benchmarks.peer;

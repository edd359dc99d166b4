/**
 * Peers that are not in this build: whether they are installed, and what their tools measure, or a
 * program in C that is compiled with the installed headers.
 *
 * <pre>
 *   InstalledTool --> PeerTool            fi_pingpong, ucx_perftest: the last figure they print
 *   PingPongProgram --> PingPongSource    libfabric_pingpong.c, compiled
 *           |---------> PingPongEnd x 2   its two processes; the asking one prints the figure
 *   FabricProbe, JucxProbe, CompilerProbe (mains)
 *                                         whether a library can be used here, in a JVM of its own,
 *                                         or the program compiled
 * </pre>
 */
package dev.weft.benchmarks.peer;

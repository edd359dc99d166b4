/**
 * Child processes that run the same program.
 *
 * <pre>
 *   this process                       WeftProcess
 *        | -- command line ---------------> |  weft perf --serve ..., PairPeer
 *        | &lt;-- lines of its output -------- |
 *        | -- lines of its input ---------> |
 *        |        end of input -----------> |  ends, also if this process was killed
 * </pre>
 *
 * <p>A {@link ClassArchive} makes starting very many of them fast.
 */
package dev.weft.cli.process;

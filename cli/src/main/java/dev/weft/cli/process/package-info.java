/**
 * Other processes of the same program.
 *
 * <pre>
 *   this process                       WeftProcess
 *        | -- command line ---------------> |  weft perf --serve ..., SoakPeer
 *        | &lt;-- lines of its output -------- |
 *        | -- lines of its input ---------> |
 *        |        end of input -----------> |  ends, also where this process was killed
 * </pre>
 *
 * <p>Where very many are started, a {@link ClassArchive} makes it cheap.
 */
package dev.weft.cli.process;

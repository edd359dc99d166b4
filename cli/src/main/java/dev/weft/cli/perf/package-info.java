/**
 * What {@code weft perf} measures.
 *
 * <pre>
 *   PerfCommand --> PerfPlan --> PerfRun          one row after the other
 *                                   |
 *                                Exchange         two ends, each on its thread, one Tally
 *                               /        \
 *             PingPong, Stream.Sender   PingPong, Stream.Receiver
 *                       |                        |
 *                     Side  &lt;=== messages ===>  Side       domain, endpoint, queue, buffers
 *                       |                        |
 *              CompletionLedger          CompletionLedger  nothing lost, nothing twice
 *                       \                        /
 *                        Payload.stamp    Payload.matches  every byte
 *                                   |
 *                              PerfResult --> report
 * </pre>
 */
package dev.weft.cli.perf;

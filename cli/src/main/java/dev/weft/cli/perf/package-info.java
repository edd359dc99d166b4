/**
 * The measurements of {@code weft perf}.
 *
 * <pre>
 *   PerfCommand --> PerfPlan --> PerfRun          one TestCase after the other
 *                               /       \
 *                   LocalRun              PerfClient &lt;= ControlChannel =&gt; PerfServer
 *                 two ends, two threads   one end here             one end in the other process
 *                               \       /
 *                                Worker          one thread, one Port, Measurements
 *                               /        \
 *             PingPong, Stream.Sender,  PingPong, Stream.Receiver,
 *             Initiator                 RmaTarget
 *                       |                        |
 *                     Port  &lt;=== messages ===>  Port       FabricPort or VerbsPort
 *                       |                        |
 *              CompletionLedger          CompletionLedger  no completion lost or duplicated
 *                       \                        /
 *                        Payload.stamp    Payload.matches  every byte
 *                                   |
 *                     WorkerReport + WorkerReport = PerfResult --> report
 * </pre>
 */
package dev.weft.cli.perf;

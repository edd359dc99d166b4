/**
 * What {@code weft perf} measures.
 *
 * <pre>
 *   PerfCommand --> PerfPlan --> PerfRun          one Row after the other
 *                               /       \
 *                      Exchange           PerfClient &lt;== Conversation ==&gt; PerfServer
 *                 two ends, two threads   one end here             one end in the other process
 *                               \       /
 *                                  End            one thread, one Side, one Tally
 *                               /        \
 *             PingPong, Stream.Sender,  PingPong, Stream.Receiver,
 *             Initiator                 Target
 *                       |                        |
 *                     Side  &lt;=== messages ===>  Side       FabricPort or VerbsPort, on a Medium
 *                       |                        |
 *              CompletionLedger          CompletionLedger  nothing lost, nothing twice
 *                       \                        /
 *                        Payload.stamp    Payload.matches  every byte
 *                                   |
 *                     WorkerReport + WorkerReport = PerfResult --> report
 * </pre>
 */
package dev.weft.cli.perf;

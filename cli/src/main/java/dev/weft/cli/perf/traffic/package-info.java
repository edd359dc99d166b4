/**
 * What both ends of a row do.
 *
 * <pre>
 *                Worker                   one thread, one Port, Measurements
 *               /      \
 *     leading end      following end
 *     PingPong         PingPong           one message at a time
 *     Stream.Sender    Stream.Receiver    many in flight
 *     Initiator        RmaTarget          one-sided operations
 *               \      /
 *               Payload                   stamped by the sender, every byte compared
 *                  |
 *   WorkerReport + WorkerReport           the results of both ends
 * </pre>
 */
package dev.weft.cli.perf.traffic;

/**
 * What the traffic of measurements, of soak runs and of the benchmarks is made of.
 *
 * <pre>
 *   weft perf     weft soak     benchmarks
 *        \            |            /
 *   ReliablePair                     opened, with queues; the caller posts and reads
 *   SequenceLedger, CompletionLedger each number once, none lost
 *   Stamp                            the number at both ends of a message
 * </pre>
 */
package dev.weft.cli.workload;

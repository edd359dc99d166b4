/**
 * What is measured: ours and the peers behind the same two faces.
 *
 * <pre>
 *   Handover      writers --> queue --> reader         rates
 *     Weft, Jctools, Agrona, Disruptor, Park
 *
 *   Conversation  asking Side <--> answering Side      half round trips
 *     QueueSide     a Handover each way
 *     EndpointSide  Weft's endpoints over loopback
 *     AeronSide     Aeron IPC through an embedded driver
 * </pre>
 */
package dev.weft.benchmarks.contenders;

/**
 * Contenders within one process: Weft and its peers behind the same two interfaces.
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

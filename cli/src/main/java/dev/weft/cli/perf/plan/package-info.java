/**
 * What is to be measured, and the results.
 *
 * <pre>
 *   PerfPlan      FabricOffers, FabricName, EndpointAddress   where
 *      |          PerfTest, WaitMode, BufferMemory            what, and how
 *   TestCase      one row: both ends get the same one
 *      |
 *   PerfResult    of a row, or PerfFailure
 * </pre>
 */
package dev.weft.cli.perf.plan;

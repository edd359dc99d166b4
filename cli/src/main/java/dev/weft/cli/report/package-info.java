/**
 * How results are shown: tables, JSON lines, a picture, a progress bar.
 *
 * <pre>
 *   PerfResult --+--> PerfTable     people
 *                +--> PerfJson      programs, one JsonLine a result
 *                +--> LatencyPlot   svg or png
 *   FabricInfo -----> FabricTable
 *
 *   Quantity: numbers with units, for all of them
 * </pre>
 */
package dev.weft.cli.report;

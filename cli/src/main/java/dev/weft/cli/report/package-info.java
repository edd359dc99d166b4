/**
 * Output of results: tables, JSON lines, a plot, a progress bar.
 *
 * <pre>
 *   PerfResult --+--> PerfTable     readable text
 *                +--> PerfJson      one JsonLine per result
 *                +--> LatencyPlot   svg or png
 *   FabricInfo -----> FabricTable
 *
 *   Quantity: numbers with units, for all of them
 * </pre>
 */
package dev.weft.cli.report;

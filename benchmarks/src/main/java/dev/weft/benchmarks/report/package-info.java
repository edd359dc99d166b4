/**
 * What is printed of the results.
 *
 * <pre>
 *   Row --+--> RatioTable            beside the best peers
 *         +--> GrowthTable           by the number of members
 *         +--> ResultPlot            both, drawn: RatioBars and GrowthLines
 *         +--> JsonRows --> Changes  between two runs
 * </pre>
 */
package dev.weft.benchmarks.report;

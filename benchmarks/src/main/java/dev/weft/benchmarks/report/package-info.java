/**
 * What is printed of the results.
 *
 * <pre>
 *   Row --+--> RatioTable            beside the best peers
 *         +--> JsonRows --> Changes  between two runs
 * </pre>
 */
package dev.weft.benchmarks.report;

/**
 * What is printed of the results.
 *
 * <pre>
 *   Row --> RatioTable  beside the best peers
 * </pre>
 */
package dev.weft.benchmarks.report;

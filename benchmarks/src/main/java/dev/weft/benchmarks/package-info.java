/**
 * Runs the contenders of a comparison in separate JVMs, in turns, and compares Weft with the best
 * peer.
 *
 * <pre>
 *   Main --> Comparisons      the rows
 *    |         Comparison       contenders and a Target
 *    +-----> Growth           costs by the number of members, and their Law
 *    +-----> Trial            the contenders in turns, again if the bounce differed
 *    |         Fork             a JVM: measure.Measurement, one contender of contenders
 *    |         Sample           its figure, the cache-line bounce before and after
 *    +-----> Outcome          medians of runs under the same bounce: a report.Row
 * </pre>
 */
package dev.weft.benchmarks;

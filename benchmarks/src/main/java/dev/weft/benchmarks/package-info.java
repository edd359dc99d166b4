/**
 * Runs every contender of a comparison in JVMs of their own, in turns, and holds ours against the
 * best of the others.
 *
 * <pre>
 *   Main --> Comparisons      the rows
 *    |         Comparison       contenders and a Target
 *    +-----> Fork             a JVM: measure.Measurement, one contender of contenders
 *    |         Sample           its figure, the cache-line bounce before and after
 *    +-----> Outcome --> Table  medians of runs under the same bounce
 * </pre>
 */
package dev.weft.benchmarks;

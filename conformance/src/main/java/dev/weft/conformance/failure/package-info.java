/**
 * How a check fails.
 *
 * <pre>
 *   HangDetector --the awaited event does not come--> ClauseFailure    the sentence of the report
 *   StackTraces  --an exception that no clause expects-----^
 * </pre>
 */
package dev.weft.conformance.failure;

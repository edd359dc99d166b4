/**
 * How one contender is measured, alone in a JVM of its own, so that the compiler sees no other.
 *
 * <pre>
 *   Measurement (main) --> RingCost | HandoverRate | HalfRoundTrip
 *        |               | WakeUp | MessageCost, QueuePairCost | Allocation   one number
 *        +-- CacheLineBounce before and after, where two processors take part
 *        +-- prints: figure NUMBER BEFORE AFTER
 * </pre>
 */
package dev.weft.benchmarks.measure;

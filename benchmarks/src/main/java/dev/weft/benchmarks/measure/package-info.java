/**
 * The measurements. Each runs one contender in its own JVM, so that no other one affects the
 * compiler.
 *
 * <pre>
 *   Measurement (main) --> RingCost | HandoverRate | HalfRoundTrip
 *        |               | WakeUp | MessageCost, QueuePairCost | Allocation   one number
 *        |               | GrowthCost: the same with other members that are idle
 *        +-- CacheLineBounce before and after, where two processors take part
 *        +-- prints: figure NUMBER BEFORE AFTER
 * </pre>
 */
package dev.weft.benchmarks.measure;

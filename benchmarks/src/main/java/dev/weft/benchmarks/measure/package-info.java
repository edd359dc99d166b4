/**
 * The measurements. Each runs one contender in its own JVM, so that no other one affects the
 * compiler.
 *
 * <pre>
 *   Measurement (main) --> RingCost | HandoverRate | HalfRoundTrip
 *        |               | WakeUp | MessageCost, QueuePairCost | Allocation   one number
 *        |               | GrowthCost: the same with other members that are idle
 *        +-- StepCost before and after; CacheLineBounce, where two processors take part
 *        +-- prints: figure NUMBER BOUNCE STEP BOUNCE STEP
 * </pre>
 */
package dev.weft.benchmarks.measure;

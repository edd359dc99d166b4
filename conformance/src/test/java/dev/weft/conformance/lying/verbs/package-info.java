/**
 * A verbs provider for fault injection: the loopback device with one fault at a time.
 *
 * <pre>
 *   VerbsBench ──► Lying&lt;fault&gt; device ──► VerbsDecoration, a proxy around every object
 *                                              │   Lie.answer(call)
 *                                              ▼
 *                                          the real object
 * </pre>
 */
package dev.weft.conformance.lying.verbs;

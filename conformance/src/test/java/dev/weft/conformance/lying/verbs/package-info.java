/**
 * Verbs that lie, to prove the kit: the loopback device with one fault at a time.
 *
 * <pre>
 *   VerbsBench ──► Lying&lt;fault&gt; device ──► VerbsDecoration, a proxy around every object
 *                                              │   Lie.answer(call)
 *                                              ▼
 *                                          the honest object
 * </pre>
 */
package dev.weft.conformance.lying.verbs;

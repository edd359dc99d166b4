/**
 * The conformance kit: the run that checks a provider against the clauses, and its results.
 *
 * <pre>
 *   ConformanceKit.run("loopback", ClauseFilter.of("CQ-014,ER"), listener)
 *        │
 *   ConformanceRun ── for each Clause of a Vocabulary, in each threading model, in a thread with a
 *        │            time limit: a check.Trial
 *        ▼
 *   ClauseResult: PASSED, CHOSEN (which way), SKIPPED (what is missing), FAILED (expected, seen)
 *        ▼
 *   ConformanceReport: table, totals per group, JSON lines
 *
 *   IsolatedRun ── each check in a CheckProcess, which may crash or hang ──► DifferentialReport
 * </pre>
 *
 * <p>Imports run one way: this package, the clauses in {@code fabric} and {@code verbs}, {@code
 * check}.
 */
package dev.weft.conformance;

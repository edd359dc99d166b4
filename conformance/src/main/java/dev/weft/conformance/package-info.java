/**
 * The conformance kit: clauses, verdicts, and the run that checks a provider.
 *
 * <pre>
 *   ConformanceKit.run("loopback", ClauseFilter.of("CQ-014,ER"), listener)
 *        │
 *   ConformanceRun ── for each Clause, in each threading model, in a thread with a time limit:
 *        │                 Trial ──► Clause.Body ──► Check / ClauseSkipped
 *        │                   └─► PeerSupply ──► the process in which the other peer lives
 *        ▼
 *   ClauseResult: PASSED, CHOSEN (which way), SKIPPED (what is missing), FAILED (expected, seen)
 *        ▼
 *   ConformanceReport: table, totals per group, JSON lines
 * </pre>
 */
package dev.weft.conformance;

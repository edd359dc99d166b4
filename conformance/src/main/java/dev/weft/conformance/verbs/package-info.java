/**
 * The clauses of the verbs API: one class for each topic, in packages by what it is about.
 *
 * <pre>
 *   VerbsClauses ──► queue        completion queues, notification, channels
 *                ──► queuepair    queue pairs of all types and their memory
 *                      │
 *                      ▼
 *                    bench        the test fixture of both
 * </pre>
 */
package dev.weft.conformance.verbs;

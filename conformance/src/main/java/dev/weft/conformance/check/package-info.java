/**
 * What a clause and its check are made of.
 *
 * <pre>
 *   Clause --> Body.check(Trial)         Check, ClauseFailure, ClauseSkipped
 *                 |
 *               Trial                    opens, starts and closes for one check
 *              /     \
 *          Task       PeerSupply         a thread; the process in which the other peer lives
 *            |
 *      HangDetector, Rounds              how long to wait, how often to repeat
 * </pre>
 */
package dev.weft.conformance.check;

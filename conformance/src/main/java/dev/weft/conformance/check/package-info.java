/**
 * What a clause and its check are made of.
 *
 * <pre>
 *   Clause --> Body.check(Trial)         Check, ClauseSkipped
 *                 |
 *               Trial                    opens, starts and closes for one check
 *              /     \
 *          Task       PeerSupply         a thread; the process in which the other peer lives
 *            |
 *          Rounds                        how often to repeat
 * </pre>
 */
package dev.weft.conformance.check;

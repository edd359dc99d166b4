/**
 * {@code weft soak}: very many completions, each exactly once, very many sleeps, each woken, and
 * very many peers, each killed.
 *
 * <pre>
 *   SoakRun --> SoakPhase ...           how threads and waits are used
 *      | watches
 *   SoakWorker, SoakWorker ...          send, read, sleep; several on each side
 *      |
 *   SoakSide &lt;== messages ==&gt; SoakSide  an endpoint; its Ledgers see each number once
 *
 *   PairRun | PairPeer                  the same in two processes
 *   PairSide &lt;== messages ==&gt; PairSide  one thread, which also says how far it has got
 *
 *   NotificationRun                     verbs' words: arm, drain, and only then sleep
 *   NotificationSide == messages ==&gt; NotificationSide
 *
 *   KillRun --> Survivor ...            meets processes of one name, one after the other
 *      |        MessageTraffic    &lt;== messages ==&gt; MessageTraffic     of a Victim,
 *      |        NumberedRequests &lt;== requests ==&gt; NumberedRequests  killed
 *   Victims                             has the next ones ready, warmed by a Rehearsal
 *   Neighbours                          do the same meanwhile, and live
 * </pre>
 */
package dev.weft.cli.soak;

/**
 * {@code weft soak}: long runs that check that every completion arrives exactly once, that every
 * sleeping thread is woken, and that a killed peer ends all operations towards it.
 *
 * <pre>
 *   SoakRun --> SoakPhase ...           how threads and waits are used
 *      |
 *   PhaseRun                            watches both teams, or one and a PairPeer's process
 *      |
 *   SoakTeam --> SoakWorker ...         send, read, sleep; one or several on each side
 *      |
 *   SoakSide &lt;== messages ==&gt; SoakSide  an endpoint; each number once in its SequenceLedgers
 *
 *   NotificationRun                     verbs: arm, drain, and only then sleep
 *   SoakPair == messages ==&gt; SoakPair
 *
 *   KillRun --> KillTester ...          meets processes of one name, one after the other
 *      |        MessageTraffic    &lt;== messages ==&gt; MessageTraffic     of a KilledPeer
 *      |        NumberedRequests &lt;== requests ==&gt; NumberedRequests
 *   PeerPool                            starts the next ones ahead, after a WarmUp
 *   Bystanders                          exchange the same meanwhile, never killed
 * </pre>
 */
package dev.weft.cli.soak;

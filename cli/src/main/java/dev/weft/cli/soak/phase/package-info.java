/**
 * Two endpoints exchange numbered messages in every combination of threads and waits.
 *
 * <pre>
 *   SoakPhase                           how threads and waits are used: IdleWait
 *      |
 *   PhaseRun                            watches both teams, or one and a PairPeer's process
 *      |
 *   SoakTeam --> SoakWorker ...         send, read, sleep; one or several on each side
 *      |
 *   SoakSide &lt;== messages ==&gt; SoakSide  an endpoint; each number once in its SequenceLedgers
 * </pre>
 */
package dev.weft.cli.soak.phase;

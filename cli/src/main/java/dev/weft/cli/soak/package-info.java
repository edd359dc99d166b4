/**
 * {@code weft soak}: very many completions, each exactly once, and very many sleeps, each woken.
 *
 * <pre>
 *   SoakRun --> SoakPhase ...           how threads and waits are used
 *      | watches
 *   SoakWorker, SoakWorker ...          send, read, sleep; several on each side
 *      |
 *   SoakSide <== messages ==> SoakSide  an endpoint; its Ledgers see each number once
 * </pre>
 */
package dev.weft.cli.soak;

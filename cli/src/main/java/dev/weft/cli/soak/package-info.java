/**
 * {@code weft soak}: long runs that check that every completion arrives exactly once, that every
 * sleeping thread is woken, and that a killed peer ends all operations towards it.
 *
 * <pre>
 *   SoakRun --> phase.PhaseRun          messages, with and without sleep
 *
 *   NotificationRun                     verbs: arm, drain, and only then sleep
 *
 *   kill.KillRun                        peers that are killed
 *       |          |
 *     phase --> traffic                 imports run from left to right and down
 * </pre>
 */
package dev.weft.cli.soak;

/**
 * jcstress tests of the completion ring and the queue of work completions: two threads at once.
 *
 * <pre>
 *   writer --.             .--> reader        TwoWriters, TwoReaders, FailureInOrder
 *             +--> ring --+
 *   writer --'             '--> reader        Publication: a slot of the previous lap
 *
 *   reserve beside reserve or read            TwoReservations, ReserveBesideRead
 * </pre>
 */
package dev.weft.completion;

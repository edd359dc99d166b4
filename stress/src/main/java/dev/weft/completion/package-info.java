/**
 * jcstress on the completion ring: two of its users at once, in every order.
 *
 * <pre>
 *   writer --.                       .--> reader     TwoWriters, TwoReaders, FailureInOrder
 *             +--> [ ring, 2 slots ] -+
 *   writer --'                       '--> reader     Publication: a slot of the lap before
 *
 *   promise, read                                    TwoPromises, PromiseBesideRead
 * </pre>
 */
package dev.weft.completion;

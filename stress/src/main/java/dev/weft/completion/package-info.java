/**
 * jcstress on the completion ring: two of its users at once, in every order.
 *
 * <pre>
 *   writer --.             .--> reader        TwoWriters, TwoReaders, FailureInOrder
 *             +--> ring --+
 *   writer --'             '--> reader        Publication: a slot of the lap before
 *
 *   promise beside promise or read            TwoPromises, PromiseBesideRead
 * </pre>
 */
package dev.weft.completion;

/**
 * Locks, doorbells and timers of the threads that drive queue pairs. No thread waits for a lock
 * while it holds another one: it sets a pending bit, and the holder runs again.
 */
package dev.weft.nic.progress;

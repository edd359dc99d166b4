/**
 * Shared parts of the checks of scatter/gather lists in both APIs: lists over guarded buffers,
 * their reference, and random shapes that are reduced when one fails.
 */
package dev.weft.conformance.scatter;

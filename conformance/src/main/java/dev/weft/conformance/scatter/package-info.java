/**
 * What the checks of scatter/gather lists of both vocabularies share: lists over guarded buffers,
 * the plain reference for them, and random shapes that are made smaller when one fails.
 */
package dev.weft.conformance.scatter;

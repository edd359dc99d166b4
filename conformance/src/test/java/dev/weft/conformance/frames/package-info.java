/** A provider whose endpoints exchange nothing but frames, for the kit to run over. */
package dev.weft.conformance.frames;

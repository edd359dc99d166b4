/**
 * Carries frames between ports. A port is one endpoint's attachment to a wire; between each two
 * ports that have met lies a link, which is a ring of frames in each direction.
 *
 * <pre>
 *      port A                                                   port B
 *        |   FrameWriter  ->  [ FrameRing A to B ]  ->  FrameReader   |
 *        |   FrameReader  <-  [ FrameRing B to A ]  <-  FrameWriter   |
 *        +--------- Link (A's end)          Link (B's end) -----------+
 *                     doorbell: rung by a writer, only for a sleeping reader
 * </pre>
 *
 * <p>A ring has one writer and one reader and lies in one {@link java.lang.foreign.MemorySegment};
 * whether that is process memory or a mapped file is all that distinguishes one wire from another.
 */
package dev.weft.wire;

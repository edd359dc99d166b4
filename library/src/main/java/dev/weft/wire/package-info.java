/**
 * Transport of frames between ports. A port attaches an endpoint to a wire. A link connects two
 * ports by a ring of frames in each direction.
 *
 * <pre>
 *      port A                                                   port B
 *        |   FrameWriter  ->  [ FrameRing A to B ]  ->  FrameReader   |
 *        |   FrameReader  <-  [ FrameRing B to A ]  <-  FrameWriter   |
 *        +--------- Link (A's end)          Link (B's end) -----------+
 *                     doorbell: rung by a writer, only for a sleeping reader
 * </pre>
 *
 * <p>A ring has one writer and one reader and lies in one {@link java.lang.foreign.MemorySegment}:
 * process memory or a mapped file, depending on the wire.
 */
package dev.weft.wire;

/**
 * What both APIs tell the JDK's Flight Recorder: refused posts, and the state of open objects,
 * which it writes down periodically.
 *
 * <pre>
 *   open  ──add────►  OpenObjects ◄── the recorder's thread, once per period, if a recording
 *   close ──remove─►    │              has enabled the event
 *                       └── one event for each open object:
 *                             QueueStatisticsEvent, wire.LinkStatisticsEvent
 * </pre>
 *
 * <p>The periodic events read positions that the rings keep anyway. While no recording enables
 * them, opening and closing an object is all that costs anything.
 */
package dev.weft.recording;

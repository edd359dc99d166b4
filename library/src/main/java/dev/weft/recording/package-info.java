/**
 * Objects whose state the JDK's Flight Recorder writes down periodically.
 *
 * <pre>
 *   open  ──add────►  OpenObjects ◄── the recorder's thread, once per period, if a recording
 *   close ──remove─►    │              has enabled the event
 *                       └── one event for each open object:
 *                             completion.QueueStatisticsEvent, wire.LinkStatisticsEvent
 * </pre>
 *
 * <p>The events read positions that the rings keep anyway. While no recording enables them, opening
 * and closing an object is all that costs anything.
 */
package dev.weft.recording;

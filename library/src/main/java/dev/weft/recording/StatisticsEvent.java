package dev.weft.recording;

import jdk.jfr.Event;

/**
 * A periodic event that describes open objects. Its class is loaded when the first of them is
 * opened: unlike other classes it is in no AOT cache, from which classes come that nothing uses.
 */
public abstract class StatisticsEvent extends Event {
  /** All values are those of the subclass. */
  protected StatisticsEvent() {}
}

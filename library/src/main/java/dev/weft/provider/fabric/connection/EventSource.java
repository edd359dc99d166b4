package dev.weft.provider.fabric.connection;

/** A source of events that reads of an event queue progress. Any thread may call it. */
public interface EventSource {

  /** Reads the frames of peers and reports events. */
  void progress();

  /** {@link #progress} before sleeping: arms the doorbells first. */
  void progressAndArm();
}

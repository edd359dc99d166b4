package dev.weft.provider.fabric.connection;

import dev.weft.fabric.attributes.ObjectClass;

/** A source of events that reads of an event queue progress. Any thread may call it. */
public interface EventSource {

  /** The class of the object whose events it reports. */
  ObjectClass objectClass();

  /** Reads the frames of peers and reports events. */
  void progress();

  /** {@link #progress} before sleeping: arms the doorbells first. */
  void progressAndArm();
}

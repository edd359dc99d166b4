package dev.weft.provider.fabric.wait;

import dev.weft.fabric.FabricObject;
import dev.weft.provider.fabric.object.Parent;

/** A queue or counter that can be a member of a poll set. */
public interface PollSetObject extends FabricObject, Parent, Selectable {

  /** The events from now on, for one poll set. */
  EventReport newReport();
}

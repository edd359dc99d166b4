package dev.weft.ffm.event;

import dev.weft.fabric.info.FabricInfo;

/** An object that handles the events about it before the program reads them. */
public interface EventSubject {

  /**
   * A connection of the object is established or has ended.
   *
   * @param type a number of {@link dev.weft.fabric.completion.EventType}
   */
  default void connectionChanged(int type) {}

  /**
   * A peer requests a connection from the object.
   *
   * @param info address of a {@code struct fi_info}, valid during the call
   * @return the info for the program; null if the request has been rejected
   */
  default FabricInfo requested(long info) {
    return null;
  }
}

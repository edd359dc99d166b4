package dev.weft.verbs;

import java.util.List;

/**
 * A provider of devices, found by {@link java.util.ServiceLoader} with the class loader of this
 * API, whatever that of the thread is. It implements the interfaces of this package.
 *
 * <p>Any thread may call.
 */
public interface VerbsProvider {

  /** The devices that can be opened on this host; may be empty. */
  List<Device> devices();

  /**
   * Why it has no devices here, and what to type to have some; empty if it has devices, or if there
   * is nothing to type.
   */
  default String obstacle() {
    return "";
  }
}

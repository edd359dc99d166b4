package dev.weft.verbs;

import java.util.List;

/**
 * What carries the words of this package out; found by {@link java.util.ServiceLoader}.
 *
 * <p>Any thread may call.
 */
public interface VerbsProvider {

  /** The devices that can be opened here; may be empty. */
  List<Device> devices();
}

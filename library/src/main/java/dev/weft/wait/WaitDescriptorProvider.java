package dev.weft.wait;

import java.io.IOException;

/** A way to open file descriptors; a service. Any thread may call any method. */
public interface WaitDescriptorProvider {

  /** Why it does not work on this host or in this program, and what to type; null if it works. */
  String obstacle();

  /**
   * Opens a descriptor.
   *
   * @throws IOException if the process has no descriptor left
   */
  WaitDescriptor open() throws IOException;
}

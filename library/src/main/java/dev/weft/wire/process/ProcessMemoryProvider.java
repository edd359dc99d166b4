package dev.weft.wire.process;

/** A way to read the memory of other processes; a service. Any thread may call any method. */
public interface ProcessMemoryProvider {

  /** Why it does not work on this host or in this program, and what to type; null if it works. */
  String obstacle();

  /**
   * Opens the memory of a process.
   *
   * @return null if this process may not read it
   */
  ProcessMemory open(ProcessIdentity process);
}

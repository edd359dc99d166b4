package dev.weft.wire.process;

import java.util.ServiceLoader;

/** Opens the memory of other processes through the provider that works here, if there is one. */
public final class ProcessMemories {
  /**
   * The property that has the library read other processes. Off by default: where the processors
   * share a cache, two copies through a ring, one by each side, take half the time.
   */
  private static final String SWITCH = "dev.weft.shm.read";

  private ProcessMemories() {}

  /** The provider; looked for once, when memory is first needed. */
  private static final class Found {
    static final ProcessMemoryProvider PROVIDER =
        ServiceLoader.load(ProcessMemoryProvider.class, ProcessMemories.class.getClassLoader())
            .findFirst()
            .orElse(null);
    static final String OBSTACLE = obstacle();

    private static String obstacle() {
      if (!Boolean.getBoolean(SWITCH)) {
        return "one copy is off; type java -D" + SWITCH + "=true";
      }
      return PROVIDER == null
          ? "the module dev.weft.ffm (artifact weft-native) is not there"
          : PROVIDER.obstacle();
    }
  }

  /** Why no memory of another process can be read, and what to type; null if it can. */
  public static String obstacle() {
    return Found.OBSTACLE;
  }

  /** The memory of a process; null if this process cannot read it. */
  public static ProcessMemory open(ProcessIdentity process) {
    return process.pid() == 0 || obstacle() != null ? null : Found.PROVIDER.open(process);
  }
}

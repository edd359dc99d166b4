package dev.weft.wire.process;

import java.util.ServiceLoader;

/** Opens the memory of other processes through the provider that works here, if there is one. */
public final class ProcessMemories {
  /**
   * The property that has the library read other processes. Off by default: where the processors
   * share a cache, two copies through a ring, one by each side, take half the time.
   */
  private static final String SWITCH = "dev.weft.shm.read";

  private static final String MISSING = "the module dev.weft.ffm (artifact weft-native)";

  private ProcessMemories() {}

  /** The provider; looked for once, when memory is first needed. */
  private static final class Found {
    static final ProcessMemoryProvider PROVIDER =
        ServiceLoader.load(ProcessMemoryProvider.class, ProcessMemories.class.getClassLoader())
            .findFirst()
            .orElse(null);
    static final String OBSTACLE = obstacle(System.getProperty(SWITCH, "false"), PROVIDER);
  }

  /** Why the setting or the provider, which may be null, does not allow it; null if both do. */
  static String obstacle(String setting, ProcessMemoryProvider provider) {
    return switch (setting) {
      case "false" -> "one copy is off; type java -D" + SWITCH + "=true" + missing(provider);
      case "true" -> provider == null ? MISSING + " is not there" : provider.obstacle();
      default -> "-D" + SWITCH + "=" + setting + ", allowed are true, false";
    };
  }

  private static String missing(ProcessMemoryProvider provider) {
    return provider == null ? " and add " + MISSING : "";
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

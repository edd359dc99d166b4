package dev.weft.wait;

import java.io.IOException;
import java.util.ServiceLoader;

/** Opens file descriptors through the provider, if there is one. */
public final class WaitDescriptors {

  private WaitDescriptors() {}

  /** The provider; looked for once, when a descriptor is first needed. */
  private static final class Found {
    static final WaitDescriptorProvider PROVIDER =
        ServiceLoader.load(WaitDescriptorProvider.class, WaitDescriptors.class.getClassLoader())
            .findFirst()
            .orElse(null);
  }

  /** Why no descriptor can be opened, and what to add or type; null if it can. */
  public static String obstacle() {
    return obstacle(Found.PROVIDER);
  }

  /** The same with this provider, which may be null. */
  static String obstacle(WaitDescriptorProvider provider) {
    return provider == null
        ? "no provider of descriptors; add the module dev.weft.ffm (artifact weft-native)"
        : provider.obstacle();
  }

  /**
   * Opens a descriptor.
   *
   * @throws IllegalStateException if there is an {@link #obstacle}
   * @throws IOException if the process has no descriptor left
   */
  public static WaitDescriptor open() throws IOException {
    String obstacle = obstacle();
    if (obstacle != null) {
      throw new IllegalStateException(obstacle);
    }
    return Found.PROVIDER.open();
  }
}

package dev.weft.fabric.info;

import dev.weft.fabric.Numbered;

/** {@code fi_resource_mgmt}: who prevents overruns of queues and buffers (CQ-058). */
public enum ResourceManagement implements Numbered {
  /** {@code FI_RM_UNSPEC}: no preference. */
  UNSPEC(0),
  /** {@code FI_RM_DISABLED}: the application. */
  DISABLED(1),
  /** {@code FI_RM_ENABLED}: the provider; nothing is lost. */
  ENABLED(2);

  private final int value;

  ResourceManagement(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static ResourceManagement of(int value) {
    return Numbered.of(ResourceManagement.class, value);
  }
}

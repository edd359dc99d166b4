package dev.weft.fabric.info;

import dev.weft.argument.FlagNames;

/** What a provider requires of memory regions ({@code fi_domain_attr.mr_mode}). */
public final class MemoryRegistrationMode {

  /** {@code FI_MR_LOCAL}: local buffers must be registered too. */
  public static final long LOCAL = 1L << 2;

  /** {@code FI_MR_RAW}: keys are longer than 64 bits. */
  public static final long RAW = 1L << 3;

  /** {@code FI_MR_VIRT_ADDR}: peers address by virtual address instead of by offset. */
  public static final long VIRT_ADDR = 1L << 4;

  /** {@code FI_MR_ALLOCATED}: memory must exist when it is registered. */
  public static final long ALLOCATED = 1L << 5;

  /** {@code FI_MR_PROV_KEY}: the provider chooses the keys. */
  public static final long PROV_KEY = 1L << 6;

  /** {@code FI_MR_MMU_NOTIFY}: changes of the page table must be announced. */
  public static final long MMU_NOTIFY = 1L << 7;

  /** {@code FI_MR_RMA_EVENT}: regions that count must be bound to a counter. */
  public static final long RMA_EVENT = 1L << 8;

  /** {@code FI_MR_ENDPOINT}: regions must be bound to an endpoint. */
  public static final long ENDPOINT = 1L << 9;

  /** {@code FI_MR_HMEM}: device memory must be registered. */
  public static final long HMEM = 1L << 10;

  /** {@code FI_MR_COLLECTIVE}: buffers of collective operations must be registered. */
  public static final long COLLECTIVE = 1L << 11;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(LOCAL, "FI_MR_LOCAL")
          .name(RAW, "FI_MR_RAW")
          .name(VIRT_ADDR, "FI_MR_VIRT_ADDR")
          .name(ALLOCATED, "FI_MR_ALLOCATED")
          .name(PROV_KEY, "FI_MR_PROV_KEY")
          .name(MMU_NOTIFY, "FI_MR_MMU_NOTIFY")
          .name(RMA_EVENT, "FI_MR_RMA_EVENT")
          .name(ENDPOINT, "FI_MR_ENDPOINT")
          .name(HMEM, "FI_MR_HMEM")
          .name(COLLECTIVE, "FI_MR_COLLECTIVE");

  private MemoryRegistrationMode() {}

  /** The names of the set bits, {@code FI_MR_LOCAL|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}

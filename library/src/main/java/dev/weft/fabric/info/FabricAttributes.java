package dev.weft.fabric.info;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;

/**
 * {@code struct fi_fabric_attr}: the fabric and its provider.
 *
 * @param name {@code name}: name of the fabric, or null for any.
 * @param providerName {@code prov_name}: name of the provider, or null for any.
 * @param providerVersion {@code prov_version}: version of the provider, major in the upper 16 bits.
 * @param apiVersion {@code api_version}: version of the interface, major in the upper 16 bits.
 */
public record FabricAttributes(
    String name, String providerName, int providerVersion, int apiVersion) {

  private static final int PART = 0xffff;

  /** {@code FI_VERSION}: a version, major in the upper 16 bits; each part 0 to 65,535. */
  public static int version(int major, int minor) {
    return Require.inRange("major", major, 0, PART) << Short.SIZE
        | Require.inRange("minor", minor, 0, PART);
  }

  /** {@code FI_MAJOR} and {@code FI_MINOR} of a version, as {@code fi_info} prints it: 1.17. */
  public static String describeVersion(int version) {
    return (version >>> Short.SIZE) + "." + (version & PART);
  }

  /** All zero, as in C. */
  public static FabricAttributes defaults() {
    return builder().build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder()
        .name(name)
        .providerName(providerName)
        .providerVersion(providerVersion)
        .apiVersion(apiVersion);
  }

  /** {@code fi_fabric_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_fabric_attr")
        .field("name", name)
        .field("prov_name", providerName)
        .field("prov_version", describeVersion(providerVersion))
        .field("api_version", describeVersion(apiVersion))
        .toString();
  }

  /** Builds {@link FabricAttributes}. */
  public static final class Builder {

    private String name;
    private String providerName;
    private int providerVersion;
    private int apiVersion;

    private Builder() {}

    /** {@code name}: name of the fabric, or null for any. */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /** {@code prov_name}: name of the provider, or null for any. */
    public Builder providerName(String providerName) {
      this.providerName = providerName;
      return this;
    }

    /** {@code prov_version}: version of the provider, major in the upper 16 bits. */
    public Builder providerVersion(int providerVersion) {
      this.providerVersion = providerVersion;
      return this;
    }

    /** {@code api_version}: version of the interface, major in the upper 16 bits. */
    public Builder apiVersion(int apiVersion) {
      this.apiVersion = apiVersion;
      return this;
    }

    /** The attributes. */
    public FabricAttributes build() {
      return new FabricAttributes(name, providerName, providerVersion, apiVersion);
    }
  }
}

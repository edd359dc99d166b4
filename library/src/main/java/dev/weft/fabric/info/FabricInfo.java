package dev.weft.fabric.info;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;
import dev.weft.fabric.FabricObject;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * {@code struct fi_info}: what a program asks for ({@code fi_getinfo(3)} hints), and what a
 * provider offers.
 *
 * <pre>{@code
 * FabricInfo hints = FabricInfo.builder()
 *     .provider("loopback")
 *     .endpointType(EndpointType.RDM)
 *     .capabilities(Capabilities.MSG | Capabilities.TAGGED)
 *     .build();
 * FabricInfo info = Fabrics.getInfo(hints).getFirst();
 * }</pre>
 *
 * <p>Immutable. In hints zero, UNSPEC and null mean anything.
 */
public final class FabricInfo {

  private final long capabilities;
  private final long mode;
  private final AddressFormat addressFormat;
  private final byte[] sourceAddress;
  private final byte[] destinationAddress;
  private final FabricObject handle;
  private final TransmitAttributes transmit;
  private final ReceiveAttributes receive;
  private final EndpointAttributes endpoint;
  private final DomainAttributes domain;
  private final FabricAttributes fabric;

  private FabricInfo(Builder builder) {
    capabilities = builder.capabilities;
    mode = builder.mode;
    addressFormat = builder.addressFormat;
    sourceAddress = builder.sourceAddress;
    destinationAddress = builder.destinationAddress;
    handle = builder.handle;
    transmit = builder.transmit.build();
    receive = builder.receive.build();
    endpoint = builder.endpoint.build();
    domain = builder.domain.build();
    fabric = builder.fabric.build();
  }

  /** {@code fi_allocinfo(3)}: a builder of hints that ask for nothing. */
  public static Builder builder() {
    return new Builder();
  }

  /** {@code fi_dupinfo(3)}: a builder that starts with these values. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.capabilities = capabilities;
    builder.mode = mode;
    builder.addressFormat = addressFormat;
    builder.sourceAddress = sourceAddress;
    builder.destinationAddress = destinationAddress;
    builder.handle = handle;
    return builder
        .transmit(transmit)
        .receive(receive)
        .endpoint(endpoint)
        .domain(domain)
        .fabric(fabric);
  }

  /** {@code caps}: {@link Capabilities} of endpoints. */
  public long capabilities() {
    return capabilities;
  }

  /** {@code mode}: {@link ModeBits}; in hints the modes that the program supports. */
  public long mode() {
    return mode;
  }

  /** {@code addr_format}: the format of addresses. */
  public AddressFormat addressFormat() {
    return addressFormat;
  }

  /**
   * {@code src_addr}: the address of an endpoint, a copy; or null. Infos of {@code loopback} and
   * {@code shm} have that of the hints only: without one, an endpoint gets a free address when it
   * is enabled.
   */
  public byte[] sourceAddress() {
    return copy(sourceAddress);
  }

  /** {@code dest_addr}: the address of its peer, a copy; or null. */
  public byte[] destinationAddress() {
    return copy(destinationAddress);
  }

  /**
   * {@code handle}: the connection request that an endpoint with this info can accept, or the
   * passive endpoint whose address it takes over; or null.
   */
  public FabricObject handle() {
    return handle;
  }

  /** {@code tx_attr}: the sending side. */
  public TransmitAttributes transmit() {
    return transmit;
  }

  /** {@code rx_attr}: the receiving side. */
  public ReceiveAttributes receive() {
    return receive;
  }

  /** {@code ep_attr}: endpoints as a whole. */
  public EndpointAttributes endpoint() {
    return endpoint;
  }

  /** {@code domain_attr}: the domain. */
  public DomainAttributes domain() {
    return domain;
  }

  /** {@code fabric_attr}: the fabric and its provider. */
  public FabricAttributes fabric() {
    return fabric;
  }

  private static byte[] copy(byte[] address) {
    return address == null ? null : address.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FabricInfo info
        && Arrays.equals(sourceAddress, info.sourceAddress)
        && Arrays.equals(destinationAddress, info.destinationAddress)
        && Arrays.equals(plainValues(), info.plainValues());
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        Arrays.hashCode(plainValues()),
        Arrays.hashCode(sourceAddress),
        Arrays.hashCode(destinationAddress));
  }

  private Object[] plainValues() {
    return new Object[] {
      capabilities, mode, addressFormat, handle, transmit, receive, endpoint, domain, fabric
    };
  }

  /** As {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_info")
        .bits("caps", Capabilities.describe(capabilities))
        .bits("mode", ModeBits.describe(mode))
        .field("addr_format", "FI_" + addressFormat)
        .field("src_addr", addressText(sourceAddress))
        .field("dest_addr", addressText(destinationAddress))
        .field("handle", handle == null ? "(nil)" : "FI_CLASS_" + handle.objectClass())
        .nested(transmit)
        .nested(receive)
        .nested(endpoint)
        .nested(domain)
        .nested(fabric)
        .toString();
  }

  private String addressText(byte[] address) {
    if (address == null) {
      return "(null)";
    }
    return addressFormat == AddressFormat.ADDR_STR
        ? new String(address, UTF_8)
        : HexFormat.of().formatHex(address);
  }

  /**
   * Builds {@link FabricInfo}: whole attribute objects, and shortcuts to frequently set attributes.
   * A whole object replaces what shortcuts have set in it, so set it first.
   */
  public static final class Builder {

    private long capabilities;
    private long mode;
    private AddressFormat addressFormat = AddressFormat.FORMAT_UNSPEC;
    private byte[] sourceAddress;
    private byte[] destinationAddress;
    private FabricObject handle;
    private TransmitAttributes.Builder transmit = TransmitAttributes.builder();
    private ReceiveAttributes.Builder receive = ReceiveAttributes.builder();
    private EndpointAttributes.Builder endpoint = EndpointAttributes.builder();
    private DomainAttributes.Builder domain = DomainAttributes.builder();
    private FabricAttributes.Builder fabric = FabricAttributes.builder();

    private Builder() {}

    /** {@code caps}: {@link Capabilities} of endpoints. */
    public Builder capabilities(long capabilities) {
      this.capabilities = capabilities;
      return this;
    }

    /** {@code mode}: {@link ModeBits}. */
    public Builder mode(long mode) {
      this.mode = mode;
      return this;
    }

    /** {@code addr_format}: the format of addresses. */
    public Builder addressFormat(AddressFormat addressFormat) {
      this.addressFormat = Require.notNull("addressFormat", addressFormat);
      return this;
    }

    /** {@code src_addr}: the address of endpoints, copied; or null. */
    public Builder sourceAddress(byte[] address) {
      this.sourceAddress = copy(address);
      return this;
    }

    /** {@code dest_addr}: the address of their peer, copied; or null. */
    public Builder destinationAddress(byte[] address) {
      this.destinationAddress = copy(address);
      return this;
    }

    /** {@code handle}: a connection request or a passive endpoint, or null. */
    public Builder handle(FabricObject handle) {
      this.handle = handle;
      return this;
    }

    /** {@code tx_attr}: the sending side. */
    public Builder transmit(TransmitAttributes transmit) {
      this.transmit = Require.notNull("transmit", transmit).toBuilder();
      return this;
    }

    /** {@code rx_attr}: the receiving side. */
    public Builder receive(ReceiveAttributes receive) {
      this.receive = Require.notNull("receive", receive).toBuilder();
      return this;
    }

    /** {@code ep_attr}: endpoints as a whole. */
    public Builder endpoint(EndpointAttributes endpoint) {
      this.endpoint = Require.notNull("endpoint", endpoint).toBuilder();
      return this;
    }

    /** {@code domain_attr}: the domain. */
    public Builder domain(DomainAttributes domain) {
      this.domain = Require.notNull("domain", domain).toBuilder();
      return this;
    }

    /** {@code fabric_attr}: the fabric and its provider. */
    public Builder fabric(FabricAttributes fabric) {
      this.fabric = Require.notNull("fabric", fabric).toBuilder();
      return this;
    }

    /** Shortcut to {@code fabric_attr->prov_name}. */
    public Builder provider(String name) {
      fabric.providerName(name);
      return this;
    }

    /** Shortcut to {@code ep_attr->type}. */
    public Builder endpointType(EndpointType type) {
      endpoint.type(type);
      return this;
    }

    /** Shortcut to {@code domain_attr->threading}. */
    public Builder threading(Threading threading) {
      domain.threading(threading);
      return this;
    }

    /** Shortcut to {@code domain_attr->control_progress, data_progress}. */
    public Builder progress(ProgressModel model) {
      domain.controlProgress(model).dataProgress(model);
      return this;
    }

    /** Shortcut to {@code domain_attr->resource_mgmt}. */
    public Builder resourceManagement(ResourceManagement management) {
      domain.resourceManagement(management);
      return this;
    }

    /** Shortcut to {@code domain_attr->av_type}. */
    public Builder addressVectorType(AddressVectorType type) {
      domain.addressVectorType(type);
      return this;
    }

    /** Shortcut to {@code domain_attr->mr_mode}. */
    public Builder memoryRegistrationMode(long mode) {
      domain.memoryRegistrationMode(mode);
      return this;
    }

    /** Shortcut to {@code tx_attr->op_flags}. */
    public Builder transmitFlags(long flags) {
      transmit.operationFlags(flags);
      return this;
    }

    /** Shortcut to {@code rx_attr->op_flags}. */
    public Builder receiveFlags(long flags) {
      receive.operationFlags(flags);
      return this;
    }

    /** Shortcut to {@code tx_attr->inject_size}. */
    public Builder injectSize(long bytes) {
      transmit.injectSize(bytes);
      return this;
    }

    /** Shortcut to {@code ep_attr->max_msg_size}. */
    public Builder maxMessageSize(long bytes) {
      endpoint.maxMessageSize(bytes);
      return this;
    }

    /** Shortcut to {@code msg_order} of both sides. */
    public Builder messageOrder(long order) {
      transmit.messageOrder(order);
      receive.messageOrder(order);
      return this;
    }

    /** The info. */
    public FabricInfo build() {
      return new FabricInfo(this);
    }
  }
}

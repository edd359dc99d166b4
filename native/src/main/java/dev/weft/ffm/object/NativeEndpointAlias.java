package dev.weft.ffm.object;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.linker.StructView;
import dev.weft.provider.fabric.check.Arguments;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@code fi_ep_alias(3)} of libfabric: default flags of its own, all else is that of the endpoint.
 */
final class NativeEndpointAlias extends AbstractEndpoint {
  private static final String CALL = "fi_ep_alias";
  private static final int COMMAND = 4;
  private static final long DIRECTIONS = BindFlags.TRANSMIT | BindFlags.RECV;

  private final AbstractEndpoint endpoint;

  private NativeEndpointAlias(AbstractEndpoint endpoint, long flags, long fid) {
    super(ObjectClass.EP, endpoint.state(), fid, endpoint.context());
    this.endpoint = endpoint;
    boolean ofSends = (flags & BindFlags.TRANSMIT) != 0;
    defaultFlags(ofSends, flags & ~DIRECTIONS);
    defaultFlags(!ofSends, endpoint.defaultFlags(!ofSends));
  }

  /** {@code fi_ep_alias(3)}; the flags name one direction. */
  static NativeEndpointAlias open(AbstractEndpoint endpoint, long flags) {
    Arguments.oneDirection(CALL, flags & DIRECTIONS);
    endpoint.addDependent(ObjectClass.EP);
    try {
      return new NativeEndpointAlias(endpoint, flags, openInC(endpoint, flags));
    } catch (FabricException | IllegalStateException refused) {
      endpoint.removeDependent(ObjectClass.EP);
      throw refused;
    }
  }

  private static long openInC(AbstractEndpoint endpoint, long flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocateFrom(ValueLayout.JAVA_LONG, 0);
      MemorySegment memory = arena.allocate(CallLayouts.ALIAS.size(), Long.BYTES);
      new StructView(CallLayouts.ALIAS, memory.address())
          .word("fid", result.address())
          .word("flags", flags);
      int error = endpoint.control(COMMAND, memory.address());
      if (error != 0) {
        throw new FabricException(error, CALL, "flags=" + OperationFlags.describe(flags), "");
      }
      return result.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  /** The endpoint, while the alias is open. */
  private AbstractEndpoint endpoint() {
    requireOpen();
    return endpoint;
  }

  @Override
  public void bind(CompletionQueue queue, long flags) {
    endpoint().bind(queue, flags);
  }

  @Override
  public void bind(Counter counter, long flags) {
    endpoint().bind(counter, flags);
  }

  @Override
  public void bind(AddressVector vector, long flags) {
    endpoint().bind(vector, flags);
  }

  @Override
  public void bind(SharedReceiveContext context, long flags) {
    endpoint().bind(context, flags);
  }

  @Override
  public void bind(SharedTransmitContext context, long flags) {
    endpoint().bind(context, flags);
  }

  @Override
  public void bind(EventQueue queue, long flags) {
    endpoint().bind(queue, flags);
  }

  @Override
  public void enable() {
    endpoint().enable();
  }

  @Override
  public long option(EndpointOption option) {
    return endpoint().option(option);
  }

  @Override
  public void option(EndpointOption option, long value) {
    endpoint().option(option, value);
  }

  @Override
  public byte[] name() {
    return endpoint().name();
  }

  @Override
  public void name(byte[] address) {
    endpoint().name(address);
  }

  @Override
  public void connect(byte[] address, MemorySegment data) {
    endpoint().connect(address, data);
  }

  @Override
  public void accept(MemorySegment data) {
    endpoint().accept(data);
  }

  @Override
  public void shutdown(long flags) {
    endpoint().shutdown(flags);
  }

  @Override
  public byte[] peer() {
    return endpoint().peer();
  }

  @Override
  public FabricObject join(byte[] address, long flags, Object context) {
    return endpoint().join(address, flags, context);
  }

  @Override
  protected void released() {
    endpoint.removeDependent(objectClass());
  }

  @Override
  public String toString() {
    return "NativeEndpointAlias[" + endpoint + "]";
  }
}

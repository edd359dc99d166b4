package dev.weft.ffm.object;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libfabric;
import dev.weft.provider.fabric.check.Arguments;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;

/**
 * {@code fi_getopt(3)}, {@code fi_setopt(3)} and the default operation flags of an endpoint. An
 * option of shm is kept until the endpoint is enabled, and set then: shm of 1.17 dereferences NULL
 * when one is set before. shm of 2.6 takes none later. Both dereference NULL when one is read
 * before, and both have only {@code FI_OPT_MIN_MULTI_RECV}.
 */
final class EndpointOptions {
  private static final long GET_OPTION = OpsLayouts.ENDPOINT.offset("getopt");
  private static final long SET_OPTION = OpsLayouts.ENDPOINT.offset("setopt");

  private final AbstractEndpoint endpoint;
  private final long table;
  private final Map<EndpointOption, Long> early = new EnumMap<>(EndpointOption.class);

  /** The options of an endpoint whose {@code fi_ops_ep} is at {@code table}. */
  EndpointOptions(AbstractEndpoint endpoint, long table) {
    this.endpoint = endpoint;
    this.table = table;
  }

  /** The endpoint is about to be enabled in C. */
  void setBeforeEnabling() {
    if (Libfabric.isAtLeast(2, 0)) {
      early.forEach(this::setInC);
    }
  }

  /** The endpoint has been enabled in C. */
  void setAfterEnabling() {
    if (!Libfabric.isAtLeast(2, 0)) {
      early.forEach(this::setInC);
    }
    if (ProviderNames.releasesEarly(endpoint.info())) {
      endpoint.state().minimumMultiReceive(getInC(EndpointOption.MIN_MULTI_RECV));
    }
  }

  long get(EndpointOption option) {
    Long value = early.get(Require.notNull("option", option));
    if (endpoint.isEnabled()) {
      return getInC(option);
    }
    if (value == null && ProviderNames.isShm(endpoint.info())) {
      String seen = "option=" + option + ", the endpoint is not enabled";
      throw new FabricException(Errno.EOPBADSTATE, "fi_getopt", seen, "Enable it before");
    }
    return value == null ? getInC(option) : value;
  }

  private long getInC(EndpointOption option) {
    endpoint.enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_LONG, 0);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_LONG, Long.BYTES);
      long function = endpoint.function(table, GET_OPTION);
      int result =
          (int)
              Downcalls.call(
                  function, endpoint.fid(), 0, option.value(), value.address(), length.address());
      if (result != 0) {
        throw new FabricException(result, "fi_getopt", "option=" + option, "");
      }
      return value.get(ValueLayout.JAVA_LONG, 0);
    } finally {
      endpoint.leave();
    }
  }

  void set(EndpointOption option, long value) {
    endpoint.requireOpen();
    if (Require.notNull("option", option) == EndpointOption.CONNECT_MILLIS
        || option == EndpointOption.RECV_ENDS_WITH_PEER) {
      throw unknown(option, "libfabric has no such option");
    }
    if (endpoint.isEnabled() || !ProviderNames.isShm(endpoint.info())) {
      setInC(option, value);
    } else if (option == EndpointOption.MIN_MULTI_RECV) {
      early.put(option, value);
    } else {
      throw unknown(option, "shm has no such option");
    }
  }

  private static FabricException unknown(EndpointOption option, String advice) {
    return new FabricException(Errno.ENOPROTOOPT, "fi_setopt", "option=" + option, advice);
  }

  private void setInC(EndpointOption option, long number) {
    endpoint.enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_LONG, number);
      long function = endpoint.function(table, SET_OPTION);
      int result =
          (int)
              Downcalls.call(
                  function, endpoint.fid(), 0, option.value(), value.address(), Long.BYTES);
      if (result != 0) {
        throw new FabricException(result, "fi_setopt", "option=" + option, "");
      }
      if (option == EndpointOption.MIN_MULTI_RECV) {
        endpoint.state().minimumMultiReceive(number);
      }
    } finally {
      endpoint.leave();
    }
  }

  long operationFlags(long direction) {
    Arguments.oneDirection("fi_control", direction);
    return endpoint.defaultFlags(direction == BindFlags.TRANSMIT);
  }

  void operationFlags(long direction, long flags) {
    Arguments.oneDirection("fi_control", direction);
    long shown = flags & ~ProviderNames.hiddenFlags(endpoint.info());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment argument = arena.allocateFrom(ValueLayout.JAVA_LONG, shown | direction);
      int result = endpoint.control(ControlCommand.SETOPSFLAG_VALUE, argument.address());
      if (result != 0) {
        throw new FabricException(result, "fi_control", "command=FI_SETOPSFLAG", "");
      }
    }
    endpoint.defaultFlags(direction == BindFlags.TRANSMIT, flags);
  }
}

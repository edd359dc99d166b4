package dev.weft.provider.fabric;

import dev.weft.argument.Require;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.nic.connection.ConnectionListener;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.nic.message.AtomicWork;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.endpoint.ConnectedState;
import dev.weft.provider.fabric.endpoint.EndpointState;
import dev.weft.provider.fabric.post.PeerOps;
import java.nio.charset.StandardCharsets;

/** The common part of an endpoint and its aliases, except posting. */
abstract class AbstractEndpoint extends PeerOps {
  private static final long DEFAULTABLE =
      OperationFlags.COMPLETION
          | OperationFlags.INJECT
          | OperationFlags.INJECT_COMPLETE
          | OperationFlags.TRANSMIT_COMPLETE;

  AbstractEndpoint(EndpointState state, Object context) {
    super(state, context);
  }

  @Override
  public FabricInfo info() {
    return state.info;
  }

  @Override
  public byte[] name() {
    requireOpen();
    EndpointMachine machine = state.machine;
    if (machine == null) {
      throw new FabricException(
          Errno.EOPBADSTATE, "fi_getname", "the endpoint is not enabled", "Enable it first");
    }
    return state.name().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public FabricObject join(byte[] address, long flags, Object context) {
    requireOpen();
    throw new FabricException(
        Errno.ENOSYS, "fi_join", "there are no multicast groups here", "Send to each peer");
  }

  @Override
  public int cancel(long context) {
    requireOpen();
    EndpointMachine machine = state.machine;
    if (machine == null || context == 0) {
      return 0;
    }
    int cancelled = state.domain.work().cancel(state, context);
    if (cancelled <= 0) {
      return cancelled;
    }
    machine.enter();
    try {
      int unfenced = state.fences().cancel(context);
      if (unfenced <= 0) {
        return unfenced;
      }
      machine.cancel(context);
    } finally {
      machine.exit();
    }
    return 0;
  }

  @Override
  public long option(EndpointOption option) {
    requireOpen();
    return switch (Require.notNull("option", option)) {
      case MIN_MULTI_RECV -> state.minimumMultiReceive;
      case TX_SIZE -> state.info.transmit().size();
      case RX_SIZE -> state.info.receive().size();
      case MAX_MSG_SIZE, MAX_TAGGED_SIZE -> state.info.endpoint().maxMessageSize();
      case MAX_ATOMIC_SIZE -> AtomicWork.MAX_BYTES;
      case INJECT_MSG_SIZE, INJECT_TAGGED_SIZE, INJECT_ATOMIC_SIZE ->
          state.info.transmit().injectSize();
      case CM_DATA_SIZE -> ConnectionListener.DATA_BYTES;
      case CONNECT_MILLIS -> connected("fi_getopt").connectMillis;
      case RECV_ENDS_WITH_PEER -> state.receivesEndWithPeer ? 1 : 0;
      default -> throw unknown("fi_getopt", option);
    };
  }

  @Override
  public void option(EndpointOption option, long value) {
    requireOpen();
    switch (Require.notNull("option", option)) {
      case MIN_MULTI_RECV -> minimumMultiReceive(value);
      case CONNECT_MILLIS -> connected("fi_setopt").connectMillis = value;
      case RECV_ENDS_WITH_PEER -> receivesEndWithPeer(value);
      default -> throw unknown("fi_setopt", option);
    }
  }

  private void minimumMultiReceive(long bytes) {
    if (bytes < 0) {
      throw AttributeChecks.invalid(
          "fi_setopt", "MIN_MULTI_RECV=" + bytes, "Allowed: 0 and more bytes");
    }
    state.minimumMultiReceive = bytes;
  }

  private void receivesEndWithPeer(long value) {
    boolean directed = state.has(Capabilities.DIRECTED_RECV) && state.mayPostReceives();
    if (!directed || (value & ~1) != 0) {
      throw AttributeChecks.invalid(
          "fi_setopt",
          "RECV_ENDS_WITH_PEER="
              + value
              + " of an endpoint with capabilities "
              + Capabilities.describe(state.info.capabilities()),
          "Allowed: 0 and 1, with FI_DIRECTED_RECV and without a shared receive context");
    }
    state.receivesEndWithPeer = value == 1;
  }

  private ConnectedState connected(String call) {
    if (state instanceof ConnectedState connected) {
      return connected;
    }
    throw unknown(call, EndpointOption.CONNECT_MILLIS);
  }

  private static FabricException unknown(String call, EndpointOption option) {
    return new FabricException(
        Errno.ENOPROTOOPT, call, "option=" + option, "This option cannot be used here");
  }

  @Override
  public long operationFlags(long direction) {
    requireOpen();
    return isTransmit("fi_control(FI_GETOPSFLAG)", direction) ? sendFlags : receiveFlags;
  }

  @Override
  public void operationFlags(long direction, long flags) {
    requireOpen();
    defaults("fi_control(FI_SETOPSFLAG)", direction, flags);
  }

  /** Sets the default flags of a direction, for this call. */
  final void defaults(String call, long direction, long flags) {
    boolean transmit = isTransmit(call, direction);
    AttributeChecks.flags(call, flags, defaultable(), OperationFlags::describe);
    if (transmit) {
      sendFlags = flags;
    } else {
      receiveFlags = flags;
    }
  }

  /** The flags that this endpoint accepts as defaults. */
  private long defaultable() {
    long acknowledged = state.isReliable() ? ACKNOWLEDGED : 0;
    return DEFAULTABLE | acknowledged | multiReceive();
  }

  private static boolean isTransmit(String call, long direction) {
    Arguments.oneDirection(call, direction);
    return direction == BindFlags.TRANSMIT;
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    requireOpen();
    switch (Require.notNull("command", command).value()) {
      case ControlCommand.ENABLE_VALUE -> enable();
      case ControlCommand.GETOPSFLAG_VALUE -> {
        return command.answer(operationFlags(command.argument()));
      }
      case ControlCommand.SETOPSFLAG_VALUE -> {
        long direction = command.argument() & (BindFlags.TRANSMIT | BindFlags.RECV);
        operationFlags(direction, command.argument() & ~direction);
      }
      default ->
          throw new FabricException(
              Errno.ENOSYS, "fi_control", "command=" + command, "Not for endpoints");
    }
    return null;
  }

  /** The type, and the address once there is one. */
  @Override
  public final String details() {
    EndpointMachine machine = state.machine;
    return state.info.endpoint().type()
        + ", "
        + (machine == null
            ? state.domain.fabric().attributes().providerName() + ", not enabled"
            : machine.address());
  }

  @Override
  public Endpoint alias(long flags) {
    requireOpen();
    return new EndpointAlias(this, flags);
  }
}

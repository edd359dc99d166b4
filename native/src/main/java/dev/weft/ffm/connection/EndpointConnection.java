package dev.weft.ffm.connection;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.linker.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;

/**
 * The connection of one endpoint. Its state is known from the events that have been taken from the
 * event queue. Calls at the wrong time are refused here: C of 1.17 dereferences NULL, or closes a
 * file descriptor that is not its own.
 *
 * <pre>
 *   NEW --connect, accept--> REQUESTED --FI_CONNECTED--> ESTABLISHED
 *                                                             '--shutdown, FI_SHUTDOWN--> ENDED
 * </pre>
 */
public final class EndpointConnection {
  private enum State {
    NEW,
    REQUESTED,
    ESTABLISHED,
    ENDED
  }

  private final NativeObject endpoint;
  private final FabricInfo info;
  private final boolean isAsked;
  private final ConnectionFunctions functions;
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

  /** Whether the program has set the name. */
  private boolean isNamed;

  /**
   * A connection that is not requested yet.
   *
   * @param isAsked whether the endpoint was opened for a request
   * @param connection where the endpoint's table {@code fi_ops_cm} is
   * @param options where its table {@code fi_ops_ep} is
   */
  public EndpointConnection(
      NativeObject endpoint, FabricInfo info, boolean isAsked, long connection, long options) {
    this.endpoint = endpoint;
    this.info = info;
    this.isAsked = isAsked;
    this.functions = new ConnectionFunctions(endpoint, info, connection, options);
  }

  /** {@code fi_connect(3)}, by an enabled endpoint. */
  public void connect(byte[] address, MemorySegment data) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = functions.data(arena, data);
      long target = ConnectionFunctions.copy(arena, address);
      request(
          "fi_connect",
          "connect",
          function ->
              Downcalls.call(function, endpoint.fid(), target, copy.address(), copy.byteSize()));
    }
  }

  /** {@code fi_accept(3)}, by an enabled endpoint. */
  public void accept(MemorySegment data) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = functions.data(arena, data);
      request(
          "fi_accept",
          "accept",
          function -> Downcalls.call(function, endpoint.fid(), copy.address(), copy.byteSize()));
    }
  }

  private void request(String call, String member, LongUnaryOperator function) {
    if (!state.compareAndSet(State.NEW, State.REQUESTED)) {
      throw wrongState(call);
    }
    try {
      functions.run(call, member, function);
    } catch (RuntimeException e) {
      state.compareAndSet(State.REQUESTED, State.NEW);
      throw e;
    }
  }

  /** Requires what C requires for a connection to an address. */
  public void requireConnectable(byte[] address) {
    requireNew("fi_connect");
    if (isAsked) {
      throw invalid("fi_connect", "the endpoint was opened for a request", "Accept it");
    }
    Require.notNull("address", address);
    SocketAddresses.require("fi_connect", "address", info, address);
  }

  /** Requires a request that has not been accepted. */
  public void requireAcceptable() {
    requireNew("fi_accept");
    if (!isAsked) {
      throw invalid("fi_accept", "no request", "Open the endpoint with the info of a request");
    }
  }

  private void requireNew(String call) {
    requirePossible(call);
    if (state.get() != State.NEW) {
      throw wrongState(call);
    }
  }

  private void requirePossible(String call) {
    endpoint.requireOpen();
    if (info.endpoint().type() != EndpointType.MSG) {
      throw new FabricException(
          Errno.EOPNOTSUPP,
          call,
          "info.endpoint.type=" + info.endpoint().type(),
          "Query for endpoints of type MSG");
    }
  }

  private FabricException wrongState(String call) {
    return new FabricException(
        Errno.EOPBADSTATE, call, "the connection is " + state, "Open one endpoint for each");
  }

  private static FabricException invalid(String call, String seen, String advice) {
    return new FabricException(Errno.EINVAL, call, seen, advice);
  }

  /** {@code fi_shutdown(3)}. */
  public void shutdown(long flags) {
    requirePossible("fi_shutdown");
    if (flags != 0) {
      throw invalid("fi_shutdown", "flags=0x" + Long.toHexString(flags), "Allowed: 0");
    }
    if (!state.compareAndSet(State.ESTABLISHED, State.ENDED)) {
      throw notConnected("fi_shutdown");
    }
    functions.run(
        "fi_shutdown", "shutdown", function -> Downcalls.call(function, endpoint.fid(), 0));
  }

  private FabricException notConnected(String call) {
    State seen = state.get();
    String advice =
        seen == State.ENDED ? "Connect another endpoint" : "Wait for FI_CONNECTED before";
    return new FabricException(Errno.ENOTCONN, call, "the connection is " + seen, advice);
  }

  /** {@code fi_getpeer(3)}. */
  public byte[] peer() {
    requirePossible("fi_getpeer");
    if (state.get() == State.NEW || state.get() == State.REQUESTED) {
      throw notConnected("fi_getpeer");
    }
    return functions.address("fi_getpeer", "getpeer");
  }

  /** {@code fi_setname(3)}. */
  public void name(byte[] address) {
    functions.name(Require.notNull("address", address));
    isNamed = true;
  }

  /**
   * Requires that C can replace the file of shm that has the endpoint's name, if there is one. From
   * 2.2 on C takes another name if that of an endpoint without {@code fi_setname(3)} is in use.
   */
  public void requireFreeName() {
    if (!ProviderNames.isShm(info)) {
      return;
    }
    ShmFile file = ShmFile.of(ShmNames.text(name()));
    file.requireReadable();
    if (isNamed) {
      file.requireFree();
    }
  }

  /** {@code fi_getname(3)}. */
  public byte[] name() {
    return functions.address("fi_getname", "getname");
  }

  /**
   * An event of the connection has been taken from the queue.
   *
   * @return whether the endpoint may post from now on
   */
  public boolean changed(int type) {
    if (type == EventType.CONNECTED) {
      return state.compareAndSet(State.REQUESTED, State.ESTABLISHED);
    }
    state.set(State.ENDED);
    return false;
  }
}

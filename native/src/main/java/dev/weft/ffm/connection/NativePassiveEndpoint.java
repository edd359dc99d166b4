package dev.weft.ffm.connection;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.event.EventSubject;
import dev.weft.ffm.event.NativeEventQueue;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.info.InfoReader;
import dev.weft.ffm.info.InfoWriter;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code struct fid_pep} of libfabric. Its {@code struct fi_info} stays in C as long as it is open:
 * sockets of 1.17 keeps pointers into it.
 */
public final class NativePassiveEndpoint extends NativeObject
    implements PassiveEndpoint, EventSubject {
  private static final long OPS = ObjectLayouts.PASSIVE_ENDPOINT.offset("ops");
  private static final long CONNECTION = ObjectLayouts.PASSIVE_ENDPOINT.offset("cm");
  private static final long FABRIC_OPS = ObjectLayouts.FABRIC.offset("ops");
  private static final long OPEN = OpsLayouts.FABRIC.offset("passive_ep");
  private static final long HANDLE = InfoLayouts.INFO.offset("handle");
  private static final System.Logger LOG = System.getLogger("dev.weft.ffm");

  private final NativeObject fabric;
  private final FabricInfo info;
  private final InfoWriter struct;
  private final ConnectionFunctions functions;
  private final Set<NativeConnectionRequest> unanswered = ConcurrentHashMap.newKeySet();
  private NativeEventQueue queue;
  private boolean listening;
  private volatile boolean closing;
  private boolean freed;

  private NativePassiveEndpoint(
      NativeObject fabric, FabricInfo info, InfoWriter struct, long fid, Object context) {
    super(ObjectClass.PEP, fid, context);
    this.fabric = fabric;
    this.info = info;
    this.struct = struct;
    this.functions = new ConnectionFunctions(this, info, CONNECTION, OPS);
    requireTable(OPS, OpsLayouts.ENDPOINT);
    requireTable(CONNECTION, OpsLayouts.CONNECTION);
  }

  /** {@code fi_passive_ep(3)}. */
  public static NativePassiveEndpoint open(NativeObject fabric, FabricInfo info, Object context) {
    if (Require.notNull("info", info).endpoint().type() != EndpointType.MSG) {
      throw new FabricException(
          Errno.EOPNOTSUPP,
          "fi_passive_ep",
          "info.endpoint.type=" + info.endpoint().type(),
          "Query for endpoints of type MSG");
    }
    SocketAddresses.require("fi_passive_ep", info);
    InfoWriter struct = new InfoWriter(info, 0);
    try {
      long fid = fabric.open(ObjectClass.PEP, "fi_passive_ep", FABRIC_OPS, OPEN, struct.address());
      return new NativePassiveEndpoint(fabric, info, struct, fid, context);
    } catch (RuntimeException e) {
      struct.close();
      throw e;
    }
  }

  boolean isOf(NativeObject other) {
    return fabric.equals(other);
  }

  @Override
  public FabricInfo info() {
    return info;
  }

  @Override
  public synchronized void bind(EventQueue eventQueue, long flags) {
    requireNotListening("fi_pep_bind");
    if (queue != null || !(eventQueue instanceof NativeEventQueue own) || !own.isOf(fabric)) {
      String seen = "queue=" + eventQueue + (queue == null ? "" : ", one is bound already");
      throw new FabricException(
          Errno.EINVAL, "fi_pep_bind", seen, "Bind one event queue of the same fabric");
    }
    bindNative("fi_pep_bind", own, flags);
    queue = own;
  }

  private void requireNotListening(String call) {
    requireOpen();
    if (listening) {
      throw new FabricException(
          Errno.EOPBADSTATE, call, "the endpoint listens", "Do this before listening");
    }
  }

  @Override
  public synchronized void listen() {
    requireNotListening("fi_listen");
    if (queue == null) {
      throw new FabricException(
          Errno.ENOEQ, "fi_listen", "no event queue is bound", "Bind it before listening");
    }
    functions.run("fi_listen", "listen", function -> Downcalls.call(function, fid()));
    listening = true;
  }

  // Requests.

  @Override
  public FabricInfo requested(long address) {
    long handle = CMemory.word(address + HANDLE);
    if (closing) {
      rejectClosing(handle);
      return null;
    }
    NativeConnectionRequest request =
        new NativeConnectionRequest(this, handle, InfoReader.destination(address));
    unanswered.add(request);
    try {
      return InfoReader.read(address, request);
    } catch (IllegalArgumentException e) {
      LOG.log(System.Logger.Level.WARNING, "a request with an unknown constant is rejected", e);
      request.reject(MemorySegment.NULL);
      return null;
    }
  }

  /** Without {@link #enter}, which fails now. */
  private void rejectClosing(long handle) {
    synchronized (unanswered) { // as closeInC
      if (!freed) {
        RetiredEndpoint.reject(fid(), handle);
      }
    }
  }

  void answered(NativeConnectionRequest request) {
    unanswered.remove(request);
  }

  void unanswered(NativeConnectionRequest request) {
    unanswered.add(request);
  }

  @Override
  public void reject(FabricObject handle, MemorySegment data) {
    requireOpen();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = functions.data(arena, data);
      if (!(handle instanceof NativeConnectionRequest request)
          || !request.isTo(this)
          || !request.reject(copy)) {
        throw new FabricException(
            Errno.EINVAL,
            "fi_reject",
            "handle=" + handle,
            "Give the handle of an unanswered request to this endpoint");
      }
    }
  }

  /** {@code fi_reject(3)}, which frees the handle. */
  void reject(long handle, MemorySegment data) {
    functions.run(
        "fi_reject",
        "reject",
        function -> Downcalls.call(function, fid(), handle, data.address(), data.byteSize()));
  }

  // Names, options.

  @Override
  public byte[] name() {
    return functions.address("fi_getname", "getname");
  }

  @Override
  public synchronized void name(byte[] address) {
    Require.notNull("address", address);
    requireNotListening("fi_setname");
    functions.name(address);
  }

  @Override
  public long option(EndpointOption option) {
    return functions.option(Require.notNull("option", option));
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    if (Require.notNull("command", command).value() != ControlCommand.BACKLOG_VALUE) {
      return super.control(command);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment argument = arena.allocateFrom(ValueLayout.JAVA_LONG, command.argument());
      int result = control(ControlCommand.BACKLOG_VALUE, argument.address());
      if (result != 0) {
        throw new FabricException(result, "fi_control", "command=" + command, "");
      }
      return null;
    }
  }

  // Closing.

  /** Requests that are not answered, read or not, are rejected. */
  @Override
  protected void beforeClose() {
    closing = true;
    try {
      rejectAll();
    } catch (RuntimeException | Error failed) {
      closing = false;
      throw failed;
    }
  }

  private void rejectAll() {
    if (queue != null) {
      queue.forget(this);
    }
    unanswered.forEach(NativeConnectionRequest::close);
  }

  /**
   * tcp and net of 1.17 follow peers that have connected, but not yet sent their request, to the
   * endpoint, also after it is closed. An endpoint that they let give up its address stays open in
   * C until the event queue closes.
   */
  @Override
  protected int closeInC() {
    if (listening && queue.retire(fid(), new RetiredEndpoint(fid(), struct))) {
      return 0;
    }
    synchronized (unanswered) { // another thread may read a request
      int result = super.closeInC();
      freed = result == 0;
      if (freed) {
        struct.close();
      }
      return result;
    }
  }

  @Override
  protected void closingFailed() {
    closing = false;
  }

  @Override
  protected void released() {
    if (queue != null) {
      queue.removeDependent(objectClass());
    }
    fabric.removeDependent(objectClass());
  }

  @Override
  public String toString() {
    return "NativePassiveEndpoint[of " + fabric + "]";
  }
}

package dev.weft.ffm.object;

import dev.weft.argument.Require;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.info.AddressVectorType;
import dev.weft.ffm.connection.AddressText;
import dev.weft.ffm.connection.SocketAddresses;
import dev.weft.ffm.event.NativeEventQueue;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.post.KnownHandles;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/** {@code struct fid_av} of libfabric. */
final class NativeAddressVector extends NativeObject implements AddressVector {
  private static final long OPS = ObjectLayouts.ADDRESS_VECTOR.offset("ops");
  private static final long INSERT = OpsLayouts.ADDRESS_VECTOR.offset("insert");
  private static final long REMOVE = OpsLayouts.ADDRESS_VECTOR.offset("remove");
  private static final long LOOKUP = OpsLayouts.ADDRESS_VECTOR.offset("lookup");
  private static final long TEXT = OpsLayouts.ADDRESS_VECTOR.offset("straddr");
  private static final long ADDRESS_BYTES = 512;
  private static final byte UNKNOWN = -1;

  private final NativeDomain domain;
  private final AddressVectorType type;
  private final KnownHandles handles;

  /** Whether insertions report to the event queue. */
  private final boolean reports;

  private NativeEventQueue queue;

  private NativeAddressVector(
      NativeDomain domain,
      AddressVectorAttributes attributes,
      AddressVectorType type,
      long fid,
      Object context) {
    super(ObjectClass.AV, fid, context);
    this.domain = domain;
    this.type = type;
    this.reports = (attributes.flags() & AddressVectorAttributes.EVENT) != 0;
    this.handles = new KnownHandles(attributes.receiveContextBits());
    requireTable(OPS, OpsLayouts.ADDRESS_VECTOR);
  }

  /** {@code fi_av_open(3)}. */
  static NativeAddressVector open(
      NativeDomain domain, AddressVectorAttributes attributes, Object context) {
    AttributeChecks.unshared(attributes.name());
    Arguments.entries("fi_av_open", "count", attributes.count()); // C computes with it unchecked
    AddressVectorType type =
        attributes.type() == AddressVectorType.UNSPEC
            ? domain.attributes().addressVectorType()
            : attributes.type();
    AddressVectorType effective = type == AddressVectorType.UNSPEC ? AddressVectorType.TABLE : type;
    long fid =
        domain.openMember(
            ObjectClass.AV,
            "fi_av_open",
            "av_open",
            CallLayouts.ADDRESS_VECTOR,
            struct ->
                struct
                    .integer("type", effective.value())
                    .integer("rx_ctx_bits", attributes.receiveContextBits())
                    .word("count", attributes.count())
                    .word("ep_per_node", attributes.endpointsPerNode())
                    .word("flags", attributes.flags()));
    return new NativeAddressVector(domain, attributes, effective, fid, context);
  }

  NativeDomain domain() {
    return domain;
  }

  @Override
  public AddressVectorType type() {
    return type;
  }

  /** The handles that name a peer. */
  KnownHandles handles() {
    return handles;
  }

  @Override
  public long insert(byte[] address) {
    Require.notNull("address", address);
    if (reports) {
      return report(new byte[][] {address}, null)[0];
    }
    requireOpen();
    return SocketAddresses.isValid(domain.info(), address)
        ? insertInC(address)
        : FabricAddress.NOTAVAIL;
  }

  private long insertInC(byte[] address) {
    enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(Math.max(ADDRESS_BYTES, address.length), Long.BYTES);
      MemorySegment.copy(address, 0, copy, ValueLayout.JAVA_BYTE, 0, address.length);
      MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
      long inserted =
          (int)
              Downcalls.call(
                  function(OPS, INSERT), fid(), copy.address(), 1, handle.address(), 0, 0);
      return inserted == 1 ? known(handle.get(ValueLayout.JAVA_LONG, 0)) : FabricAddress.NOTAVAIL;
    } finally {
      leave();
    }
  }

  @Override
  public long insert(String address) {
    requireOpen();
    byte[] bytes = AddressText.parse(domain.addressFormat(), Require.notNull("address", address));
    long handle = insert(bytes);
    if (handle == FabricAddress.NOTAVAIL) {
      throw new IllegalArgumentException("address=" + address + ", allowed: " + addressForm());
    }
    return handle;
  }

  @Override
  public String addressForm() {
    return AddressText.form(domain.addressFormat());
  }

  private long known(long handle) {
    handles.add(handle);
    return handle;
  }

  @Override
  public int insert(byte[][] addresses, AddressBatch results) {
    Arguments.addresses(addresses, results);
    int inserted = 0;
    for (int i = 0; i < addresses.length; i++) {
      long handle = insert(addresses[i]);
      inserted += handle == FabricAddress.NOTAVAIL ? 0 : 1;
      if (results != null) {
        results.set(i, handle);
      }
    }
    return inserted;
  }

  @Override
  public int insert(byte[][] addresses, AddressBatch results, Object context) {
    if (!reports) {
      return insert(addresses, results);
    }
    Arguments.addresses(addresses, results);
    long[] given = report(addresses, context);
    for (int i = 0; i < given.length && results != null; i++) {
      results.set(i, given[i]);
    }
    return 0;
  }

  /** Inserts and reports to the event queue; returns the handles. */
  private long[] report(byte[][] addresses, Object context) {
    NativeEventQueue target = queue();
    Arena memory = Arena.ofAuto();
    MemorySegment copies = AddressCopies.of(memory, valid(addresses));
    MemorySegment given = memory.allocate(ValueLayout.JAVA_LONG, addresses.length).fill(UNKNOWN);
    long operation = target.begin(context, () -> known(given));
    enter();
    try {
      long function = function(OPS, INSERT);
      long count = addresses.length;
      int result =
          (int)
              Downcalls.call(
                  function, fid(), copies.address(), count, given.address(), 0, operation);
      if (result < 0) {
        target.end(operation);
        throw new FabricException(result, "fi_av_insert", "", "");
      }
      long[] results = given.toArray(ValueLayout.JAVA_LONG);
      known(given);
      return results;
    } finally {
      leave();
      Reference.reachabilityFence(copies);
    }
  }

  /** Copies that C may follow: what is not an address becomes one that C refuses and reports. */
  private byte[][] valid(byte[][] addresses) {
    byte[][] copies = addresses.clone();
    for (int i = 0; i < copies.length; i++) {
      Require.notNull("address", copies[i]);
      copies[i] = SocketAddresses.validOrAny("fi_av_insert", domain.info(), copies[i]);
    }
    return copies;
  }

  private synchronized NativeEventQueue queue() {
    if (queue == null) {
      throw new FabricException(
          Errno.ENOEQ, "fi_av_insert", "no event queue is bound", "Bind one before");
    }
    return queue;
  }

  /** C has given out these handles, unless they are NOTAVAIL; they are known once. */
  private synchronized void known(MemorySegment given) {
    for (long i = 0; i < given.byteSize() / Long.BYTES; i++) {
      long handle = given.getAtIndex(ValueLayout.JAVA_LONG, i);
      if (handle != FabricAddress.NOTAVAIL) {
        handles.add(handle);
        given.setAtIndex(ValueLayout.JAVA_LONG, i, FabricAddress.NOTAVAIL);
      }
    }
  }

  @Override
  public synchronized void bind(EventQueue eventQueue, long flags) {
    if (queue != null
        || !(eventQueue instanceof NativeEventQueue own)
        || !own.isOf(domain.fabric())) {
      String seen = "queue=" + eventQueue + (queue == null ? "" : ", one is bound already");
      throw new FabricException(
          Errno.EINVAL, "fi_av_bind", seen, "Bind one event queue of the same fabric");
    }
    bindNative("fi_av_bind", own, flags);
    queue = own;
  }

  @Override
  public int remove(long named) {
    if (!handles.contains(named)) {
      return -Errno.EINVAL;
    }
    long handle = handles.withoutContext(named);
    enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_LONG, handle);
      return removed(
          handle, (int) Downcalls.call(function(OPS, REMOVE), fid(), memory.address(), 1, 0));
    } finally {
      leave();
    }
  }

  /** sockets of 2.6 refuses a peer without a connection, which it removes all the same. */
  private int removed(long handle, int result) {
    if (result != 0 && result != -Errno.EINVAL) {
      return result;
    }
    return handles.remove(handle) ? 0 : -Errno.EINVAL;
  }

  @Override
  public byte[] lookup(long handle) {
    if (!handles.contains(handle)) {
      return null;
    }
    enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(ADDRESS_BYTES, Long.BYTES);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_LONG, ADDRESS_BYTES);
      int result =
          (int)
              Downcalls.call(
                  function(OPS, LOOKUP), fid(), handle, address.address(), length.address());
      if (result != 0) {
        throw new FabricException(result, "fi_av_lookup", "handle=" + handle, "");
      }
      return bytes(address, length);
    } finally {
      leave();
    }
  }

  @Override
  public String describe(byte[] address) {
    Require.notNull("address", address);
    enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(Math.max(ADDRESS_BYTES, address.length), Long.BYTES);
      MemorySegment.copy(address, 0, copy, ValueLayout.JAVA_BYTE, 0, address.length);
      MemorySegment text = arena.allocate(ADDRESS_BYTES);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_LONG, ADDRESS_BYTES);
      Downcalls.call(function(OPS, TEXT), fid(), copy.address(), text.address(), length.address());
      return text.getString(0);
    } finally {
      leave();
    }
  }

  /** The first bytes of {@code memory}, as many as {@code length} says. */
  static byte[] bytes(MemorySegment memory, MemorySegment length) {
    long size = Math.min(memory.byteSize(), length.get(ValueLayout.JAVA_LONG, 0));
    return memory.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  protected void released() {
    if (queue != null) {
      queue.removeDependent(objectClass());
    }
    domain.removeDependent(objectClass());
  }
}

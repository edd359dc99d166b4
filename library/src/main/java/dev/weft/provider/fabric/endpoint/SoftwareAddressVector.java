package dev.weft.provider.fabric.endpoint;

import dev.weft.argument.FlagNames;
import dev.weft.argument.Require;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.AddressVectorType;
import dev.weft.nic.message.ContextAddress;
import dev.weft.nic.message.PeerHandles;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.connection.SoftwareEventQueue;
import dev.weft.provider.fabric.object.Event;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.queue.DomainServices;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/** {@code struct fid_av}: maps indices to addresses and back. */
public final class SoftwareAddressVector extends SoftwareObject
    implements AddressVector, PeerHandles {
  private static final FlagNames FLAGS =
      new FlagNames().name(AddressVectorAttributes.EVENT, "FI_EVENT");

  private final DomainServices domain;
  private final AddressVectorType type;
  private final boolean reports;
  private final int contextBits;
  private SoftwareEventQueue bound;
  private final Map<Long, String> addresses = new HashMap<>();
  private final Map<String, Long> handles = new HashMap<>();
  private final TreeSet<Long> freeHandles = new TreeSet<>();
  private long nextHandle;
  private final AtomicLong version = new AtomicLong();

  public SoftwareAddressVector(
      DomainServices domain, AddressVectorAttributes attributes, Object context) {
    super(ObjectClass.AV, context);
    this.domain = domain;
    this.type =
        attributes.type() == AddressVectorType.UNSPEC ? AddressVectorType.TABLE : attributes.type();
    AttributeChecks.flags(
        "fi_av_open", attributes.flags(), AddressVectorAttributes.EVENT, FLAGS::describe);
    this.contextBits = attributes.receiveContextBits();
    AttributeChecks.contextBits(contextBits);
    AttributeChecks.unshared(attributes.name());
    this.reports = (attributes.flags() & AddressVectorAttributes.EVENT) != 0;
    dependOn(domain);
  }

  @Override
  public AddressVectorType type() {
    return type;
  }

  @Override
  public long insert(byte[] address) {
    if (!reports) {
      return insertOne(address);
    }
    AddressBatch handle = AddressBatch.allocate(Arena.ofAuto(), 1);
    insert(new byte[][] {address}, handle, null);
    return handle.get(0);
  }

  @Override
  public long insert(String address) {
    requireOpen();
    return AddressVector.super.insert(address);
  }

  @Override
  public String addressForm() {
    requireOpen();
    return domain.wire().addressForm();
  }

  private synchronized long insertOne(byte[] address) {
    requireOpen();
    String text = describe(Require.notNull("address", address));
    if (!domain.wire().isAddress(text)) {
      return FabricAddress.NOTAVAIL;
    }
    Long known = handles.get(text);
    return known == null ? insertNew(text) : known;
  }

  private long insertNew(String address) {
    Long free = freeHandles.pollFirst();
    long handle = free == null ? nextHandle++ : free;
    addresses.put(handle, address);
    handles.put(address, handle);
    version.incrementAndGet();
    return handle;
  }

  @Override
  public int insert(byte[][] all, AddressBatch results) {
    return insert(all, results, null);
  }

  @Override
  public int insert(byte[][] all, AddressBatch results, Object operation) {
    requireOpen();
    if (!reports) {
      return insertAll(all, results, _ -> {});
    }
    SoftwareEventQueue queue = eventQueue();
    int inserted =
        insertAll(
            all,
            results,
            index -> queue.report(Event.failed(this, operation, index, Errno.EINVAL)));
    queue.report(Event.completed(EventType.AV_COMPLETE, this, operation, inserted));
    return 0;
  }

  private synchronized SoftwareEventQueue eventQueue() {
    if (bound == null) {
      throw new FabricException(
          Errno.ENOEQ, "fi_av_insert", "no event queue is bound", "Bind it before inserting");
    }
    return bound;
  }

  @Override
  public synchronized void bind(EventQueue queue, long flags) {
    requireOpen();
    Arguments.bindFlags("fi_av_bind", flags, 0);
    SoftwareEventQueue own = SoftwareEventQueue.toBind("fi_av_bind", queue, domain.fabric(), bound);
    dependOn(own);
    bound = own;
  }

  private int insertAll(byte[][] all, AddressBatch results, IntConsumer malformed) {
    Arguments.addresses(all, results);
    int inserted = 0;
    for (int i = 0; i < all.length; i++) {
      long handle = insertOne(all[i]);
      if (handle == FabricAddress.NOTAVAIL) {
        malformed.accept(i);
      } else {
        inserted++;
      }
      if (results != null) {
        results.set(i, handle);
      }
    }
    return inserted;
  }

  @Override
  public synchronized int remove(long handle) {
    requireOpen();
    String address = addresses.remove(handle);
    if (address == null) {
      return -Errno.EINVAL;
    }
    handles.remove(address);
    freeHandles.add(handle);
    version.incrementAndGet();
    return 0;
  }

  @Override
  public byte[] lookup(long handle) {
    requireOpen();
    String address = endpointOf(handle);
    return address == null ? null : address.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String describe(byte[] address) {
    return new String(Require.notNull("address", address), StandardCharsets.UTF_8);
  }

  public DomainServices domain() {
    return domain;
  }

  /** How many of a handle's first bits name a receive context. */
  int contextBits() {
    return contextBits;
  }

  /** The address behind a handle; null if it names no peer. */
  String addressOf(long handle) {
    String endpoint = endpointOf(handle);
    return contextBits == 0 || endpoint == null
        ? endpoint
        : ContextAddress.receive(endpoint, (int) (handle >>> (Long.SIZE - contextBits)));
  }

  private synchronized String endpointOf(long handle) {
    return addresses.get(handle & (~0L >>> contextBits));
  }

  @Override
  public long version() {
    return version.get();
  }

  @Override
  public synchronized long handleOf(String address) {
    return handles.getOrDefault(ContextAddress.endpoint(address), PeerHandles.UNKNOWN);
  }

  @Override
  public String details() {
    return type + ", " + domain.fabric().attributes().providerName();
  }
}

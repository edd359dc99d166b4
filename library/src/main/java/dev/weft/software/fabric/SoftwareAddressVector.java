package dev.weft.software.fabric;

import dev.weft.fabric.AddressBatch;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.AddressVectorAttributes;
import dev.weft.fabric.AddressVectorType;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.ObjectClass;
import dev.weft.software.AddressBook;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/** {@code struct fid_av}: addresses by index, and back. */
final class SoftwareAddressVector extends SoftwareObject implements AddressVector, AddressBook {
  private final SoftwareDomain domain;
  private final AddressVectorType type;
  private final Map<Long, String> addresses = new HashMap<>();
  private final Map<String, Long> handles = new HashMap<>();
  private final TreeSet<Long> freeHandles = new TreeSet<>();
  private long nextHandle;
  private final AtomicLong version = new AtomicLong();

  SoftwareAddressVector(SoftwareDomain domain, AddressVectorAttributes attributes, Object context) {
    super(ObjectClass.AV, context);
    this.domain = domain;
    this.type =
        attributes.type() == AddressVectorType.UNSPEC ? AddressVectorType.TABLE : attributes.type();
    domain.retain();
  }

  @Override
  public AddressVectorType type() {
    return type;
  }

  @Override
  public synchronized long insert(byte[] address) {
    requireOpen();
    String text = describe(Arguments.notNull("address", address));
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
    Arguments.notNull("addresses", all);
    if (results != null && results.capacity() < all.length) {
      throw new IllegalArgumentException(
          "handles.capacity()=" + results.capacity() + ", allowed from " + all.length + " up");
    }
    int inserted = 0;
    for (int i = 0; i < all.length; i++) {
      long handle = insert(all[i]);
      inserted += handle == FabricAddress.NOTAVAIL ? 0 : 1;
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
    String address = addressOf(handle);
    return address == null ? null : address.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String describe(byte[] address) {
    return new String(address, StandardCharsets.UTF_8);
  }

  SoftwareDomain domain() {
    return domain;
  }

  synchronized String addressOf(long handle) {
    return addresses.get(handle);
  }

  @Override
  public long version() {
    return version.get();
  }

  @Override
  public synchronized long handleOf(String address) {
    return handles.getOrDefault(address, AddressBook.UNKNOWN);
  }

  @Override
  void release() {
    domain.letGo();
  }
}

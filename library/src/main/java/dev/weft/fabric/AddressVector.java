package dev.weft.fabric;

import dev.weft.argument.Require;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.AddressVectorType;
import java.nio.charset.StandardCharsets;

/**
 * {@code struct fid_av}, {@code fi_av(3)}: maps peer addresses to the handles ({@code fi_addr_t})
 * that operations take.
 *
 * <p>In a table the handles are indices from 0, the lowest free one first (EP-057). Any thread may
 * call any method.
 */
public interface AddressVector extends FabricObject {

  /** {@link AddressVectorType#TABLE} or {@link AddressVectorType#MAP}. */
  AddressVectorType type();

  /**
   * {@code fi_av_insert(3)}: inserts one address, as {@link Endpoint#name()} of the peer gives it.
   * An address that is in the vector already keeps its handle, and is not counted: one {@link
   * #remove} removes it for all who inserted it. libfabric does not define that case.
   *
   * @return its handle, or {@link FabricAddress#NOTAVAIL} if the address is not well formed
   */
  long insert(byte[] address);

  /**
   * {@code fi_av_insert(3)}: inserts one address given as text.
   *
   * @return its handle
   * @throws IllegalArgumentException if the address is not well formed; says what is allowed
   */
  default long insert(String address) {
    long handle = insert(Require.notNull("address", address).getBytes(StandardCharsets.UTF_8));
    if (handle == FabricAddress.NOTAVAIL) {
      throw new IllegalArgumentException("address=" + address + ", allowed: " + addressForm());
    }
    return handle;
  }

  /** What {@link #insert(String)} accepts, for people. */
  default String addressForm() {
    return "what Endpoint.name() of this provider returns";
  }

  /**
   * {@code fi_av_insert(3)}: inserts several addresses.
   *
   * @param handles receives one handle for each; {@link FabricAddress#NOTAVAIL} for one that is not
   *     well formed; may be null
   * @return how many were inserted
   */
  int insert(byte[][] addresses, AddressBatch handles);

  /**
   * {@code fi_av_insert(3)} of a vector with {@link AddressVectorAttributes#EVENT}: a failure in
   * the event queue for each address that is not well formed, with its index as data and {@link
   * Errno#EINVAL}, then one {@link EventType#AV_COMPLETE} whose data says how many were inserted.
   *
   * @param context that of the events; null stands for the vector's own
   * @return how many were inserted without EVENT; with it 0
   * @throws FabricException {@link Errno#ENOEQ} with EVENT and without an event queue
   */
  int insert(byte[][] addresses, AddressBatch handles, Object context);

  /**
   * {@code fi_av_bind(3)}: binds the queue that reports insertions.
   *
   * @param flags must be 0
   * @throws FabricException {@link Errno#EINVAL} if one is bound already, or the queue is null or
   *     of another fabric, {@link Errno#EBADFLAGS} for other flags
   */
  void bind(EventQueue queue, long flags);

  /**
   * {@code fi_av_remove(3)}: removes a peer. Its handle may be reused.
   *
   * @return 0, or {@code -}{@link Errno#EINVAL} if the handle names no peer
   */
  int remove(long handle);

  /** {@code fi_av_lookup(3)}: the address behind a handle, or null if it names no peer. */
  byte[] lookup(long handle);

  /** {@code fi_av_straddr(3)}: an address in readable form. */
  String describe(byte[] address);
}

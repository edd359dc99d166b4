package dev.weft.verbs.work;

import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.EndToEndContext;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;

/**
 * {@code struct ibv_send_wr}: one operation of a send queue. Reusable: it may be changed as soon as
 * the posting call has returned. One thread at a time may use it.
 *
 * <p>{@link #send()}, {@link #write}, {@link #read} and so on set the opcode and its parameters:
 *
 * <pre>{@code
 * request.wrId(7).flags(SendFlags.SIGNALED).buffer(region, 0, 64).write(address, rkey);
 * }</pre>
 */
public final class SendWorkRequest {

  private final ScatterGatherList buffers = new ScatterGatherList();
  private long wrId;
  private SendWorkRequest next;
  private int opcode = WorkOpcode.SEND;
  private int flags;
  private int immediate;
  private long remoteAddress;
  private int remoteKey;
  private long compareAdd;
  private long swap;
  private AddressHandle addressHandle;
  private int remoteQpn;
  private int remoteQkey;
  private MemoryWindow window;
  private MemoryWindowBind bind;
  private int sharedReceiveQueue;
  private int endToEndContext;

  /** Creates a send without buffers. */
  public SendWorkRequest() {}

  /** {@code wr_id}: returned in the completion. */
  public long wrId() {
    return wrId;
  }

  /** {@code next}: the next request to post in the same call; null at the end. */
  public SendWorkRequest next() {
    return next;
  }

  /** {@code sg_list}, {@code num_sge}: the local buffers, in order; modifiable. */
  public ScatterGatherList buffers() {
    return buffers;
  }

  /** {@code opcode}: one of {@link WorkOpcode}. */
  public int opcode() {
    return opcode;
  }

  /** {@code send_flags}: {@link SendFlags}. */
  public int flags() {
    return flags;
  }

  /** {@code imm_data} or {@code invalidate_rkey}, depending on the opcode. */
  public int immediate() {
    return immediate;
  }

  /** {@code wr.rdma.remote_addr}, {@code wr.atomic.remote_addr}. */
  public long remoteAddress() {
    return remoteAddress;
  }

  /** {@code wr.rdma.rkey}, {@code wr.atomic.rkey}, {@code bind_mw.rkey}. */
  public int remoteKey() {
    return remoteKey;
  }

  /** {@code wr.atomic.compare_add}; type of a flush. */
  public long compareAdd() {
    return compareAdd;
  }

  /** {@code wr.atomic.swap}; bytes of a flush. */
  public long swap() {
    return swap;
  }

  /** {@code wr.ud.ah}. */
  public AddressHandle addressHandle() {
    return addressHandle;
  }

  /** {@code wr.ud.remote_qpn}: 24 bits. */
  public int remoteQpn() {
    return remoteQpn;
  }

  /** {@code wr.ud.remote_qkey}. */
  public int remoteQkey() {
    return remoteQkey;
  }

  /** {@code bind_mw.mw}. */
  public MemoryWindow window() {
    return window;
  }

  /** {@code bind_mw.bind_info}. */
  public MemoryWindowBind bind() {
    return bind;
  }

  /** {@code qp_type.xrc.remote_srqn}. */
  public int sharedReceiveQueue() {
    return sharedReceiveQueue;
  }

  /** Number of the end-to-end context of a reliable datagram (VE-20). */
  public int endToEndContext() {
    return endToEndContext;
  }

  /** Sets {@code wr_id}. */
  public SendWorkRequest wrId(long wrId) {
    this.wrId = wrId;
    return this;
  }

  /** Sets {@code next}. */
  public SendWorkRequest next(SendWorkRequest next) {
    this.next = next;
    return this;
  }

  /** Sets {@code opcode} only. */
  public SendWorkRequest opcode(int opcode) {
    this.opcode = opcode;
    return this;
  }

  /** Sets {@code send_flags}. */
  public SendWorkRequest flags(int flags) {
    this.flags = flags;
    return this;
  }

  /** Replaces the buffers with {@code length} bytes of a region from {@code offset}. */
  public SendWorkRequest buffer(MemoryRegion region, long offset, int length) {
    buffers.clear().add(region, offset, length);
    return this;
  }

  /** {@code IBV_WR_SEND}. */
  public SendWorkRequest send() {
    return opcode(WorkOpcode.SEND);
  }

  /** {@code IBV_WR_SEND_WITH_IMM}: carries four bytes in the completion, without byte swapping. */
  public SendWorkRequest sendWithImmediate(int immediate) {
    this.immediate = immediate;
    return opcode(WorkOpcode.SEND_WITH_IMM);
  }

  /** {@code IBV_WR_SEND_WITH_INV}: invalidates the peer's key when the message has arrived. */
  public SendWorkRequest sendWithInvalidate(int rkey) {
    this.immediate = rkey;
    return opcode(WorkOpcode.SEND_WITH_INV);
  }

  /** {@code IBV_WR_RDMA_WRITE}. */
  public SendWorkRequest write(long remoteAddress, int rkey) {
    return remote(remoteAddress, rkey).opcode(WorkOpcode.RDMA_WRITE);
  }

  /** {@code IBV_WR_RDMA_WRITE_WITH_IMM}: consumes a receive of the peer (VE-06). */
  public SendWorkRequest writeWithImmediate(long remoteAddress, int rkey, int immediate) {
    this.immediate = immediate;
    return remote(remoteAddress, rkey).opcode(WorkOpcode.RDMA_WRITE_WITH_IMM);
  }

  /** {@code IBV_WR_RDMA_READ}. */
  public SendWorkRequest read(long remoteAddress, int rkey) {
    return remote(remoteAddress, rkey).opcode(WorkOpcode.RDMA_READ);
  }

  /** {@code IBV_WR_ATOMIC_CMP_AND_SWP}: the buffer receives the old 8 bytes (VQ-30). */
  public SendWorkRequest compareAndSwap(long remoteAddress, int rkey, long compare, long swap) {
    this.compareAdd = compare;
    this.swap = swap;
    return remote(remoteAddress, rkey).opcode(WorkOpcode.ATOMIC_CMP_AND_SWP);
  }

  /** {@code IBV_WR_ATOMIC_FETCH_AND_ADD}: the buffer receives the old 8 bytes (VQ-31). */
  public SendWorkRequest fetchAndAdd(long remoteAddress, int rkey, long add) {
    this.compareAdd = add;
    return remote(remoteAddress, rkey).opcode(WorkOpcode.ATOMIC_FETCH_AND_ADD);
  }

  /** {@code IBV_WR_ATOMIC_WRITE}: writes the 8 bytes of the buffer atomically. */
  public SendWorkRequest atomicWrite(long remoteAddress, int rkey) {
    return remote(remoteAddress, rkey).opcode(WorkOpcode.ATOMIC_WRITE);
  }

  /**
   * {@code IBV_WR_FLUSH}: completes when earlier writes have reached the peer's memory.
   *
   * @param length bytes
   * @param type {@link FlushType#GLOBAL}, {@link FlushType#PERSISTENT} or both
   */
  public SendWorkRequest flush(long remoteAddress, int rkey, long length, int type) {
    this.compareAdd = type;
    this.swap = length;
    return remote(remoteAddress, rkey).opcode(WorkOpcode.FLUSH);
  }

  /** {@code IBV_WR_LOCAL_INV}: invalidates a local key (VQ-36). */
  public SendWorkRequest localInvalidate(int rkey) {
    this.immediate = rkey;
    return opcode(WorkOpcode.LOCAL_INV);
  }

  /**
   * {@code IBV_WR_BIND_MW}: binds a type 2 window under {@code rkey} (VQ-34, VQ-35).
   *
   * @param rkey a key of the window, as {@link MemoryWindow#nextRkey} gives it; another one is
   *     {@code EINVAL} and changes nothing
   * @param bind must not change until the posting call has returned
   */
  public SendWorkRequest bindMw(MemoryWindow window, int rkey, MemoryWindowBind bind) {
    this.window = window;
    this.remoteKey = rkey;
    this.bind = bind;
    return opcode(WorkOpcode.BIND_MW);
  }

  /** Sets {@code wr.ud}: the destination of a datagram. */
  public SendWorkRequest to(AddressHandle addressHandle, int remoteQpn, int remoteQkey) {
    this.addressHandle = addressHandle;
    this.remoteQpn = remoteQpn;
    this.remoteQkey = remoteQkey;
    return this;
  }

  /** Sets {@code qp_type.xrc.remote_srqn}. */
  public SendWorkRequest sharedReceiveQueue(int number) {
    this.sharedReceiveQueue = number;
    return this;
  }

  /**
   * Sets the destination of a reliable datagram, an extension (VE-20): the number of the local
   * {@link EndToEndContext} that carries it, and the peer's queue pair. If the highest bit of the
   * Q_Key is set, the sender's own Q_Key is used.
   */
  public SendWorkRequest through(int endToEndContext, int remoteQpn, int remoteQkey) {
    this.endToEndContext = endToEndContext;
    return to(null, remoteQpn, remoteQkey);
  }

  private SendWorkRequest remote(long address, int rkey) {
    this.remoteAddress = address;
    this.remoteKey = rkey;
    return this;
  }

  @Override
  public String toString() {
    return "SendWorkRequest[wr_id=0x%x, opcode=%s, send_flags=%s, sg_list=%s]"
        .formatted(wrId, WorkOpcode.name(opcode), SendFlags.describe(flags), buffers);
  }
}

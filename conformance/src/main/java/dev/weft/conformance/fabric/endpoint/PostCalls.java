package dev.weft.conformance.fabric.endpoint;

import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/** Every call that posts on an endpoint, grouped by the capability it needs. */
final class PostCalls {

  /** Calls that need the same capabilities. */
  enum Kind {
    SEND(Capabilities.MSG | Capabilities.SEND),
    TAGGED_SEND(Capabilities.TAGGED | Capabilities.SEND),
    RECEIVE(Capabilities.MSG | Capabilities.RECV),
    TAGGED_RECEIVE(Capabilities.TAGGED | Capabilities.RECV),
    READ(Capabilities.RMA | Capabilities.READ),
    WRITE(Capabilities.RMA | Capabilities.WRITE),
    ATOMIC(Capabilities.ATOMIC | Capabilities.WRITE),
    FETCH(Capabilities.ATOMIC | Capabilities.READ);

    /** One primary capability and one direction. */
    final long needed;

    Kind(long needed) {
      this.needed = needed;
    }
  }

  private static final AtomicOperation SUM = AtomicOperation.SUM;
  private static final AtomicOperation SWAP = AtomicOperation.CSWAP;

  private final Endpoint endpoint;
  private final MemorySegment buffer;
  private final MemorySegment second;
  private final MemorySegment third;
  private final long to;
  private final long at;
  private final long key;

  /**
   * Calls with three buffers of 8 bytes.
   *
   * @param to the peer
   * @param at an address of the peer's memory, aligned to 8 bytes
   * @param key key of the peer's memory, of which 8 bytes are read and written
   */
  PostCalls(Endpoint endpoint, MemorySegment buffers, long to, long at, long key) {
    this.endpoint = endpoint;
    this.buffer = buffers.asSlice(0, 8);
    this.second = buffers.asSlice(8, 8);
    this.third = buffers.asSlice(16, 8);
    this.to = to;
    this.at = at;
    this.key = key;
  }

  /** All calls of this kind, by their C names. */
  Map<String, IntSupplier> of(Kind kind) {
    return switch (kind) {
      case SEND -> sends();
      case TAGGED_SEND -> taggedSends();
      case RECEIVE -> receives();
      case TAGGED_RECEIVE -> taggedReceives();
      case READ -> reads();
      case WRITE -> writes();
      case ATOMIC -> atomics();
      case FETCH -> fetches();
    };
  }

  private IoVector vector() {
    return IoVector.of(buffer);
  }

  private Map<String, IntSupplier> sends() {
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("fi_send", () -> endpoint.send(buffer, 8, to, 1));
    calls.put("fi_sendv", () -> endpoint.sendv(vector(), to, 1));
    calls.put("fi_sendmsg", () -> endpoint.sendMsg(Messages.message(buffer, to, 1), 0));
    calls.put("fi_senddata", () -> endpoint.sendData(buffer, 8, 5, to, 1));
    calls.put("fi_inject", () -> endpoint.inject(buffer, 8, to));
    calls.put("fi_injectdata", () -> endpoint.injectData(buffer, 8, 5, to));
    return calls;
  }

  private Map<String, IntSupplier> taggedSends() {
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("fi_tsend", () -> endpoint.tsend(buffer, 8, to, 3, 1));
    calls.put("fi_tsendv", () -> endpoint.tsendv(vector(), to, 3, 1));
    calls.put("fi_tsendmsg", () -> endpoint.tsendMsg(Messages.tagged(buffer, to, 3, 1), 0));
    calls.put("fi_tsenddata", () -> endpoint.tsendData(buffer, 8, 5, to, 3, 1));
    calls.put("fi_tinject", () -> endpoint.tinject(buffer, 8, to, 3));
    calls.put("fi_tinjectdata", () -> endpoint.tinjectData(buffer, 8, 5, to, 3));
    return calls;
  }

  private Map<String, IntSupplier> receives() {
    long any = Messages.ANYBODY;
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("fi_recv", () -> endpoint.recv(buffer, 8, any, 1));
    calls.put("fi_recvv", () -> endpoint.recvv(vector(), any, 1));
    calls.put("fi_recvmsg", () -> endpoint.recvMsg(Messages.message(buffer, any, 1), 0));
    return calls;
  }

  private Map<String, IntSupplier> taggedReceives() {
    long any = Messages.ANYBODY;
    long peek = OperationFlags.PEEK;
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("fi_trecv", () -> endpoint.trecv(buffer, 8, any, 3, 0, 1));
    calls.put("fi_trecvv", () -> endpoint.trecvv(vector(), any, 3, 0, 1));
    calls.put("fi_trecvmsg", () -> endpoint.trecvMsg(Messages.tagged(buffer, any, 3, 1), 0));
    calls.put(
        "fi_trecvmsg(FI_PEEK)", () -> endpoint.trecvMsg(Messages.tagged(buffer, any, 3, 1), peek));
    return calls;
  }

  private Map<String, IntSupplier> reads() {
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("fi_read", () -> endpoint.read(buffer, 8, to, at, key, 1));
    calls.put("fi_readv", () -> endpoint.readv(vector(), to, at, key, 1));
    calls.put("fi_readmsg", () -> endpoint.readMsg(Messages.remote(buffer, to, at, key, 1), 0));
    return calls;
  }

  private Map<String, IntSupplier> writes() {
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("fi_write", () -> endpoint.write(buffer, 8, to, at, key, 1));
    calls.put("fi_writev", () -> endpoint.writev(vector(), to, at, key, 1));
    calls.put("fi_writemsg", () -> endpoint.writeMsg(Messages.remote(buffer, to, at, key, 1), 0));
    calls.put("fi_writedata", () -> endpoint.writeData(buffer, 8, 5, to, at, key, 1));
    calls.put("fi_inject_write", () -> endpoint.injectWrite(buffer, 8, to, at, key));
    calls.put("fi_inject_writedata", () -> endpoint.injectWriteData(buffer, 8, 5, to, at, key));
    return calls;
  }

  private AtomicTarget target() {
    return new AtomicTarget(DataType.UINT64).destination(to).address(at).key(key).count(1);
  }

  private AtomicMessage message(AtomicOperation operation) {
    return new AtomicMessage()
        .vector(vector())
        .address(to)
        .remote(new RmaIoVector().add(at, 8, key))
        .type(DataType.UINT64)
        .operation(operation)
        .context(1);
  }

  private Map<String, IntSupplier> atomics() {
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("fi_atomic", () -> endpoint.atomic(buffer, target(), SUM, 1));
    calls.put("fi_atomicv", () -> endpoint.atomicv(vector(), target(), SUM, 1));
    calls.put("fi_atomicmsg", () -> endpoint.atomicMsg(message(SUM), 0));
    calls.put("fi_inject_atomic", () -> endpoint.injectAtomic(buffer, target(), SUM));
    return calls;
  }

  private Map<String, IntSupplier> fetches() {
    IoVector old = IoVector.of(second);
    IoVector compare = IoVector.of(third);
    Map<String, IntSupplier> calls = new LinkedHashMap<>();
    calls.put("fi_fetch_atomic", () -> endpoint.fetchAtomic(buffer, second, target(), SUM, 1));
    calls.put("fi_fetch_atomicv", () -> endpoint.fetchAtomicv(vector(), old, target(), SUM, 1));
    calls.put("fi_fetch_atomicmsg", () -> endpoint.fetchAtomicMsg(message(SUM), old, 0));
    calls.put(
        "fi_compare_atomic",
        () -> endpoint.compareAtomic(buffer, third, second, target(), SWAP, 1));
    calls.put(
        "fi_compare_atomicv",
        () -> endpoint.compareAtomicv(vector(), compare, old, target(), SWAP, 1));
    calls.put(
        "fi_compare_atomicmsg", () -> endpoint.compareAtomicMsg(message(SWAP), compare, old, 0));
    return calls;
  }
}

package dev.weft.conformance.fabric.message;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.fabric.bench.Arrivals;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.scatter.Guarded;
import dev.weft.conformance.scatter.PartList;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.TaggedMessage;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/**
 * Two endpoints whose operations on lists of buffers are compared with a reference. All bytes of
 * both buffers are known before each operation and compared after it.
 */
final class VectorPair {
  private static final long TAG = 0x7A6;
  private static final long DATA = 0x11;
  private static final int ROUNDS_TO_ARRIVE = 1_000;

  /** One endpoint with its queues and its buffer. */
  record Side(Endpoint endpoint, QueueReader transmit, QueueReader receive, MemorySegment memory) {

    private void progress() {
      transmit.queue().read(null, 0);
      receive.queue().read(null, 0);
    }

    IoVector vector(PartList list) {
      IoVector vector = new IoVector();
      list.parts().forEach(part -> vector.add(memory, part.offset(), part.length()));
      return vector;
    }

    MemorySegment only(PartList list) {
      PartList.Part part = list.parts().getFirst();
      return memory.asSlice(part.offset(), part.length());
    }
  }

  private final Arrivals arrivals = new Arrivals(this::progress, this::progress);
  private final Side near;
  private final Side far;
  private final long destination;
  private final MemoryRegion region;
  private final long base;
  private final Guarded own;
  private final Guarded peer;

  /**
   * @param domain of the far side
   * @param hasRemoteMemory whether the near side reads and writes it
   */
  VectorPair(
      Bench bench, Side near, Side far, long destination, Domain domain, boolean hasRemoteMemory) {
    this.near = near;
    this.far = far;
    this.destination = destination;
    long access = AccessFlags.REMOTE | AccessFlags.LOCAL;
    region = hasRemoteMemory ? bench.keep(domain.register(far.memory, access, 0x5C, null)) : null;
    long mode = bench.info().domain().memoryRegistrationMode();
    base = (mode & MemoryRegistrationMode.VIRT_ADDR) == 0 ? 0 : far.memory.address();
    own = new Guarded("near side", near.memory);
    peer = new Guarded("far side", far.memory);
  }

  Side near() {
    return near;
  }

  long destination() {
    return destination;
  }

  long key() {
    return region.key();
  }

  /** The near side's address of the byte at this offset of the far side's buffer. */
  long address(long offset) {
    return base + offset;
  }

  /** Carries the operation out; returns where a byte differs from the reference, or null. */
  String difference(VectorShape shape) {
    Random random = new Random(shape.hashCode());
    own.fill(random);
    peer.fill(random);
    boolean message = shape.call().isMessage();
    if (message && !shape.late()) {
      receive(shape);
    }
    arrivals.post(
        shape.call().name(), () -> message ? send(shape) : RemoteVectorCalls.post(this, shape));
    if (message && shape.late()) {
      receive(shape);
    }
    if (!shape.call().isInject()) {
      arrivals.entry(near.transmit);
    }
    if (message || shape.call() == VectorCall.WRITEDATA) {
      Check.equal((long) shape.own().total(), arrivals.entry(far.receive).length(), "len");
    }
    RemoteVectorCalls.expect(shape, own.expected, peer.expected);
    return settled();
  }

  /** A write may arrive after its completion. */
  private String settled() {
    String difference = difference();
    for (int i = 0; i < ROUNDS_TO_ARRIVE && difference != null; i++) {
      progress();
      difference = difference();
    }
    return difference;
  }

  private String difference() {
    String difference = own.difference();
    return difference == null ? peer.difference() : difference;
  }

  private void progress() {
    near.progress();
    far.progress();
  }

  private void receive(VectorShape shape) {
    IoVector vector = far.vector(shape.far());
    boolean tagged = shape.call().kind == VectorCall.Kind.TAGGED;
    arrivals.post("receive", () -> tagged ? receiveTagged(shape, vector) : receive(shape, vector));
  }

  private int receive(VectorShape shape, IoVector vector) {
    if (vector.count() == 1) {
      MemorySegment buffer = far.only(shape.far());
      return far.endpoint.recv(buffer, buffer.byteSize(), FabricAddress.UNSPEC, 2);
    }
    return shape.late()
        ? far.endpoint.recvv(vector, FabricAddress.UNSPEC, 2)
        : far.endpoint.recvMsg(message(new Message().vector(vector), FabricAddress.UNSPEC), 0);
  }

  private int receiveTagged(VectorShape shape, IoVector vector) {
    if (vector.count() == 1) {
      MemorySegment buffer = far.only(shape.far());
      return far.endpoint.trecv(buffer, buffer.byteSize(), FabricAddress.UNSPEC, TAG, 0, 2);
    }
    return shape.late()
        ? far.endpoint.trecvv(vector, FabricAddress.UNSPEC, TAG, 0, 2)
        : far.endpoint.trecvMsg(tagged(vector, FabricAddress.UNSPEC), 0);
  }

  private static Message message(Message message, long address) {
    return message.address(address).context(1);
  }

  private static TaggedMessage tagged(IoVector vector, long address) {
    return new TaggedMessage().vector(vector).address(address).tag(TAG).context(1);
  }

  private int send(VectorShape shape) {
    Endpoint from = near.endpoint;
    IoVector vector = near.vector(shape.own());
    MemorySegment buffer = near.only(shape.own());
    long size = buffer.byteSize();
    return switch (shape.call()) {
      case SEND -> from.send(buffer, size, destination, 1);
      case SENDV -> from.sendv(vector, destination, 1);
      case SENDMSG ->
          from.sendMsg(message(new Message().vector(vector), destination), shape.flags());
      case SENDDATA -> from.sendData(buffer, size, DATA, destination, 1);
      case INJECT -> from.inject(buffer, size, destination);
      case TSEND -> from.tsend(buffer, size, destination, TAG, 1);
      case TSENDV -> from.tsendv(vector, destination, TAG, 1);
      case TSENDMSG -> from.tsendMsg(tagged(vector, destination), shape.flags());
      case TSENDDATA -> from.tsendData(buffer, size, DATA, destination, TAG, 1);
      default -> from.tinject(buffer, size, destination, TAG);
    };
  }
}

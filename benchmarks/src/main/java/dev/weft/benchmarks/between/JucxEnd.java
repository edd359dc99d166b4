package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.Side;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpMemMapParams;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;

/** UCX for Java between two processes: a worker connected to its peer. */
final class JucxEnd {
  private static final int WINDOW = 64;

  final UcpWorker worker;
  final UcpEndpoint peer;

  /** {@value #WINDOW} bytes that the peer writes into, zero at first. */
  final MemorySegment window;

  final long peerWindow;
  final UcpRemoteKey peerKey;

  private JucxEnd(UcpWorker worker, UcpMemory own, Greeting greeting) {
    this.worker = worker;
    this.window = memory(own);
    peer = worker.newEndpoint(new UcpEndpointParams().setUcpAddress(greeting.worker));
    peerWindow = greeting.window;
    peerKey = peer.unpackRemoteKey(greeting.key);
  }

  /**
   * Opens this process's end, once the other has opened its own.
   *
   * @param transports as {@code UCX_TLS} names them
   */
  static JucxEnd open(Meeting meeting, String transports) throws IOException, InterruptedException {
    UcpParams parameters = new UcpParams().requestTagFeature().requestRmaFeature();
    parameters.setConfig("TLS", transports);
    UcpContext context = new UcpContext(parameters);
    UcpWorker worker = context.newWorker(new UcpWorkerParams());
    UcpMemory own = context.memoryMap(new UcpMemMapParams().allocate().setLength(WINDOW));
    memory(own).fill((byte) 0);
    meeting.leave(
        new Greeting(worker.getAddress(), own.getAddress(), own.getRemoteKeyBuffer()).toBytes());
    return new JucxEnd(worker, own, Greeting.of(meeting.take()));
  }

  @SuppressWarnings("restricted")
  private static MemorySegment memory(UcpMemory mapped) {
    return MemorySegment.ofAddress(mapped.getAddress()).reinterpret(WINDOW);
  }

  /** A side with one tagged message at a time. */
  Side tagged() {
    return new JucxTagged(this, Long.BYTES, 1);
  }

  /** A side with this many pending tagged messages. */
  Side stream(int bytes, int depth) {
    return new JucxTagged(this, bytes, depth);
  }

  /** A side that puts words into the peer's memory. */
  JucxPuts puts() {
    return new JucxPuts(this);
  }

  static MemorySegment allocate(long bytes) {
    return Arena.global().allocate(bytes, 64);
  }

  void progress() {
    try {
      worker.progress();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Progresses until a request completes; fails if it ends with an error. */
  void await(UcpRequest request) {
    while (!request.isCompleted()) {
      progress();
    }
    if (request.getStatus() != 0) {
      throw new IllegalStateException("status=" + request.getStatus());
    }
  }

  /** The addresses that each end sends to the other. */
  private record Greeting(ByteBuffer worker, long window, ByteBuffer key) {
    byte[] toBytes() {
      ByteBuffer all = ByteBuffer.allocate(16 + worker.remaining() + key.remaining());
      all.putLong(window).putInt(worker.remaining()).put(worker.duplicate());
      return all.putInt(key.remaining()).put(key.duplicate()).array();
    }

    static Greeting of(byte[] bytes) {
      ByteBuffer all = ByteBuffer.wrap(bytes);
      return new Greeting(null, all.getLong(), null).with(next(all), next(all));
    }

    private Greeting with(ByteBuffer itsWorker, ByteBuffer itsKey) {
      return new Greeting(itsWorker, window, itsKey);
    }

    private static ByteBuffer next(ByteBuffer all) {
      int size = all.getInt();
      ByteBuffer direct = ByteBuffer.allocateDirect(size).put(all.slice(all.position(), size));
      all.position(all.position() + size);
      return direct.flip();
    }
  }
}

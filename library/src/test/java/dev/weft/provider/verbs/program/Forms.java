package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Area.Part;
import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.provider.verbs.program.Step.Operation;
import dev.weft.provider.verbs.program.Window.Use;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.work.FlushType;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Makes the requests of the API. */
final class Forms {
  /** A queue pair number that nobody has. */
  private static final int NOBODY = 0xFF_FFF0;

  private final Player player;

  /** Inline data, in memory that is overwritten as soon as it was posted (VQ-06). */
  private final MemorySegment inline = Arena.ofAuto().allocate(Area.SIZE);

  private long used;

  Forms(Player player) {
    this.player = player;
  }

  /** To be called when requests have been posted. */
  void spoil() {
    inline.asSlice(0, used).fill((byte) 0x55);
    used = 0;
  }

  SendWorkRequest send(Request request) {
    var form = new SendWorkRequest().wrId(request.wrId()).flags(flags(request));
    fill(form.buffers(), request);
    switch (request.operation()) {
      case SEND -> form.send();
      case SEND_WITH_IMM -> form.sendWithImmediate(request.immediate());
      case SEND_WITH_INV -> form.sendWithInvalidate(request.use().key());
      case RDMA_WRITE -> form.write(address(request), key(request));
      case RDMA_WRITE_WITH_IMM ->
          form.writeWithImmediate(address(request), key(request), request.immediate());
      case RDMA_READ -> form.read(address(request), key(request));
      case COMPARE_AND_SWAP ->
          form.compareAndSwap(address(request), key(request), request.compare(), request.swap());
      case FETCH_AND_ADD -> form.fetchAndAdd(address(request), key(request), request.compare());
      case ATOMIC_WRITE -> form.atomicWrite(address(request), key(request));
      case FLUSH -> form.flush(address(request), key(request), request.bytes(), FlushType.GLOBAL);
      case BIND_MW -> form.bindMw(window(request), request.use().key(), bind(request));
      case LOCAL_INV -> form.localInvalidate(request.use().key());
    }
    if (request.mistake() == Mistake.OPCODE) {
      form.opcode(wrongOpcode());
    }
    return isDatagram() ? form.to(player.handle(), number(request), qkey()) : form;
  }

  private static MemoryWindow window(Request request) {
    return request.use().window().real();
  }

  /** The bind of a request. */
  static MemoryWindowBind bind(Request request) {
    MemoryWindowBind bind = new MemoryWindowBind();
    Part part = request.use().part();
    if (part != null) {
      boolean nothing = request.mistake() == Mistake.NO_REGION;
      bind.part(nothing ? null : part.area().region, part.area().address(part.at()), part.length());
    }
    return bind.access(request.use().rights());
  }

  /** VQ-03. */
  private int wrongOpcode() {
    return switch (player.pair.type()) {
      case UC -> WorkOpcode.RDMA_READ;
      case UD -> WorkOpcode.RDMA_WRITE;
      default -> WorkOpcode.TSO;
    };
  }

  /** Adds it to the requests that a builder builds. */
  void build(WorkBuilder builder, Request request) {
    builder.wrId(request.wrId()).flags(flags(request) & ~SendFlags.INLINE);
    switch (request.operation()) {
      case SEND -> builder.send();
      case SEND_WITH_IMM -> builder.sendImm(request.immediate());
      case SEND_WITH_INV -> builder.sendInvalidate(request.use().key());
      case RDMA_WRITE -> builder.rdmaWrite(key(request), address(request));
      case RDMA_WRITE_WITH_IMM ->
          builder.rdmaWriteImm(key(request), address(request), request.immediate());
      case RDMA_READ -> builder.rdmaRead(key(request), address(request));
      case COMPARE_AND_SWAP ->
          builder.atomicCompareSwap(
              key(request), address(request), request.compare(), request.swap());
      case FETCH_AND_ADD ->
          builder.atomicFetchAdd(key(request), address(request), request.compare());
      case ATOMIC_WRITE -> builder.atomicWrite(key(request), address(request), request.word());
      case FLUSH ->
          builder.flush(
              key(request),
              address(request),
              request.bytes(),
              FlushType.GLOBAL,
              request.mistake() == Mistake.NONE ? FlushType.REGION : FlushType.RANGE);
      case BIND_MW -> builder.bindMw(window(request), request.use().key(), bind(request));
      case LOCAL_INV -> builder.localInvalidate(request.use().key());
    }
    if (isDatagram()) {
      builder.udAddress(player.handle(), number(request), qkey());
    }
    if (!request.operation().hasBuffers() || request.operation() == Operation.ATOMIC_WRITE) {
      return;
    }
    if (request.step().inline()) {
      request.parts().forEach(part -> builder.inlineData(copy(part)));
    } else {
      ScatterGatherList list = new ScatterGatherList();
      fill(list, request);
      builder.sgeList(list);
    }
  }

  private boolean isDatagram() {
    return player.side.isDatagram;
  }

  private static int qkey() {
    return QueuePairTransitions.USUAL_QKEY;
  }

  private int number(Request request) {
    return request.mistake() == Mistake.LOST ? NOBODY : player.peer.pair.qpNum();
  }

  /** The {@code send_flags}. */
  static int flags(Request request) {
    Step.Send step = request.step();
    return (step.silent() ? 0 : SendFlags.SIGNALED)
        | (step.solicited() && !step.operation().isLocal() ? SendFlags.SOLICITED : 0)
        | (step.inline() ? SendFlags.INLINE : 0)
        | (request.fence() ? SendFlags.FENCE : 0);
  }

  private static long address(Request request) {
    int shift = request.mistake() == Mistake.UNALIGNED ? 4 : 0;
    int at = request.mistake() == Mistake.REMOTE_RANGE ? outside(request) : request.at() + shift;
    return request.use() == null ? request.target().address(at) : request.use().address(at);
  }

  /** A place of which some bytes are not granted: before, or behind what is. */
  private static int outside(Request request) {
    Use use = request.use();
    int unit = request.operation().isOfWord() ? Long.BYTES : 1;
    int start = use == null ? 0 : use.part().at();
    int length = use == null ? Area.SIZE : use.part().length();
    int at = request.wrId() % 2 == 0 ? start - 1 : start + length - request.bytes() + unit;
    return at & -unit;
  }

  private int key(Request request) {
    if (request.mistake() == Mistake.NO_RIGHT) {
      return player.peer.sink.region.rkey();
    }
    // zero-length: the key is not looked at (VQ-26)
    boolean wrong = request.mistake() == Mistake.REMOTE_KEY || request.bytes() == 0;
    Use use = request.use();
    boolean direct = use == null && request.mistake() != Mistake.STALE_KEY;
    int key = direct ? request.target().region.rkey() : use == null ? 0 : use.key();
    return key ^ (wrong ? WindowChoice.WRONG_KEY : 0);
  }

  private void fill(ScatterGatherList list, Request request) {
    if (request.step().inline()) {
      request.parts().forEach(part -> list.add(copy(part), WindowChoice.WRONG_KEY));
    } else {
      fill(list, request.parts(), request.mistake());
    }
  }

  private MemorySegment copy(Part part) {
    MemorySegment place = inline.asSlice(used, part.length());
    place.copyFrom(MemorySegment.ofArray(part.area().expected).asSlice(part.at(), part.length()));
    used += part.length();
    return place;
  }

  private static void fill(ScatterGatherList list, List<Part> parts, Mistake mistake) {
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int key = part.area().region.lkey();
      boolean last = i == parts.size() - 1;
      if (last && mistake == Mistake.LOCAL_RANGE) {
        list.add(part.area().address(Area.SIZE - part.length() + 1), part.length(), key);
      } else {
        boolean wrong = last && mistake == Mistake.LOCAL_KEY;
        list.add(
            part.area().address(part.at()),
            part.length(),
            key ^ (wrong ? WindowChoice.WRONG_KEY : 0));
      }
    }
  }

  static ReceiveWorkRequest receive(Receipt receipt) {
    ReceiveWorkRequest form = new ReceiveWorkRequest().wrId(receipt.wrId());
    fill(form.buffers(), receipt.parts(), receipt.mistake());
    return form;
  }
}

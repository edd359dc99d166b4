package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Area.Part;
import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.WorkBuilder;
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
  private static final int WRONG_KEY = 0x4000_0000;

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
      case RDMA_WRITE -> form.write(address(request), key(request));
      case RDMA_WRITE_WITH_IMM ->
          form.writeWithImmediate(address(request), key(request), request.immediate());
      case RDMA_READ -> form.read(address(request), key(request));
      case COMPARE_AND_SWAP ->
          form.compareAndSwap(address(request), key(request), request.compare(), request.swap());
      case FETCH_AND_ADD -> form.fetchAndAdd(address(request), key(request), request.compare());
    }
    if (request.mistake() == Mistake.OPCODE) {
      form.opcode(wrongOpcode());
    }
    return isDatagram() ? form.to(player.handle(), number(request), qkey()) : form;
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
      case RDMA_WRITE -> builder.rdmaWrite(key(request), address(request));
      case RDMA_WRITE_WITH_IMM ->
          builder.rdmaWriteImm(key(request), address(request), request.immediate());
      case RDMA_READ -> builder.rdmaRead(key(request), address(request));
      case COMPARE_AND_SWAP ->
          builder.atomicCompareSwap(
              key(request), address(request), request.compare(), request.swap());
      case FETCH_AND_ADD ->
          builder.atomicFetchAdd(key(request), address(request), request.compare());
    }
    if (isDatagram()) {
      builder.udAddress(player.handle(), number(request), qkey());
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

  private static int flags(Request request) {
    Step.Send step = request.step();
    return (step.silent() ? 0 : SendFlags.SIGNALED)
        | (step.solicited() ? SendFlags.SOLICITED : 0)
        | (step.inline() ? SendFlags.INLINE : 0)
        | (request.fence() ? SendFlags.FENCE : 0);
  }

  private static long address(Request request) {
    if (request.mistake() == Mistake.REMOTE_RANGE) {
      int beyond = request.operation().isAtomic() ? Long.BYTES : 1;
      return request.target().address(Area.SIZE - request.bytes() + beyond);
    }
    int shift = request.mistake() == Mistake.UNALIGNED ? 4 : 0;
    return request.target().address(request.at() + shift);
  }

  private int key(Request request) {
    if (request.mistake() == Mistake.NO_RIGHT) {
      return player.peer.sink.region.rkey();
    }
    // zero-length: the key is not looked at (VQ-26)
    boolean wrong = request.mistake() == Mistake.REMOTE_KEY || request.bytes() == 0;
    return request.target().region.rkey() ^ (wrong ? WRONG_KEY : 0);
  }

  private void fill(ScatterGatherList list, Request request) {
    if (request.step().inline()) {
      request.parts().forEach(part -> list.add(copy(part), WRONG_KEY));
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
        list.add(part.area().address(part.at()), part.length(), key ^ (wrong ? WRONG_KEY : 0));
      }
    }
  }

  static ReceiveWorkRequest receive(Receipt receipt) {
    ReceiveWorkRequest form = new ReceiveWorkRequest().wrId(receipt.wrId());
    fill(form.buffers(), receipt.parts(), receipt.mistake());
    return form;
  }
}

package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Faults of polled completions. */
final class PollLies {
  private static final long STRIDE = 48;
  private static final long STATUS = 8;
  private static final long OPCODE = 12;
  private static final long BYTE_LEN = 20;
  private static final long IMMEDIATE = 24;
  private static final long QP_NUM = 28;
  private static final long FLAGS = 36;

  private PollLies() {}

  static List<VerbsFault> all() {
    return List.of(
        poll("writes past what it delivers", "VP-01", PollLies::writesPast),
        poll("takes an empty queue for a failure", "VP-02", (n, batch) -> n == 0 ? -11 : n),
        poll("reorders completions", "VP-04", PollLies::reorders),
        poll("drops one of several completions", "VP-05", (n, batch) -> n > 1 ? n - 1 : n),
        new VerbsFault("delivers a completion twice", "VP-05", PollLies::twice),
        VerbsFault.of("polls although less than nothing is asked", "VP-07", PollLies::negative),
        each("swaps immediate data", "VP-14", PollLies::swapsImmediate),
        each("cuts wr_id to 32 bits", "VE-01", PollLies::cutsNumbers),
        each("gives work opcodes", "VE-02", PollLies::workOpcodes),
        each("gives 129 for any immediate data", "VE-03", PollLies::alwaysWrite),
        each("gives the size of the receive", "VE-04", (one, at) -> set(one, at + BYTE_LEN, 64)),
        each("leaves the header out of byte_len", "VE-05", PollLies::noHeader),
        new VerbsFault("leaves the immediate flag of the last", "VE-09", PollLies::staleFlag),
        each("tells of one queue pair only", "VE-19", (one, at) -> set(one, at + QP_NUM, 77)),
        poll("loses flushed requests", "VQ-15", PollLies::losesFlushed),
        each("takes failures for successes", "VQ-16", (one, at) -> set(one, at + STATUS, 0)));
  }

  /** A fault that changes what poll returned and stored. */
  @FunctionalInterface
  private interface Poll {
    int answer(int returned, WorkCompletionBatch batch);
  }

  /** A fault that changes one completion at this offset. */
  @FunctionalInterface
  private interface Each {
    void change(MemorySegment completions, long offset);
  }

  private static VerbsFault poll(String name, String caughtBy, Poll lie) {
    return VerbsFault.of(
        name,
        caughtBy,
        call -> {
          Object answer = call.honestly();
          return call.is(CompletionQueue.class, "poll")
              ? lie.answer((Integer) answer, (WorkCompletionBatch) call.arguments()[0])
              : answer;
        });
  }

  private static VerbsFault each(String name, String caughtBy, Each lie) {
    return poll(
        name,
        caughtBy,
        (returned, batch) -> {
          for (int i = 0; i < returned; i++) {
            lie.change(batch.segment(), i * STRIDE);
          }
          return returned;
        });
  }

  private static void set(MemorySegment memory, long offset, int value) {
    memory.set(ValueLayout.JAVA_INT, offset, value);
  }

  private static int get(MemorySegment memory, long offset) {
    return memory.get(ValueLayout.JAVA_INT, offset);
  }

  private static int writesPast(int returned, WorkCompletionBatch batch) {
    if (returned > 0 && returned < batch.capacity()) {
      set(batch.segment(), returned * STRIDE, 0);
    }
    return returned;
  }

  private static int reorders(int returned, WorkCompletionBatch batch) {
    MemorySegment memory = batch.segment();
    for (int i = 0, j = returned - 1; i < j; i++, j--) {
      MemorySegment one = memory.asSlice(i * STRIDE, STRIDE);
      MemorySegment other = memory.asSlice(j * STRIDE, STRIDE);
      MemorySegment kept = Arena.ofAuto().allocate(STRIDE, 8).copyFrom(one);
      one.copyFrom(other);
      other.copyFrom(kept);
    }
    return returned;
  }

  private static VerbsFault.Lie twice() {
    Map<Object, Boolean> again = new ConcurrentHashMap<>();
    return call -> {
      if (!call.is(CompletionQueue.class, "poll")) {
        return call.honestly();
      }
      if (Boolean.TRUE.equals(again.remove(call.object()))) {
        return 1; // the batch still holds the last poll's completions
      }
      Object answer = call.honestly();
      if ((Integer) answer > 0) {
        again.put(call.object(), true);
      }
      return answer;
    };
  }

  private static Object negative(Call call) throws Throwable {
    if (call.is(CompletionQueue.class, "poll") && (Integer) call.arguments()[1] < 0) {
      return call.honestlyWith(call.arguments()[0], 1);
    }
    return call.honestly();
  }

  private static void swapsImmediate(MemorySegment memory, long offset) {
    set(memory, offset + IMMEDIATE, Integer.reverseBytes(get(memory, offset + IMMEDIATE)));
  }

  private static void cutsNumbers(MemorySegment memory, long offset) {
    memory.set(ValueLayout.JAVA_LONG, offset, get(memory, offset));
  }

  private static void workOpcodes(MemorySegment memory, long offset) {
    if (get(memory, offset + OPCODE) == CompletionOpcode.SEND) {
      set(memory, offset + OPCODE, 2);
    }
  }

  private static void alwaysWrite(MemorySegment memory, long offset) {
    boolean receive = get(memory, offset + OPCODE) == CompletionOpcode.RECV;
    if (receive && (get(memory, offset + FLAGS) & WcFlags.WITH_IMM) != 0) {
      set(memory, offset + OPCODE, CompletionOpcode.RECV_RDMA_WITH_IMM);
    }
  }

  private static void noHeader(MemorySegment memory, long offset) {
    if (get(memory, offset + BYTE_LEN) >= 40) {
      set(memory, offset + BYTE_LEN, get(memory, offset + BYTE_LEN) - 40);
    }
  }

  private static VerbsFault.Lie staleFlag() {
    boolean[] seen = new boolean[1];
    return call -> {
      Object answer = call.honestly();
      if (call.is(CompletionQueue.class, "poll") && (Integer) answer > 0) {
        MemorySegment memory = ((WorkCompletionBatch) call.arguments()[0]).segment();
        int flags = get(memory, FLAGS);
        seen[0] |= (flags & WcFlags.WITH_IMM) != 0;
        set(memory, FLAGS, seen[0] ? flags | WcFlags.WITH_IMM : flags);
      }
      return answer;
    };
  }

  private static int losesFlushed(int returned, WorkCompletionBatch batch) {
    for (int i = 0; i < returned; i++) {
      if (batch.status(i) == CompletionStatus.WR_FLUSH_ERR) {
        return i;
      }
    }
    return returned == -VerbsErrno.EIO ? 0 : returned;
  }
}

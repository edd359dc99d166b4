package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.linker.CMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** A posting function of C that keeps what it is given, and refuses requests on demand. */
final class FakeDriver {
  private static final long NEXT = Long.BYTES;
  private static final long LIST = WorkLayouts.RECEIVE.offset("sg_list");
  private static final long COUNT = WorkLayouts.RECEIVE.offset("num_sge");

  /** The bytes of each request, and of its buffers. */
  final List<MemorySegment> requests = new ArrayList<>();

  final List<List<String>> buffers = new ArrayList<>();
  final List<Integer> calls = new ArrayList<>();

  /** How many requests it takes before it refuses; it takes all if negative. */
  int room = -1;

  /** What it returns when it refuses. */
  int error = 12;

  /** Whether it says which request it refuses. */
  boolean says = true;

  private final long bytes;

  FakeDriver(long bytes) {
    this.bytes = bytes;
  }

  /** The address of the function. */
  @SuppressWarnings("restricted")
  long function() throws ReflectiveOperationException {
    MethodType type = MethodType.methodType(int.class, long.class, long.class, long.class);
    return Linker.nativeLinker()
        .upcallStub(
            MethodHandles.lookup().bind(this, "post", type),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG),
            Arena.ofAuto())
        .address();
  }

  int post(long queue, long first, long bad) {
    int count = 0;
    int result = 0;
    long request = first;
    while (request != 0 && result == 0) {
      if (requests.size() == room) {
        CMemory.word(bad, says ? request : 0);
        result = error;
      } else {
        keep(request);
        count++;
        request = CMemory.word(request + NEXT);
      }
    }
    calls.add(count);
    return result;
  }

  private void keep(long request) {
    requests.add(MemorySegment.ofArray(CMemory.bytes(request, bytes)));
    List<String> list = new ArrayList<>();
    for (int i = 0; i < CMemory.integer(request + COUNT); i++) {
      long at = CMemory.word(request + LIST) + i * WorkLayouts.BUFFER.size();
      int length = CMemory.integer(at + WorkLayouts.BUFFER.offset("length"));
      int key = CMemory.integer(at + WorkLayouts.BUFFER.offset("lkey"));
      list.add("%x+%d key %d".formatted(CMemory.word(at), length, key));
    }
    buffers.add(list);
  }

  /** A member of 8 bytes of request {@code index}. */
  long word(int index, long offset) {
    return requests.get(index).get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  /** A member of 4 bytes of request {@code index}. */
  int integer(int index, long offset) {
    return requests.get(index).get(ValueLayout.JAVA_INT_UNALIGNED, offset);
  }
}

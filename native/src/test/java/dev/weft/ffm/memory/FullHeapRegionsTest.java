package dev.weft.ffm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.operation.Operation;
import dev.weft.ffm.operation.OperationOwner;
import dev.weft.ffm.operation.OperationPool;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A heap that is full while regions are closed: C closes each of them once. */
class FullHeapRegionsTest {
  private static final int MAX = 4;
  private static final FunctionDescriptor CLOSE =
      FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

  private final Arena arena = Arena.ofShared();
  private final OperationPool pool = new OperationPool(arena);
  private final List<Long> registered = new ArrayList<>();
  private final List<Long> closed = new ArrayList<>();
  private final Domain domain = new Domain();
  private final LocalRegions regions = new LocalRegions(domain, Long.BYTES, MAX);

  @AfterEach
  void free() {
    arena.close();
  }

  /** Has a function of its own in place of C's, and finds no memory for one call. */
  private final class Domain implements LocalRegions.Registrar {
    private final MemorySegment table = arena.allocate(OpsLayouts.OBJECT.size(), Long.BYTES);
    private int callsWithMemory = Integer.MAX_VALUE;
    private boolean fullAfterCall;

    @Override
    public long register(MemorySegment buffer, long access, long requestedKey) {
      MemorySegment region = arena.allocate(ObjectLayouts.MEMORY_REGION.size(), Long.BYTES);
      region.set(ValueLayout.ADDRESS, ObjectLayouts.FID.offset("ops"), table);
      registered.add(region.address());
      return region.address();
    }

    @Override
    public void close(Runnable call) {
      boolean full = callsWithMemory-- == 0;
      if (!full || fullAfterCall) {
        call.run();
      }
      if (full) {
        throw new OutOfMemoryError("as where the heap is full");
      }
    }
  }

  @SuppressWarnings("UnusedMethod") // C calls it
  private long close(long fid) {
    closed.add(fid);
    return 0;
  }

  @SuppressWarnings("restricted")
  private MemorySegment closeFunction() throws ReflectiveOperationException {
    return Linker.nativeLinker()
        .upcallStub(MethodHandles.lookup().bind(this, "close", CLOSE.toMethodType()), CLOSE, arena);
  }

  private void use(MemorySegment buffer) {
    Operation operation = pool.take(new OperationOwner(), 0);
    regions.use(operation, buffer);
    pool.giveBack(operation);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldCloseEachRegionOnce(boolean fullAfterCall) throws Exception {
    domain.table.set(ValueLayout.ADDRESS, OpsLayouts.OBJECT.offset("close"), closeFunction());
    domain.fullAfterCall = fullAfterCall;
    try (Arena freed = Arena.ofShared()) {
      for (int i = 0; i < MAX; i++) {
        use(freed.allocate(64));
      }
    }
    domain.callsWithMemory = 1;
    assertThrows(OutOfMemoryError.class, () -> use(arena.allocate(64)));
    use(arena.allocate(64));
    assertEquals(1, regions.size());
    regions.close();
    assertEquals(registered.stream().sorted().toList(), closed.stream().sorted().toList());
  }
}

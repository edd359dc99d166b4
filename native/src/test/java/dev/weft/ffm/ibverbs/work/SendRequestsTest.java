package dev.weft.ffm.ibverbs.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a driver is given for send requests; it is a function of Java here. */
class SendRequestsTest {
  private static final QueuePairCapabilities GRANTED = new QueuePairCapabilities(64, 64, 2, 2, 16);

  private final FakeDriver driver = new FakeDriver(WorkLayouts.SEND.size());
  private final Named named = new Named();
  private final BadRequest<SendWorkRequest> bad = new BadRequest<>();

  /** References that know one handle, and count uses. */
  private static final class Named implements SendReferences {
    private int entered;
    private int uses;

    @Override
    public void enter() {
      entered++;
      uses++;
    }

    @Override
    public void leave() {
      entered--;
    }

    @Override
    public long handle(AddressHandle handle) {
      return 0;
    }

    @Override
    public long window(MemoryWindow window) {
      return 0;
    }

    @Override
    public boolean isOfOtherDomain(MemoryWindow window) {
      return false;
    }

    @Override
    public long region(MemoryRegion region) {
      return 0;
    }

    @Override
    public void bound(MemoryWindow window, int key) {}

    @Override
    public boolean copy(ScatterGatherList list, int index, MemorySegment target, long at) {
      return false;
    }
  }

  private SendRequests requests(QueuePairType type) throws ReflectiveOperationException {
    return new SendRequests(driver.function(), 1, type, GRANTED, named);
  }

  private static long offset(String member) {
    return WorkLayouts.SEND.offset(member);
  }

  @Test
  void shouldWriteEveryMember() throws ReflectiveOperationException {
    SendWorkRequest write =
        new SendWorkRequest()
            .wrId(-2)
            .flags(SendFlags.SIGNALED | SendFlags.FENCE)
            .writeWithImmediate(0x1234_5678_9abcL, 77, 0x0102_0304);
    write.buffers().add(0x1000, 8, 5).add(0x2000, 16, 6);
    assertEquals(0, requests(QueuePairType.RC).post(write, bad));
    assertEquals(-2, driver.word(0, offset("wr_id")));
    assertEquals(WorkOpcode.RDMA_WRITE_WITH_IMM, driver.integer(0, offset("opcode")));
    assertEquals(SendFlags.SIGNALED | SendFlags.FENCE, driver.integer(0, offset("send_flags")));
    assertEquals(0x0102_0304, driver.integer(0, offset("imm_data")));
    assertEquals(0x1234_5678_9abcL, driver.word(0, offset("wr.rdma.remote_addr")));
    assertEquals(77, driver.integer(0, offset("wr.rdma.rkey")));
    assertEquals(List.of("1000+8 key 5", "2000+16 key 6"), driver.buffers.getFirst());
    assertNull(bad.request());
  }

  @Test
  void shouldWriteAtomics() throws ReflectiveOperationException {
    SendWorkRequest swap = new SendWorkRequest().compareAndSwap(64, 9, 3, 4);
    swap.buffers().add(0x1000, 8, 5);
    assertEquals(0, requests(QueuePairType.RC).post(swap, bad));
    assertEquals(64, driver.word(0, offset("wr.atomic.remote_addr")));
    assertEquals(3, driver.word(0, offset("wr.atomic.compare_add")));
    assertEquals(4, driver.word(0, offset("wr.atomic.swap")));
    assertEquals(9, driver.integer(0, offset("wr.atomic.rkey")));
  }

  @Test
  void shouldPostLongListsInParts() throws ReflectiveOperationException {
    assertEquals(0, requests(QueuePairType.RC).post(chain(40), bad));
    assertEquals(List.of(16, 16, 8), driver.calls);
    List<Long> posted =
        IntStream.range(0, 40).mapToObj(i -> driver.word(i, offset("wr_id"))).toList();
    assertEquals(IntStream.range(0, 40).mapToObj(i -> (long) i).toList(), posted);
  }

  private static SendWorkRequest chain(int count) {
    SendWorkRequest next = null;
    for (int i = count - 1; i >= 0; i--) {
      next = new SendWorkRequest().wrId(i).send().next(next);
    }
    return next;
  }

  @Test
  void shouldTellTheFirstThatTheDriverRefuses() throws ReflectiveOperationException {
    driver.room = 20;
    assertEquals(VerbsErrno.ENOMEM, requests(QueuePairType.RC).post(chain(40), bad));
    assertEquals(20, bad.request().wrId());
    assertEquals(List.of(16, 4), driver.calls);
  }

  @Test
  void shouldTellTheFirstOfAPartWhoseRefusalHasNoName() throws ReflectiveOperationException {
    driver.room = 0;
    driver.says = false;
    driver.error = -VerbsErrno.EINVAL;
    SendWorkRequest first = chain(3);
    assertEquals(VerbsErrno.EINVAL, requests(QueuePairType.RC).post(first, bad));
    assertSame(first, bad.request());
  }

  @Test
  void shouldPostWhatComesBeforeARequestThatIsRefusedHere() throws ReflectiveOperationException {
    SendWorkRequest tooMany = new SendWorkRequest().wrId(1);
    tooMany.buffers().add(1, 1, 1).add(2, 1, 1).add(3, 1, 1);
    SendWorkRequest first = new SendWorkRequest().wrId(0).next(tooMany);
    assertEquals(VerbsErrno.EINVAL, requests(QueuePairType.RC).post(first, bad));
    assertSame(tooMany, bad.request());
    assertEquals(List.of(1), driver.calls);
  }

  @Test
  void shouldCopyInlineDataBeforeTheDriverReadsIt() throws ReflectiveOperationException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment first = arena.allocate(8);
      MemorySegment second = arena.allocate(8);
      first.set(ValueLayout.JAVA_LONG, 0, 11);
      second.set(ValueLayout.JAVA_LONG, 0, 22);
      SendWorkRequest inline = new SendWorkRequest().flags(SendFlags.INLINE).send();
      inline.buffers().add(first, 0).add(second, 0);
      assertEquals(0, requests(QueuePairType.RC).post(inline, bad));
    }
    assertEquals(1, driver.buffers.getFirst().size());
    assertTrue(driver.buffers.getFirst().getFirst().endsWith("+16 key 0"));
  }

  @Test
  void shouldRefuseInlineDataThatCannotBeRead() throws ReflectiveOperationException {
    SendRequests requests = requests(QueuePairType.RC);
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(8);
    }
    SendWorkRequest freed = new SendWorkRequest().flags(SendFlags.INLINE).send();
    freed.buffers().add(closed, 0);
    assertEquals(VerbsErrno.EINVAL, requests.post(freed, bad));
    SendWorkRequest somewhere = new SendWorkRequest().flags(SendFlags.INLINE).send();
    somewhere.buffers().add(8, 8, 0);
    assertEquals(VerbsErrno.EINVAL, requests.post(somewhere, bad));
    SendWorkRequest large = new SendWorkRequest().flags(SendFlags.INLINE).send();
    large.buffers().add(Arena.ofAuto().allocate(17), 0);
    assertEquals(VerbsErrno.EINVAL, requests.post(large, bad));
    assertEquals(List.of(), driver.calls);
  }

  @Test
  void shouldRefuseOperationsThatTheTypeLacks() throws ReflectiveOperationException {
    SendRequests unreliable = requests(QueuePairType.UC);
    SendRequests datagrams = requests(QueuePairType.UD);
    assertEquals(VerbsErrno.EINVAL, unreliable.post(new SendWorkRequest().read(1, 1), bad));
    assertEquals(VerbsErrno.EINVAL, unreliable.post(new SendWorkRequest().opcode(77), bad));
    assertEquals(VerbsErrno.EINVAL, datagrams.post(new SendWorkRequest().write(1, 1), bad));
    assertEquals(List.of(), driver.calls);
  }

  @Test
  void shouldRefuseDatagramsWithoutAHandleAndEndTheUseOfHandles()
      throws ReflectiveOperationException {
    SendRequests datagrams = requests(QueuePairType.UD);
    assertEquals(VerbsErrno.EINVAL, datagrams.post(new SendWorkRequest().send(), bad));
    assertEquals(0, named.entered);
    assertEquals(1, named.uses);
  }

  @Test
  void shouldGiveNoBuffersToRequestsThatHaveNone() throws ReflectiveOperationException {
    SendWorkRequest invalidate = new SendWorkRequest().localInvalidate(5);
    invalidate.buffers().add(1, 1, 1);
    assertEquals(0, requests(QueuePairType.RC).post(invalidate, bad));
    assertEquals(0, driver.integer(0, offset("num_sge")));
    assertEquals(5, driver.integer(0, offset("imm_data")));
  }
}

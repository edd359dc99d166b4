package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queue pairs through the verbs API. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class QueuePairTest {
  private static final int ACCESS =
      RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE | RegionAccess.MW_BIND;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(8192, 8);
  private final VerbsContext context = device().open();
  private final ProtectionDomain domain = context.allocPd();
  private final CompletionQueue sends = context.createCq(64, null, null, 0);
  private final CompletionQueue receives = context.createCq(64, null, null, 0);
  private final MemoryRegion region = domain.regMr(memory, ACCESS);
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 4);

  private static Device device() {
    return Devices.list().stream()
        .filter(each -> each.name().startsWith("loopback"))
        .findFirst()
        .orElseThrow();
  }

  @AfterEach
  void close() {
    region.close();
    sends.close();
    receives.close();
    domain.close();
    context.close();
    arena.close();
  }

  private QueuePair open(QueuePairType type) {
    return domain.createQp(
        QueuePairInit.builder(type)
            .sendCq(sends)
            .receiveCq(receives)
            .port(1)
            .capabilities(new QueuePairCapabilities(4, 4, 2, 2, 64))
            .build());
  }

  private AddressHandleAttributes here() {
    return new AddressHandleAttributes(null, context.queryPort(1).lid() + 2, 3, 1, 0, 1);
  }

  private void connect(QueuePair pair, QueuePair peer) {
    QueuePairAttributes.Builder init =
        QueuePairAttributes.builder().state(QueuePairState.INIT).pkeyIndex(0).port(1);
    assertEquals(0, pair.modify(init.accessFlags(ACCESS).build()));
    assertEquals(
        0,
        pair.modify(
            QueuePairAttributes.builder()
                .state(QueuePairState.RTR)
                .addressVector(here())
                .pathMtu(Mtu.MTU_1024)
                .destinationQpn(peer.qpNum())
                .receivePsn(7)
                .maxDestinationReadAtomic(1)
                .minRnrTimer(12)
                .build()));
    assertEquals(
        0,
        pair.modify(
            QueuePairAttributes.builder()
                .state(QueuePairState.RTS)
                .sendPsn(7)
                .timeout(14)
                .retryCount(7)
                .rnrRetry(7)
                .maxReadAtomic(1)
                .build()));
  }

  private void expect(CompletionQueue queue, long wrId, int status, int opcode) {
    long start = System.nanoTime();
    int count = queue.poll(batch, 1);
    while (count == 0 && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(300)) {
      count = queue.poll(batch, 1);
    }
    assertEquals(1, count);
    assertEquals(wrId + " " + status, batch.wrId(0) + " " + batch.status(0));
    if (status == CompletionStatus.SUCCESS) {
      assertEquals(opcode, batch.opcode(0));
    }
  }

  @Test
  void shouldSendAndReceiveAndReadBackWhatWasAskedFor() {
    QueuePair a = open(QueuePairType.RC);
    QueuePair b = open(QueuePairType.RC);
    connect(a, b);
    connect(b, a);
    memory.set(ValueLayout.JAVA_LONG, 0, 4711);
    assertEquals(0, b.postRecv(new ReceiveWorkRequest().wrId(9).buffer(region, 64, 64)));
    SendWorkRequest request = new SendWorkRequest().wrId(8).flags(SendFlags.SIGNALED);
    assertEquals(0, a.postSend(request.buffer(region, 0, 8).send()));
    expect(receives, 9, CompletionStatus.SUCCESS, CompletionOpcode.RECV);
    assertEquals(8, batch.byteLen(0));
    assertEquals(4711, memory.get(ValueLayout.JAVA_LONG, 64));
    expect(sends, 8, CompletionStatus.SUCCESS, CompletionOpcode.SEND);
    QueuePairAttributes known = a.query();
    assertEquals(QueuePairState.RTS, known.state());
    assertEquals(b.qpNum(), known.destinationQpn());
    assertEquals(Mtu.MTU_1024, known.pathMtu());
    assertEquals(VerbsErrno.EBUSY, assertThrows(VerbsException.class, sends::close).errno());
    a.close();
    b.close();
  }

  @Test
  void shouldNameTheRequestThatIsBad() {
    QueuePair a = open(QueuePairType.RC);
    QueuePair b = open(QueuePairType.RC);
    connect(a, b);
    connect(b, a);
    SendWorkRequest last = new SendWorkRequest().wrId(4);
    SendWorkRequest bad = new SendWorkRequest().wrId(3).opcode(10).next(last);
    SendWorkRequest second = new SendWorkRequest().wrId(2).next(bad);
    SendWorkRequest first = new SendWorkRequest().wrId(1).next(second);
    BadRequest<SendWorkRequest> which = new BadRequest<>();
    for (int i = 0; i < 4; i++) {
      assertEquals(0, b.postRecv(new ReceiveWorkRequest().wrId(i)));
    }
    assertEquals(VerbsErrno.ENOMEM, b.postRecv(new ReceiveWorkRequest()));
    assertEquals(VerbsErrno.EINVAL, a.postSend(first, which));
    assertSame(bad, which.request());
    expect(receives, 0, CompletionStatus.SUCCESS, CompletionOpcode.RECV);
    expect(receives, 1, CompletionStatus.SUCCESS, CompletionOpcode.RECV);
    assertEquals(0, receives.poll(batch, 1));
    a.close();
    b.close();
  }

  @Test
  void shouldRefuseInlineDataThatLiesInClosedMemory() {
    QueuePair a = open(QueuePairType.RC);
    QueuePair b = open(QueuePairType.RC);
    connect(a, b);
    connect(b, a);
    Arena closed = Arena.ofShared();
    MemoryRegion gone = domain.regMr(closed.allocate(64), ACCESS);
    closed.close();
    assertEquals(0, b.postRecv(new ReceiveWorkRequest().wrId(9).buffer(region, 64, 64)));
    SendWorkRequest bad = new SendWorkRequest().flags(SendFlags.INLINE).buffer(gone, 0, 8);
    SendWorkRequest first = new SendWorkRequest().buffer(region, 0, 8).next(bad);
    BadRequest<SendWorkRequest> which = new BadRequest<>();
    assertEquals(VerbsErrno.EINVAL, a.postSend(first, which));
    assertSame(bad, which.request());
    expect(receives, 9, CompletionStatus.SUCCESS, CompletionOpcode.RECV);
    a.close();
    b.close();
    gone.close();
  }

  @Test
  void shouldRefuseInlineDataWhoseFileIsCut(@TempDir Path folder) throws IOException {
    QueuePair a = open(QueuePairType.RC);
    QueuePair b = open(QueuePairType.RC);
    connect(a, b);
    connect(b, a);
    Path path = Files.write(folder.resolve("data"), new byte[8]);
    try (FileChannel file =
            FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.READ);
        Arena arena = Arena.ofShared()) {
      MemorySegment data = file.map(FileChannel.MapMode.READ_WRITE, 0, 8, arena);
      MemoryRegion gone = domain.regMr(data, ACCESS);
      file.truncate(0);
      SendWorkRequest bad = new SendWorkRequest().flags(SendFlags.INLINE).buffer(gone, 0, 8);
      BadRequest<SendWorkRequest> which = new BadRequest<>();
      assertEquals(VerbsErrno.EINVAL, a.postSend(bad, which));
      assertSame(bad, which.request());
      assertEquals(VerbsErrno.EINVAL, a.startWork().send().inlineData(data).complete());
      gone.close();
    }
    assertEquals(0, b.postRecv(new ReceiveWorkRequest().wrId(9).buffer(region, 64, 64)));
    assertEquals(0, a.postSend(new SendWorkRequest().buffer(region, 0, 8), new BadRequest<>()));
    expect(receives, 9, CompletionStatus.SUCCESS, CompletionOpcode.RECV);
    a.close();
    b.close();
  }

  @Test
  void shouldBuildRequestsInPlace() {
    QueuePair a = open(QueuePairType.RC);
    QueuePair b = open(QueuePairType.RC);
    connect(a, b);
    connect(b, a);
    long there = memory.address() + 1024;
    int error =
        a.startWork()
            .wrId(1)
            .flags(SendFlags.SIGNALED)
            .rdmaWrite(region.rkey(), there)
            .inlineData(MemorySegment.ofArray(new int[] {42}))
            .inlineData(MemorySegment.ofArray(new int[] {7}))
            .wrId(2)
            .atomicFetchAdd(region.rkey(), there, 8)
            .sge(region.lkey(), memory.address() + 8, 8)
            .complete();
    assertEquals(0, error);
    expect(sends, 1, CompletionStatus.SUCCESS, CompletionOpcode.RDMA_WRITE);
    expect(sends, 2, CompletionStatus.SUCCESS, CompletionOpcode.FETCH_ADD);
    long both = 42 + (7L << 32);
    assertEquals(both + 8, memory.get(ValueLayout.JAVA_LONG, 1024));
    assertEquals(both, memory.get(ValueLayout.JAVA_LONG, 8));
    a.startWork().send().abort();
    MemorySegment large = MemorySegment.ofArray(new byte[65]);
    assertEquals(VerbsErrno.ENOSPC, a.startWork().send().inlineData(large).complete());
    assertEquals(0, sends.poll(batch, 1));
    a.close();
    b.close();
  }

  @Test
  void shouldForgetAChainThatThrows() {
    QueuePair a = open(QueuePairType.RC);
    QueuePair b = open(QueuePairType.RC);
    connect(a, b);
    connect(b, a);
    long there = memory.address() + 1024;
    SendWorkRequest bad = new SendWorkRequest().wrId(2).bindMw(throwing(), 1, null);
    SendWorkRequest first = write(1, there).next(bad);
    assertThrows(IllegalStateException.class, () -> a.postSend(first, null));
    assertEquals(0, a.postSend(write(3, there), null));
    expect(sends, 3, CompletionStatus.SUCCESS, CompletionOpcode.RDMA_WRITE);
    assertEquals(0, sends.poll(batch, 1));
    a.close();
    b.close();
  }

  private SendWorkRequest write(long wrId, long there) {
    return new SendWorkRequest()
        .wrId(wrId)
        .flags(SendFlags.SIGNALED)
        .buffer(region, 0, 8)
        .write(there, region.rkey());
  }

  /** A window whose methods all throw. */
  private static MemoryWindow throwing() {
    return (MemoryWindow)
        Proxy.newProxyInstance(
            MemoryWindow.class.getClassLoader(),
            new Class<?>[] {MemoryWindow.class},
            (window, method, arguments) -> {
              throw new IllegalStateException("thrown on purpose");
            });
  }

  @Test
  void shouldLeaveABuilderToTheThreadThatStartedIt() {
    QueuePair a = open(QueuePairType.RC);
    QueuePair b = open(QueuePairType.RC);
    connect(a, b);
    connect(b, a);
    WorkBuilder builder = a.startWork().send();
    List<Runnable> calls = List.of(builder::send, builder::complete, builder::abort);
    for (Runnable call : calls) {
      CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(call);
      CompletionException thrown = assertThrows(CompletionException.class, elsewhere::join);
      assertInstanceOf(IllegalStateException.class, thrown.getCause());
    }
    builder.abort();
    assertThrows(IllegalStateException.class, builder::complete);
    a.startWork().abort();
    a.close();
    b.close();
  }

  @Test
  void shouldBindAWindow() {
    QueuePair a = open(QueuePairType.RC);
    QueuePair b = open(QueuePairType.RC);
    connect(a, b);
    connect(b, a);
    MemoryWindow window = domain.allocMw(MemoryWindowType.TYPE_1);
    int before = window.rkey();
    MemoryWindowBind bind =
        new MemoryWindowBind().part(region, memory.address(), 64).access(RegionAccess.REMOTE_WRITE);
    assertEquals(0, b.bindMw(window, 5, SendFlags.SIGNALED, bind));
    assertNotEquals(before, window.rkey());
    expect(sends, 5, CompletionStatus.SUCCESS, CompletionOpcode.BIND_MW);
    SendWorkRequest write = new SendWorkRequest().wrId(1).flags(SendFlags.SIGNALED);
    write.buffer(region, 128, 8).write(memory.address(), window.rkey());
    assertEquals(0, a.postSend(write));
    expect(sends, 1, CompletionStatus.SUCCESS, CompletionOpcode.RDMA_WRITE);
    assertEquals(VerbsErrno.EBUSY, assertThrows(VerbsException.class, region::close).errno());
    assertEquals(0, a.postSend(write.write(memory.address() + 60, window.rkey())));
    expect(sends, 1, CompletionStatus.REM_ACCESS_ERR, 0);
    window.close();
    a.close();
    b.close();
  }

  @Test
  void shouldSendDatagrams() {
    QueuePair a = open(QueuePairType.UD);
    QueuePair b = open(QueuePairType.UD);
    for (QueuePair pair : new QueuePair[] {a, b}) {
      QueuePairAttributes.Builder to = QueuePairAttributes.builder().state(QueuePairState.INIT);
      assertEquals(0, pair.modify(to.pkeyIndex(0).port(1).qkey(77).build()));
      to = QueuePairAttributes.builder().state(QueuePairState.RTR);
      assertEquals(0, pair.modify(to.build()));
      to = QueuePairAttributes.builder().state(QueuePairState.RTS);
      assertEquals(0, pair.modify(to.sendPsn(0).build()));
    }
    AddressHandle handle = domain.createAh(here());
    assertEquals(0, b.postRecv(new ReceiveWorkRequest().wrId(9).buffer(region, 64, 64)));
    SendWorkRequest request = new SendWorkRequest().wrId(8).flags(SendFlags.SIGNALED);
    request.buffer(region, 0, 8).sendWithImmediate(5).to(handle, b.qpNum(), 77);
    assertEquals(0, a.postSend(request));
    expect(sends, 8, CompletionStatus.SUCCESS, CompletionOpcode.SEND);
    expect(receives, 9, CompletionStatus.SUCCESS, CompletionOpcode.RECV);
    assertEquals(48, batch.byteLen(0));
    assertEquals(a.qpNum(), batch.srcQp(0));
    assertEquals(3, batch.sl(0));
    assertEquals(2, batch.dlidPathBits(0));
    assertEquals(context.queryPort(1).lid() + 1, batch.slid(0));
    handle.close();
    a.close();
    b.close();
  }

  @Test
  void shouldKeepManagementQueuesApart() {
    QueuePair subnet = open(QueuePairType.SMI);
    QueuePair general = open(QueuePairType.GSI);
    assertEquals(0, subnet.qpNum());
    assertEquals(1, general.qpNum());
    VerbsException e = assertThrows(VerbsException.class, () -> open(QueuePairType.UD));
    assertEquals(VerbsErrno.EINVAL, e.errno());
    e = assertThrows(VerbsException.class, () -> open(QueuePairType.GSI));
    assertEquals(VerbsErrno.EBUSY, e.errno());
    subnet.close();
    general.close();
    QueuePair ordinary = open(QueuePairType.UD);
    e = assertThrows(VerbsException.class, () -> open(QueuePairType.GSI));
    assertEquals(VerbsErrno.EINVAL, e.errno());
    ordinary.close();
  }
}

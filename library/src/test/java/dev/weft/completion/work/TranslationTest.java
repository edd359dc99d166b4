package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.Batch;
import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionLayout;
import dev.weft.completion.CompletionReader;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Translation of completions in a shared queue between libfabric and verbs. */
class TranslationTest {
  private static final long REMOTE_CQ_DATA = 1L << 17;
  private static final int WITH_IMM = 2;

  private final WorkQueueFixture on = new WorkQueueFixture(4);
  private final PeerQueue halves = on.queue.share(() -> false, null);
  private final Batch batch = new Batch(48, 4);

  /** The value as it lies in memory, in network order. */
  private static int networkOrder(int value) {
    return ByteBuffer.allocate(4).putInt(value).order(ByteOrder.nativeOrder()).getInt(0);
  }

  private void addWork(int opcode, int flags) {
    WorkCompletion completion = new WorkCompletion();
    completion.wrId = 5;
    completion.opcode = opcode;
    completion.byteLength = 77;
    completion.immediateOrKey = networkOrder(0x89ABCDEF);
    completion.flags = flags;
    completion.vendorError = 3;
    completion.sourceQueuePair = 9;
    completion.tagMatchingTag = 0x1234;
    assertTrue(on.queue.add(completion));
  }

  private void write(long flags) {
    assertTrue(halves.writer().reserve(1));
    halves.writer().write(6, flags, 88, 1000, 0xFEDCBA98L, 0x4321, 17);
  }

  private CompletionFailure readError() {
    AtomicReference<CompletionFailure> read = new AtomicReference<>();
    assertTrue(halves.reader().readError(read::set));
    return read.get();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0x802", // SEND: FI_MSG | FI_SEND
    "1, 0x204", // RDMA_WRITE: FI_RMA | FI_WRITE
    "2, 0x104", // RDMA_READ: FI_RMA | FI_READ
    "3, 0x110", // COMP_SWAP: FI_ATOMIC | FI_READ
    "4, 0x110", // FETCH_ADD: FI_ATOMIC | FI_READ
    "128, 0x402", // RECV: FI_MSG | FI_RECV
    "129, 0x2004", // RECV_RDMA_WITH_IMM: FI_RMA | FI_REMOTE_WRITE
    "200, 0" // operations without flags in fi_cq(3)
  })
  void shouldReadWorkCompletionsAsEntries(int opcode, String flags) {
    addWork(opcode, 0);
    addWork(opcode, WITH_IMM);
    assertEquals(2, halves.reader().read(batch.entries, 48, 4, batch.sources));
    for (int entry = 0; entry < 2; entry++) {
      long data = entry == 0 ? 0 : REMOTE_CQ_DATA;
      assertEquals(5, batch.context(entry));
      assertEquals(Long.decode(flags) | data, batch.word(entry, CompletionLayout.FLAGS));
      assertEquals(77, batch.word(entry, CompletionLayout.LENGTH));
      assertEquals(0, batch.word(entry, CompletionLayout.BUFFER));
      assertEquals(data == 0 ? 0 : 0x89ABCDEFL, batch.word(entry, CompletionLayout.DATA));
      assertEquals(0x1234, batch.word(entry, CompletionLayout.TAG));
      assertEquals(CompletionFailure.NO_SOURCE, batch.source(entry));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0x802, 0", // FI_MSG | FI_SEND
    "0x204, 1", // FI_RMA | FI_WRITE
    "0x104, 2", // FI_RMA | FI_READ
    "0x210, 4", // FI_ATOMIC | FI_WRITE
    "0x110, 4", // FI_ATOMIC | FI_READ
    "0x402, 128", // FI_MSG | FI_RECV
    "0x2004, 129" // FI_RMA | FI_REMOTE_WRITE
  })
  void shouldVisitEntriesAsWorkCompletions(String flags, int opcode) {
    write(Long.decode(flags));
    write(Long.decode(flags) | REMOTE_CQ_DATA);
    assertEquals(WorkCompletionReader.READY, on.reader.start());
    assertVisited(opcode, 0, 0);
    assertEquals(WorkCompletionReader.READY, on.reader.next());
    assertVisited(opcode, WITH_IMM, networkOrder(0xFEDCBA98));
    on.reader.end();
  }

  private void assertVisited(int opcode, int flags, int immediate) {
    WorkCompletionReader visited = on.reader;
    assertEquals(6, visited.wrId());
    assertEquals(0, visited.status());
    assertEquals(opcode, visited.opcode());
    assertEquals(88, visited.byteLength());
    assertEquals(0, visited.vendorError());
    assertEquals(flags, visited.flags());
    assertEquals(immediate, visited.immediateOrKey());
    assertEquals(17, visited.sourceQueuePair());
    assertEquals(0xFFFFFF, visited.queuePair(), "which no queue pair has");
    assertEquals(0x4321, visited.tagMatchingTag());
    assertEquals(0, visited.slid(), "the address of a buffer is no path");
  }

  @Test
  void shouldPollEntriesAsStructs() {
    write(0x402 | REMOTE_CQ_DATA);
    addWork(1, 0);
    assertEquals(2, on.reader.poll(on.structs, 4));
    assertEquals(6, on.structs.get(ValueLayout.JAVA_LONG, 0));
    assertEquals(0, on.structs.get(ValueLayout.JAVA_INT, 8), "status");
    assertEquals(128, on.structs.get(ValueLayout.JAVA_INT, 12), "opcode");
    assertEquals(88, on.structs.get(ValueLayout.JAVA_INT, 20), "byte_len");
    assertEquals(networkOrder(0xFEDCBA98), on.structs.get(ValueLayout.JAVA_INT, 24));
    assertEquals(0xFFFFFF, on.structs.get(ValueLayout.JAVA_INT, 28), "qp_num");
    assertEquals(5, on.structs.get(ValueLayout.JAVA_LONG, WorkQueueFixture.STRUCT));
  }

  @ParameterizedTest
  @CsvSource({"125, 5", "265, 1", "13, 10", "110, 12", "5, 21", "9999, 21"})
  void shouldVisitFailuresOfEndpointsWithTheirStatus(int error, int status) {
    assertTrue(halves.writer().reserve(1));
    halves.writer().writeError(CompletionFailure.of(8, 0x402, error).length(3).build());
    assertEquals(WorkCompletionReader.READY, on.reader.start());
    assertEquals(8, on.reader.wrId());
    assertEquals(status, on.reader.status());
    assertEquals(128, on.reader.opcode());
    assertEquals(error, on.reader.vendorError());
    assertEquals(3, on.reader.byteLength());
    assertEquals(0xFFFFFF, on.reader.queuePair());
    on.reader.end();
    assertFalse(halves.reader().readError(_ -> {}), "consumed");
  }

  @ParameterizedTest
  @CsvSource({"5, 125", "1, 265", "4, 13", "8, 13", "10, 13", "12, 110", "21, 5", "2, 5"})
  void shouldReadFailuresOfQueuePairsWithTheirError(int status, int error) {
    WorkCompletion failed = new WorkCompletion();
    failed.wrId = 9;
    failed.status = status;
    failed.opcode = 1;
    assertTrue(on.queue.add(failed));
    assertEquals(CompletionReader.FAILED, halves.reader().read(batch.entries, 48, 4, null));
    CompletionFailure read = readError();
    assertEquals(9, read.context());
    assertEquals(0x204, read.flags());
    assertEquals(error, read.error());
    assertEquals(status, read.providerError());
  }
}

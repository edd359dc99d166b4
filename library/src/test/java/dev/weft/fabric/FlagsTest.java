package dev.weft.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ExportedTypes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.MessageOrder;
import dev.weft.fabric.info.ModeBits;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.verbs.work.SendFlags;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bits of the headers in {@code rdma/}; each namespace has exactly these. */
class FlagsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "CompletionFlags|MSG 1, RMA 2, TAGGED 3, ATOMIC 4, READ 8, WRITE 9, RECV 10, SEND 11,"
            + " REMOTE_READ 12, REMOTE_WRITE 13, MULTI_RECV 16, REMOTE_CQ_DATA 17",
        "OperationFlags|MULTI_RECV 16, REMOTE_CQ_DATA 17, MORE 18, PEEK 19, TRIGGER 20, FENCE 21,"
            + " COMPLETION 24, INJECT 25, INJECT_COMPLETE 26, TRANSMIT_COMPLETE 27,"
            + " DELIVERY_COMPLETE 28, COMMIT_COMPLETE 30, MATCH_COMPLETE 31, AUTH_KEY 57,"
            + " DISCARD 58, CLAIM 59",
        "Capabilities|MSG 1, RMA 2, TAGGED 3, ATOMIC 4, MULTICAST 5, COLLECTIVE 6, READ 8, WRITE 9,"
            + " RECV 10, SEND 11, REMOTE_READ 12, REMOTE_WRITE 13, MULTI_RECV 16, TRIGGER 20,"
            + " FENCE 21, PEER 43, TAGGED_DIRECTED_RECV 45, TAGGED_MULTI_RECV 46, HMEM 47,"
            + " EXACT_DIRECTED_RECV 48, RMA_PMEM 49, SOURCE_ERR 50, LOCAL_COMM 51, REMOTE_COMM 52,"
            + " SHARED_AV 53, RMA_EVENT 56, SOURCE 57, NAMED_RX_CTX 58, DIRECTED_RECV 59",
        "ModeBits|CONTEXT2 52, LOCAL_MR 55, RX_CQ_DATA 56, ASYNC_IOV 57, MSG_PREFIX 58, CONTEXT 59",
        "BindFlags|READ 8, WRITE 9, RECV 10, SEND 11, TRANSMIT 11, REMOTE_READ 12, REMOTE_WRITE 13,"
            + " SELECTIVE_COMPLETION 59, REG_MR 59",
        "AccessFlags|COLLECTIVE 6, READ 8, WRITE 9, RECV 10, SEND 11, REMOTE_READ 12,"
            + " REMOTE_WRITE 13",
        "MemoryRegistrationMode|LOCAL 2, RAW 3, VIRT_ADDR 4, ALLOCATED 5, PROV_KEY 6,"
            + " MMU_NOTIFY 7, RMA_EVENT 8, ENDPOINT 9, HMEM 10, COLLECTIVE 11",
        "MessageOrder|RAR 0, RAW 1, RAS 2, WAR 3, WAW 4, WAS 5, SAR 6, SAW 7, SAS 8, DATA 16,"
            + " RMA_RAR 32, RMA_RAW 33, RMA_WAR 34, RMA_WAW 35, ATOMIC_RAR 36, ATOMIC_RAW 37,"
            + " ATOMIC_WAR 38, ATOMIC_WAW 39",
      })
  void shouldHaveExactlyTheBitsOfTheHeader(String namespace, String bits)
      throws ReflectiveOperationException {
    Map<String, Integer> actual = new HashMap<>();
    for (Field field : ExportedTypes.of("dev.weft.fabric", namespace).getFields()) {
      long value = field.getLong(null);
      if (Long.bitCount(value) == 1) {
        actual.put(field.getName(), Long.numberOfTrailingZeros(value));
      }
    }
    assertEquals(Numbers.parse(bits), actual);
  }

  @Test
  void shouldKnowTheMasks() {
    assertEquals(0x33F1EL, CompletionFlags.LEGAL);
    assertEquals(0x1FFL, MessageOrder.STRICT);
    assertEquals(-1L, FabricAddress.UNSPEC);
    assertEquals(-1L, FabricAddress.NOTAVAIL);
    assertEquals(-1L, FabricAddress.KEY_NOTAVAIL);
    assertEquals(1L << 29, CompletionQueueAttributes.AFFINITY);
  }

  @Test
  void shouldAllowExactlyTheNamedBitsInACompletion() {
    String all = CompletionFlags.describe(-1L);
    assertEquals("0x%X".formatted(~CompletionFlags.LEGAL), lastWord(all));
  }

  private static String lastWord(String names) {
    return names.substring(names.lastIndexOf('|') + 1);
  }

  @Test
  void shouldDescribeByNamespace() {
    assertEquals("FI_MSG|FI_RECV", CompletionFlags.describe(0x402));
    assertEquals("0", CompletionFlags.describe(0));
    assertEquals("FI_TAGGED|FI_SEND|0x1000000", CompletionFlags.describe(0x1000808));
    assertEquals("FI_CLAIM", OperationFlags.describe(1L << 59));
    assertEquals("FI_DIRECTED_RECV", Capabilities.describe(1L << 59));
    assertEquals("FI_SELECTIVE_COMPLETION", BindFlags.describe(1L << 59));
    assertEquals("FI_CONTEXT", ModeBits.describe(1L << 59));
    assertEquals("FI_ORDER_SAS", MessageOrder.describe(MessageOrder.SAS));
    assertEquals("0x8000000000000000", ModeBits.describe(Long.MIN_VALUE));
    assertEquals("0x80000000", SendFlags.describe(Integer.MIN_VALUE));
  }
}

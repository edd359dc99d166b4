package dev.weft.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.ExportedTypes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.poll.WaitCondition;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of the headers in {@code rdma/}; each enum has exactly these. */
class EnumsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "CompletionFormat|UNSPEC 0, CONTEXT 1, MSG 2, DATA 3, TAGGED 4",
        "WaitObject|NONE 0, UNSPEC 1, SET 2, FD 3, MUTEX_COND 4, YIELD 5, POLLFD 6",
        "WaitCondition|NONE 0, THRESHOLD 1",
        "CounterEvents|COMP 0, BYTES 1",
        "ProgressModel|UNSPEC 0, AUTO 1, MANUAL 2, CONTROL_UNIFIED 3",
        "Threading|UNSPEC 0, SAFE 1, FID 2, DOMAIN 3, COMPLETION 4, ENDPOINT 5",
        "ResourceManagement|UNSPEC 0, DISABLED 1, ENABLED 2",
        "EndpointType|UNSPEC 0, MSG 1, DGRAM 2, RDM 3",
        "AddressVectorType|UNSPEC 0, MAP 1, TABLE 2",
        "DataType|INT8 0, UINT8 1, INT16 2, UINT16 3, INT32 4, UINT32 5, INT64 6, UINT64 7,"
            + " FLOAT 8, DOUBLE 9, FLOAT_COMPLEX 10, DOUBLE_COMPLEX 11, LONG_DOUBLE 12,"
            + " LONG_DOUBLE_COMPLEX 13, INT128 14, UINT128 15, FLOAT16 16, BFLOAT16 17,"
            + " FLOAT8_E4M3 18, FLOAT8_E5M2 19, VOID 256",
        "AtomicOperation|MIN 0, MAX 1, SUM 2, PROD 3, LOR 4, LAND 5, BOR 6, BAND 7, LXOR 8, BXOR 9,"
            + " ATOMIC_READ 10, ATOMIC_WRITE 11, CSWAP 12, CSWAP_NE 13, CSWAP_LE 14, CSWAP_LT 15,"
            + " CSWAP_GE 16, CSWAP_GT 17, MSWAP 18, DIFF 19, NOOP 256",
        "ObjectClass|UNSPEC 0, FABRIC 1, DOMAIN 2, EP 3, SEP 4, RX_CTX 5, SRX_CTX 6, TX_CTX 7,"
            + " STX_CTX 8, PEP 9, INTERFACE 10, AV 11, MR 12, EQ 13, CQ 14, CNTR 15, WAIT 16,"
            + " POLL 17, CONNREQ 18",
        "AddressFormat|FORMAT_UNSPEC 0, SOCKADDR 1, SOCKADDR_IN 2, SOCKADDR_IN6 3, SOCKADDR_IB 4,"
            + " ADDR_PSMX 5, ADDR_GNI 6, ADDR_BGQ 7, ADDR_MLX 8, ADDR_STR 9, ADDR_PSMX2 10,"
            + " ADDR_IB_UD 11, ADDR_EFA 12, ADDR_PSMX3 13, ADDR_OPX 14, ADDR_CXI 15, ADDR_UCX 16,"
            + " SOCKADDR_IP 17",
        "EndpointOption|MIN_MULTI_RECV 0, CM_DATA_SIZE 1, BUFFERED_MIN 2, BUFFERED_LIMIT 3,"
            + " SEND_BUF_SIZE 4, RECV_BUF_SIZE 5, TX_SIZE 6, RX_SIZE 7, HMEM_P2P 8, XPU_TRIGGER 9,"
            + " CUDA_API_PERMITTED 10, SHARED_MEMORY_PERMITTED 11, MAX_MSG_SIZE 12,"
            + " MAX_TAGGED_SIZE 13, MAX_RMA_SIZE 14, MAX_ATOMIC_SIZE 15, INJECT_MSG_SIZE 16,"
            + " INJECT_TAGGED_SIZE 17, INJECT_RMA_SIZE 18, INJECT_ATOMIC_SIZE 19, FIREWALL_ADDR 20",
      })
  void shouldHaveExactlyTheNumbersOfTheHeader(String type, String numbers)
      throws ReflectiveOperationException {
    Class<?> words = ExportedTypes.of("dev.weft.fabric", type);
    Method of = words.getMethod("of", int.class);
    Map<String, Integer> actual = new HashMap<>();
    for (Object word : words.getEnumConstants()) {
      int value = ((Numbered) word).value();
      if (value >= 0) { // those of a provider's own are negative
        actual.put(((Enum<?>) word).name(), value);
      }
      assertSame(word, of.invoke(null, value));
    }
    assertEquals(Numbers.parse(numbers), actual);
  }

  @Test
  void shouldSayWhatIsAllowed() {
    var error = assertThrows(IllegalArgumentException.class, () -> WaitCondition.of(77));
    assertEquals("WaitCondition=77, allowed NONE 0, THRESHOLD 1", error.getMessage());
  }

  @Test
  void shouldKnowTheStrides() {
    assertEquals(8, CompletionFormat.CONTEXT.stride());
    assertEquals(24, CompletionFormat.MSG.stride());
    assertEquals(40, CompletionFormat.DATA.stride());
    assertEquals(48, CompletionFormat.TAGGED.stride());
    assertSame(CompletionFormat.CONTEXT, CompletionFormat.UNSPEC.effective());
    assertSame(CompletionFormat.DATA, CompletionFormat.DATA.effective());
  }

  @Test
  void shouldKnowTheSizesOfElements() {
    assertEquals(8, DataType.INT64.size());
    assertEquals(16, DataType.DOUBLE_COMPLEX.size());
    assertEquals(2, DataType.BFLOAT16.size());
    assertEquals(0, DataType.VOID.size());
  }
}

package dev.weft.verbs;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.attributes.AtomicCapability;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RnrTimer;
import dev.weft.verbs.attributes.SendOperations;
import dev.weft.verbs.attributes.SharedReceiveQueueType;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The numbers of this package against the tables of {@code verbs.h}, as they are printed there. */
class VerbsNumbersTest {
  private static final Pattern ENTRY = Pattern.compile("(\\w+) (0x[0-9a-fA-F]+|\\d+)");

  private static final String STATUSES =
      """
      0 SUCCESS, 1 LOC_LEN_ERR, 2 LOC_QP_OP_ERR, 3 LOC_EEC_OP_ERR, 4 LOC_PROT_ERR, 5 WR_FLUSH_ERR,
      6 MW_BIND_ERR, 7 BAD_RESP_ERR, 8 LOC_ACCESS_ERR, 9 REM_INV_REQ_ERR, 10 REM_ACCESS_ERR,
      11 REM_OP_ERR, 12 RETRY_EXC_ERR, 13 RNR_RETRY_EXC_ERR, 14 LOC_RDD_VIOL_ERR,
      15 REM_INV_RD_REQ_ERR, 16 REM_ABORT_ERR, 17 INV_EECN_ERR, 18 INV_EEC_STATE_ERR, 19 FATAL_ERR,
      20 RESP_TIMEOUT_ERR, 21 GENERAL_ERR, 22 TM_ERR, 23 TM_RNDV_INCOMPLETE
      """;

  private static final String OPCODES =
      """
      0 SEND, 1 RDMA_WRITE, 2 RDMA_READ, 3 COMP_SWAP, 4 FETCH_ADD, 5 BIND_MW, 6 LOCAL_INV, 7 TSO,
      8 FLUSH, 9 ATOMIC_WRITE, 128 RECV, 129 RECV_RDMA_WITH_IMM, 130 TM_ADD, 131 TM_DEL,
      132 TM_SYNC, 133 TM_RECV, 134 TM_NO_TAG, 135 DRIVER1, 136 DRIVER2, 137 DRIVER3
      """;

  private static final String REQUESTS =
      """
      RDMA_WRITE 0, RDMA_WRITE_WITH_IMM 1, SEND 2, SEND_WITH_IMM 3, RDMA_READ 4,
      ATOMIC_CMP_AND_SWP 5, ATOMIC_FETCH_AND_ADD 6, LOCAL_INV 7, BIND_MW 8, SEND_WITH_INV 9, TSO 10,
      DRIVER1 11, FLUSH 14, ATOMIC_WRITE 15
      """;

  private static final String EVENTS =
      """
      CQ_ERR 0, QP_FATAL 1, QP_REQ_ERR 2, QP_ACCESS_ERR 3, COMM_EST 4, SQ_DRAINED 5, PATH_MIG 6,
      PATH_MIG_ERR 7, DEVICE_FATAL 8, PORT_ACTIVE 9, PORT_ERR 10, LID_CHANGE 11, PKEY_CHANGE 12,
      SM_CHANGE 13, SRQ_ERR 14, SRQ_LIMIT_REACHED 15, QP_LAST_WQE_REACHED 16, CLIENT_REREGISTER 17,
      GID_CHANGE 18, WQ_FATAL 19, DEVICE_SPEED_CHANGE 20
      """;

  private static final String ATTRIBUTES =
      """
      STATE 1, CUR_STATE 2, EN_SQD_ASYNC_NOTIFY 4, ACCESS_FLAGS 8, PKEY_INDEX 0x10, PORT 0x20,
      QKEY 0x40, AV 0x80, PATH_MTU 0x100, TIMEOUT 0x200, RETRY_CNT 0x400, RNR_RETRY 0x800,
      RQ_PSN 0x1000, MAX_QP_RD_ATOMIC 0x2000, ALT_PATH 0x4000, MIN_RNR_TIMER 0x8000, SQ_PSN 0x10000,
      MAX_DEST_RD_ATOMIC 0x20000, PATH_MIG_STATE 0x40000, CAP 0x80000, DEST_QPN 0x100000,
      RATE_LIMIT 0x2000000
      """;

  private static final String FIELDS =
      """
      BYTE_LEN 1, IMM 2, QP_NUM 4, SRC_QP 8, SLID 0x10, SL 0x20, DLID_PATH_BITS 0x40,
      COMPLETION_TIMESTAMP 0x80, CVLAN 0x100, FLOW_TAG 0x200, TM_INFO 0x400,
      COMPLETION_TIMESTAMP_WALLCLOCK 0x800, STANDARD 0x7f, ALL 0xfff
      """;

  /** Bits beyond the 32 of the header. */
  private static final String EXTENSIONS =
      """
      FREED_RESOURCE_COUNT 0x100000000, END_TO_END_CONTEXT 0x200000000, EXTENSIONS 0x300000000
      """;

  private static final String ACCESS =
      """
      LOCAL_WRITE 1, REMOTE_WRITE 2, REMOTE_READ 4, REMOTE_ATOMIC 8, MW_BIND 0x10, ZERO_BASED 0x20,
      ON_DEMAND 0x40, HUGETLB 0x80, FLUSH_GLOBAL 0x100, FLUSH_PERSISTENT 0x200,
      RELAXED_ORDERING 0x100000, REMOTE 14
      """;

  private static final String BUILDER =
      """
      RDMA_WRITE 1, RDMA_WRITE_WITH_IMM 2, SEND 4, SEND_WITH_IMM 8, RDMA_READ 0x10,
      ATOMIC_CMP_AND_SWP 0x20, ATOMIC_FETCH_AND_ADD 0x40, LOCAL_INV 0x80, BIND_MW 0x100,
      SEND_WITH_INV 0x200, TSO 0x400, FLUSH 0x800, ATOMIC_WRITE 0x1000
      """;

  @Test
  void shouldNumberWhatAQueueTellsAsTheHeaderDoes() {
    assertAll(
        () -> assertEquals(swapped(STATUSES), constants(CompletionStatus.class)),
        () -> assertEquals(swapped(OPCODES), constants(CompletionOpcode.class)),
        () ->
            assertEquals(
                parsed(
                    "GRH 1, WITH_IMM 2, IP_CSUM_OK 4, WITH_INV 8, TM_SYNC_REQ 16, TM_MATCH 32,"
                        + " TM_DATA_VALID 64"),
                constants(WcFlags.class)),
        () -> assertEquals(parsed(FIELDS + EXTENSIONS), constants(WcFields.class)),
        () -> assertEquals(parsed(EVENTS), numbers(AsyncEventType.values(), e -> e.value())));
  }

  @Test
  void shouldNumberWhatIsPostedAsTheHeaderDoes() {
    assertAll(
        () -> assertEquals(parsed(REQUESTS), constants(WorkOpcode.class)),
        () ->
            assertEquals(
                parsed("FENCE 1, SIGNALED 2, SOLICITED 4, INLINE 8, IP_CSUM 16"),
                constants(SendFlags.class)),
        () -> assertEquals(parsed(ACCESS), constants(RegionAccess.class)),
        () -> assertEquals(parsed(BUILDER), constants(SendOperations.class)),
        () -> assertEquals(parsed(ATTRIBUTES), constants(QueuePairAttributeMask.class)));
  }

  @Test
  void shouldNumberKindsAndStatesAsTheHeaderDoes() {
    assertAll(
        () ->
            assertEquals(
                parsed("RESET 0, INIT 1, RTR 2, RTS 3, SQD 4, SQE 5, ERR 6, UNKNOWN 7"),
                numbers(QueuePairState.values(), s -> s.value())),
        () ->
            assertEquals(
                parsed(
                    "SMI 0, GSI 1, RC 2, UC 3, UD 4, RD 7, RAW_PACKET 8, XRC_SEND 9, XRC_RECV 10,"
                        + " DRIVER 0xff"),
                numbers(QueuePairType.values(), t -> t.value())),
        () ->
            assertEquals(
                parsed("MTU_256 1, MTU_512 2, MTU_1024 3, MTU_2048 4, MTU_4096 5"),
                numbers(Mtu.values(), m -> m.value())),
        () ->
            assertEquals(
                parsed("BASIC 0, XRC 1, TM 2"),
                numbers(SharedReceiveQueueType.values(), t -> t.value())),
        () ->
            assertEquals(
                parsed("NONE 0, HCA 1, GLOB 2"),
                numbers(AtomicCapability.values(), c -> c.value())),
        () ->
            assertEquals(
                parsed("TYPE_1 1, TYPE_2 2"), numbers(MemoryWindowType.values(), t -> t.value())));
  }

  @Test
  void shouldKnowHowManyBytesAnMtuIs() {
    assertEquals(256, Mtu.MTU_256.bytes());
    assertEquals(4096, Mtu.of(5).bytes());
    assertThrows(IllegalArgumentException.class, () -> Mtu.of(6));
  }

  @Test
  void shouldKnowEveryReceiverNotReadyTimer() {
    String table =
        "655360 10 20 30 40 60 80 120 160 240 320 480 640 960 1280 1920 2560 3840 5120 7680 10240"
            + " 15360 20480 30720 40960 61440 81920 122880 163840 245760 327680 491520";
    String[] microseconds = table.split(" ", -1);
    assertEquals(32, microseconds.length);
    for (int code = 0; code < 32; code++) {
      assertEquals(Integer.parseInt(microseconds[code]), RnrTimer.microseconds(code));
    }
    assertThrows(IndexOutOfBoundsException.class, () -> RnrTimer.microseconds(32));
  }

  @Test
  void shouldNameNumbers() {
    assertEquals("IBV_WC_RNR_RETRY_EXC_ERR", CompletionStatus.name(13));
    assertEquals("success", CompletionStatus.text(0));
    assertEquals("unknown", CompletionStatus.text(24));
    assertEquals("unknown", CompletionStatus.text(-1));
    assertEquals("IBV_WC_RECV", CompletionOpcode.name(128));
    assertEquals("unknown", CompletionOpcode.name(10));
    assertEquals("IBV_SEND_FENCE|IBV_SEND_INLINE|0x100", SendFlags.describe(0x109));
    assertEquals("0", WcFlags.describe(0));
    assertEquals("EBUSY", VerbsErrno.name(16));
    assertEquals("EMSGSIZE", VerbsErrno.name(-90));
    assertEquals("Message too long", VerbsErrno.strerror(90));
    assertEquals("Device or resource busy", VerbsErrno.strerror(-16));
  }

  @Test
  void shouldSeeBitSevenAsAReceive() {
    assertTrue(CompletionOpcode.isReceive(CompletionOpcode.RECV));
    assertTrue(CompletionOpcode.isReceive(CompletionOpcode.TM_ADD));
    assertFalse(CompletionOpcode.isReceive(CompletionOpcode.ATOMIC_WRITE));
  }

  private static Map<String, Long> parsed(String table) {
    return ENTRY
        .matcher(table)
        .results()
        .collect(Collectors.toMap(entry -> entry.group(1), entry -> Long.decode(entry.group(2))));
  }

  /** Parses a table with the number first. */
  private static Map<String, Long> swapped(String table) {
    return parsed(table.replaceAll("(\\d+) (\\w+)", "$2 $1"));
  }

  private static Map<String, Long> constants(Class<?> type) {
    Map<String, Long> constants = new HashMap<>();
    for (Field field : type.getFields()) {
      try {
        constants.put(field.getName(), field.getLong(null));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
    return constants;
  }

  private static <E extends Enum<E>> Map<String, Long> numbers(E[] all, ToIntFunction<E> number) {
    return Arrays.stream(all)
        .collect(Collectors.toMap(Enum::name, each -> (long) number.applyAsInt(each)));
  }
}

package dev.weft.ffm.ibverbs.attribute;

import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CStruct;
import dev.weft.provider.verbs.check.AttributeTranslation;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.PathMigrationState;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairState;
import java.lang.foreign.Arena;

/** {@code ibv_modify_qp(3)} and {@code ibv_query_qp(3)}: {@code struct ibv_qp_attr}. */
public final class PairAttributes {
  private static final int ALL = (QueuePairAttributeMask.DEST_QPN << 1) - 1;
  private static final int MAX_OCTET = 0xFF;
  private static final int MAX_HALF = 0xFFFF;

  private PairAttributes() {}

  /** Changes attributes; returns 0 or an error number. */
  public static int modify(long queuePair, QueuePairAttributes wanted, int mask) {
    if (wrongValue(wanted, mask) != null) {
      return VerbsErrno.EINVAL;
    }
    try (Arena arena = Arena.ofConfined()) {
      CStruct struct = CStruct.in(arena, AttributeLayouts.PAIR);
      write(wanted, mask, struct);
      return Verb.MODIFY_QP.error(queuePair, struct.address(), mask);
    }
  }

  /**
   * The first value of the mask that is missing, or does not fit its member in C, which would take
   * the lowest bits; null if there is none.
   */
  public static String wrongValue(QueuePairAttributes wanted, int mask) {
    String wrong = AttributeTranslation.missingValue(wanted, mask);
    if (wrong == null && has(mask, QueuePairAttributeMask.AV)) {
      wrong = PathStruct.misfit(wanted.addressVector());
    }
    if (wrong == null && has(mask, QueuePairAttributeMask.ALT_PATH)) {
      wrong = PathStruct.misfit(wanted.alternatePath());
    }
    return wrong == null ? wrongNumber(wanted, mask) : wrong;
  }

  private static String wrongNumber(QueuePairAttributes wanted, int mask) {
    int[][] octets = {
      {QueuePairAttributeMask.PORT, wanted.port(), MAX_OCTET},
      {QueuePairAttributeMask.PKEY_INDEX, wanted.pkeyIndex(), MAX_HALF},
      {QueuePairAttributeMask.TIMEOUT, wanted.timeout(), MAX_OCTET},
      {QueuePairAttributeMask.RETRY_CNT, wanted.retryCount(), MAX_OCTET},
      {QueuePairAttributeMask.RNR_RETRY, wanted.rnrRetry(), MAX_OCTET},
      {QueuePairAttributeMask.MIN_RNR_TIMER, wanted.minRnrTimer(), MAX_OCTET},
      {QueuePairAttributeMask.MAX_QP_RD_ATOMIC, wanted.maxReadAtomic(), MAX_OCTET},
      {QueuePairAttributeMask.MAX_DEST_RD_ATOMIC, wanted.maxDestinationReadAtomic(), MAX_OCTET},
    };
    for (int[] each : octets) {
      if (has(mask, each[0]) && (each[1] < 0 || each[1] > each[2])) {
        return "%s=%d, allowed 0..%d"
            .formatted(QueuePairAttributeMask.describe(each[0]), each[1], each[2]);
      }
    }
    return null;
  }

  private static boolean has(int mask, int bit) {
    return (mask & bit) != 0;
  }

  private static void write(QueuePairAttributes wanted, int mask, CStruct struct) {
    struct
        .integer("qp_state", wanted.state() == null ? 0 : wanted.state().value())
        .integer("cur_qp_state", wanted.currentState() == null ? 0 : wanted.currentState().value())
        .integer("path_mtu", wanted.pathMtu() == null ? 0 : wanted.pathMtu().value())
        .integer(
            "path_mig_state", wanted.pathMigration() == null ? 0 : wanted.pathMigration().value())
        .integer("qkey", wanted.qkey())
        .integer("rq_psn", wanted.receivePsn())
        .integer("sq_psn", wanted.sendPsn())
        .integer("dest_qp_num", wanted.destinationQpn())
        .integer("qp_access_flags", wanted.accessFlags())
        .half("pkey_index", wanted.pkeyIndex())
        .octet("en_sqd_async_notify", wanted.notifyDrained() ? 1 : 0)
        .octet("max_rd_atomic", wanted.maxReadAtomic())
        .octet("max_dest_rd_atomic", wanted.maxDestinationReadAtomic())
        .octet("min_rnr_timer", wanted.minRnrTimer())
        .octet("port_num", wanted.port())
        .octet("timeout", wanted.timeout())
        .octet("retry_cnt", wanted.retryCount())
        .octet("rnr_retry", wanted.rnrRetry())
        .integer("rate_limit", wanted.rateLimit());
    if (has(mask, QueuePairAttributeMask.AV)) {
      PathStruct.write(wanted.addressVector(), struct.inner("ah_attr", AttributeLayouts.PATH));
    }
    if (has(mask, QueuePairAttributeMask.ALT_PATH)) {
      AddressHandleAttributes path = wanted.alternatePath();
      PathStruct.write(path, struct.inner("alt_ah_attr", AttributeLayouts.PATH));
      struct.octet("alt_port_num", path.port()).half("alt_pkey_index", wanted.pkeyIndex());
    }
    if (has(mask, QueuePairAttributeMask.CAP)) {
      write(wanted.capabilities(), struct.inner("cap", AttributeLayouts.CAPACITIES));
    }
  }

  /** Writes {@code struct ibv_qp_cap}. */
  public static void write(QueuePairCapabilities wanted, CStruct struct) {
    struct
        .integer("max_send_wr", wanted.maxSendWr())
        .integer("max_recv_wr", wanted.maxReceiveWr())
        .integer("max_send_sge", wanted.maxSendSge())
        .integer("max_recv_sge", wanted.maxReceiveSge())
        .integer("max_inline_data", wanted.maxInlineData());
  }

  /** Reads {@code struct ibv_qp_cap}. */
  public static QueuePairCapabilities capabilities(CStruct struct) {
    return new QueuePairCapabilities(
        struct.integer("max_send_wr"),
        struct.integer("max_recv_wr"),
        struct.integer("max_send_sge"),
        struct.integer("max_recv_sge"),
        struct.integer("max_inline_data"));
  }

  /** The state that the device reports; UNKNOWN if it reports none. */
  public static QueuePairState state(long queuePair) {
    try (Arena arena = Arena.ofConfined()) {
      CStruct struct = CStruct.in(arena, AttributeLayouts.PAIR);
      int error = query(arena, queuePair, struct, QueuePairAttributeMask.STATE);
      return error == 0 ? QueuePairState.of(struct.integer("qp_state")) : QueuePairState.UNKNOWN;
    }
  }

  private static int query(Arena arena, long queuePair, CStruct struct, int mask) {
    CStruct init = CStruct.in(arena, AttributeLayouts.PAIR_INIT);
    return Verb.QUERY_QP.error(queuePair, struct.address(), mask, init.address());
  }

  public static QueuePairAttributes query(long queuePair) {
    try (Arena arena = Arena.ofConfined()) {
      CStruct struct = CStruct.in(arena, AttributeLayouts.PAIR);
      Verb.QUERY_QP.require(query(arena, queuePair, struct, ALL), "");
      return read(struct);
    }
  }

  private static QueuePairAttributes read(CStruct struct) {
    int mtu = struct.integer("path_mtu");
    return QueuePairAttributes.builder()
        .state(QueuePairState.of(struct.integer("qp_state")))
        .currentState(QueuePairState.of(struct.integer("cur_qp_state")))
        .notifyDrained(struct.octet("en_sqd_async_notify") != 0)
        .sendQueueDraining(struct.octet("sq_draining") != 0)
        .accessFlags(struct.integer("qp_access_flags"))
        .pkeyIndex(struct.half("pkey_index"))
        .port(struct.octet("port_num"))
        .qkey(struct.integer("qkey"))
        .addressVector(PathStruct.readIfSet(struct.inner("ah_attr", AttributeLayouts.PATH)))
        .pathMtu(mtu == 0 ? null : Mtu.of(mtu))
        .timeout(struct.octet("timeout"))
        .retryCount(struct.octet("retry_cnt"))
        .rnrRetry(struct.octet("rnr_retry"))
        .receivePsn(struct.integer("rq_psn"))
        .maxReadAtomic(struct.octet("max_rd_atomic"))
        .alternatePath(PathStruct.readIfSet(struct.inner("alt_ah_attr", AttributeLayouts.PATH)))
        .minRnrTimer(struct.octet("min_rnr_timer"))
        .sendPsn(struct.integer("sq_psn"))
        .maxDestinationReadAtomic(struct.octet("max_dest_rd_atomic"))
        .pathMigration(PathMigrationState.of(struct.integer("path_mig_state")))
        .capabilities(capabilities(struct.inner("cap", AttributeLayouts.CAPACITIES)))
        .destinationQpn(struct.integer("dest_qp_num"))
        .rateLimit(struct.integer("rate_limit"))
        .mask(0)
        .build();
  }
}

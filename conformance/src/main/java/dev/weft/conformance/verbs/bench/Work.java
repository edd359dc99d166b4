package dev.weft.conformance.verbs.bench;

import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;

/**
 * A copy of one completion.
 *
 * @param immediate immediate data or invalidated key, whichever the flags say
 * @param source the further fields of a datagram
 */
public record Work(
    long wrId,
    int status,
    int opcode,
    int vendorError,
    int byteLength,
    int immediate,
    int queuePair,
    int flags,
    Source source) {

  /** The source of a datagram. */
  public record Source(int queuePair, int slid, int serviceLevel, int pathBits, int pkeyIndex) {

    /** The P_Key index where the iterator does not read it. */
    static final int NO_PKEY = -1;
  }

  static Work of(WorkCompletionBatch batch, int i) {
    return new Work(
        batch.wrId(i),
        batch.status(i),
        batch.opcode(i),
        batch.vendorErr(i),
        batch.byteLen(i),
        batch.immData(i),
        batch.qpNum(i),
        batch.wcFlags(i),
        new Source(
            batch.srcQp(i), batch.slid(i), batch.sl(i), batch.dlidPathBits(i), batch.pkeyIndex(i)));
  }

  /** The completion at which the iterator stands, of a queue with all the standard fields. */
  public static Work of(ExtendedCompletionQueue queue) {
    int flags = queue.readWcFlags();
    boolean key = (flags & WcFlags.WITH_INV) != 0;
    return new Work(
        queue.wrId(),
        queue.status(),
        queue.readOpcode(),
        queue.readVendorErr(),
        queue.readByteLen(),
        key ? queue.readInvalidatedRkey() : queue.readImmData(),
        queue.readQpNum(),
        flags,
        new Source(
            queue.readSrcQp(),
            queue.readSlid(),
            queue.readSl(),
            queue.readDlidPathBits(),
            Source.NO_PKEY));
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public boolean isSuccess() {
    return status == CompletionStatus.SUCCESS;
  }

  @Override
  public String toString() {
    return "%s of wr_id %d: %s, %d bytes, %s, qp %d"
        .formatted(
            CompletionOpcode.name(opcode),
            wrId,
            CompletionStatus.name(status),
            byteLength,
            WcFlags.describe(flags),
            queuePair);
  }
}

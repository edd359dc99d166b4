package dev.weft.cli.perf;

import dev.weft.verbs.AddressHandleAttributes;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Gid;
import dev.weft.verbs.Mtu;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.QueuePairAttributes;
import dev.weft.verbs.QueuePairCapabilities;
import dev.weft.verbs.QueuePairInit;
import dev.weft.verbs.QueuePairState;
import dev.weft.verbs.QueuePairType;
import dev.weft.verbs.RegionAccess;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A reliable connected queue pair on its way to RTS, in the manner of {@code ibv_rc_pingpong}: both
 * ends tell each other where they are.
 *
 * <pre>
 *   name   0 lid | 4 qpn of the first pair | 8 qpn of the second | 12 (nothing) | 16 gid
 * </pre>
 */
record RcPair(QueuePair pair) implements AutoCloseable {
  private static final int PORT = 1;
  private static final int PSN = 1;
  private static final int LID = 0;
  private static final int QPN = 4;
  private static final int GID = 16;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private static final int MOST_READS = 16;
  private static final int TIMEOUT = 18; // about a second
  private static final int RETRIES = 7;
  private static final int SHORTEST_RNR = 1;

  RcPair(ProtectionDomain domain, CompletionQueue queue, int requests) {
    this(
        domain.createQp(
            QueuePairInit.builder(QueuePairType.RC)
                .sendCq(queue)
                .receiveCq(queue)
                .capabilities(QueuePairCapabilities.of(requests, requests))
                .build()));
    require(
        "INIT",
        QueuePairAttributes.builder()
            .state(QueuePairState.INIT)
            .pkeyIndex(0)
            .port(PORT)
            .accessFlags(RegionAccess.REMOTE)
            .build());
  }

  /** What the other end needs to know of two pairs. */
  static byte[] names(VerbsContext context, RcPair first, RcPair second) {
    byte[] name = new byte[GID + Gid.SIZE];
    MemorySegment bytes = MemorySegment.ofArray(name);
    bytes.set(INT, LID, context.queryPort(PORT).lid());
    bytes.set(INT, QPN, first.pair.qpNum());
    bytes.set(INT, QPN + Integer.BYTES, second.pair.qpNum());
    context.queryGid(PORT, 0).write(bytes, GID);
    return name;
  }

  /** Connects this pair to one of the two that have this name. */
  void connect(byte[] name, int which) {
    MemorySegment bytes = MemorySegment.ofArray(name);
    Gid gid = Gid.read(bytes, GID);
    require(
        "RTR",
        QueuePairAttributes.builder()
            .state(QueuePairState.RTR)
            .addressVector(AddressHandleAttributes.global(bytes.get(INT, LID), gid).withPort(PORT))
            .pathMtu(Mtu.MTU_4096)
            .destinationQpn(bytes.get(INT, QPN + (long) which * Integer.BYTES))
            .receivePsn(PSN)
            .maxDestinationReadAtomic(MOST_READS)
            .minRnrTimer(SHORTEST_RNR)
            .build());
    require(
        "RTS",
        QueuePairAttributes.builder()
            .state(QueuePairState.RTS)
            .sendPsn(PSN)
            .timeout(TIMEOUT)
            .retryCount(RETRIES)
            .rnrRetry(RETRIES)
            .maxReadAtomic(MOST_READS)
            .build());
  }

  /** Flushes what is posted. */
  void stop() {
    require("ERR", QueuePairAttributes.builder().state(QueuePairState.ERR).build());
  }

  private void require(String state, QueuePairAttributes attributes) {
    int errno = pair.modify(attributes);
    if (errno != 0) {
      throw new PerfFailure(
          "A queue pair does not go to " + state + ": " + VerbsErrno.name(errno) + ".");
    }
  }

  @Override
  public void close() {
    pair.close();
  }
}

package dev.weft.fabric.info;

import dev.weft.argument.FlagNames;
import dev.weft.fabric.Errno;

/**
 * What an endpoint, a domain or a direction can do ({@code fi_info.caps}).
 *
 * <p>{@link #MSG} and {@link #TAGGED} are modified by {@link #SEND} and {@link #RECV}, {@link #RMA}
 * and {@link #ATOMIC} by {@link #READ}, {@link #WRITE}, {@link #REMOTE_READ} and {@link
 * #REMOTE_WRITE}; without any modifier of its kind a primary capability stands for all of them. A
 * call returns {@code -}{@link Errno#EOPNOTSUPP} if the endpoint lacks the capability; the
 * operation fails at the initiator with {@link Errno#EACCES} if the target lacks it (GI-001 to
 * GI-015).
 */
public final class Capabilities {

  /** {@code FI_MSG}: messages. */
  public static final long MSG = 1L << 1;

  /** {@code FI_RMA}: one-sided reads and writes. */
  public static final long RMA = 1L << 2;

  /** {@code FI_TAGGED}: tagged messages. */
  public static final long TAGGED = 1L << 3;

  /** {@code FI_ATOMIC}: atomic operations. */
  public static final long ATOMIC = 1L << 4;

  /** {@code FI_MULTICAST}: messages to a group. */
  public static final long MULTICAST = 1L << 5;

  /** {@code FI_COLLECTIVE}: collective operations. */
  public static final long COLLECTIVE = 1L << 6;

  /** {@code FI_READ}: may start reads. */
  public static final long READ = 1L << 8;

  /** {@code FI_WRITE}: may start writes. */
  public static final long WRITE = 1L << 9;

  /** {@code FI_RECV}: may receive. */
  public static final long RECV = 1L << 10;

  /** {@code FI_SEND}: may send. */
  public static final long SEND = 1L << 11;

  /** {@code FI_REMOTE_READ}: peers may read local memory. */
  public static final long REMOTE_READ = 1L << 12;

  /** {@code FI_REMOTE_WRITE}: peers may write local memory. */
  public static final long REMOTE_WRITE = 1L << 13;

  /** {@code FI_MULTI_RECV}: one receive buffer for many messages (EP-037). */
  public static final long MULTI_RECV = 1L << 16;

  /** {@code FI_TRIGGER}: triggered operations (EP-058). */
  public static final long TRIGGER = 1L << 20;

  /** {@code FI_FENCE}: fenced operations (EP-023). */
  public static final long FENCE = 1L << 21;

  /** {@code FI_PEER}: may be a member of another provider. */
  public static final long PEER = 1L << 43;

  /** {@code FI_TAGGED_DIRECTED_RECV}: tagged receives from one source only. */
  public static final long TAGGED_DIRECTED_RECV = 1L << 45;

  /** {@code FI_TAGGED_MULTI_RECV}: one tagged receive buffer for many messages. */
  public static final long TAGGED_MULTI_RECV = 1L << 46;

  /** {@code FI_HMEM}: buffers in device memory. */
  public static final long HMEM = 1L << 47;

  /** {@code FI_EXACT_DIRECTED_RECV}: directed receives without the wildcard source. */
  public static final long EXACT_DIRECTED_RECV = 1L << 48;

  /** {@code FI_RMA_PMEM}: one-sided access to persistent memory. */
  public static final long RMA_PMEM = 1L << 49;

  /** {@code FI_SOURCE_ERR}: unknown sources are reported with their raw address (ER-018). */
  public static final long SOURCE_ERR = 1L << 50;

  /** {@code FI_LOCAL_COMM}: peers on the same host. */
  public static final long LOCAL_COMM = 1L << 51;

  /** {@code FI_REMOTE_COMM}: peers on other hosts. */
  public static final long REMOTE_COMM = 1L << 52;

  /** {@code FI_SHARED_AV}: address vectors shared between processes. */
  public static final long SHARED_AV = 1L << 53;

  /** {@code FI_RMA_EVENT}: one-sided accesses increment the target's counters (EP-049). */
  public static final long RMA_EVENT = 1L << 56;

  /** {@code FI_SOURCE}: receives report their source (CQ-025, CQ-026). */
  public static final long SOURCE = 1L << 57;

  /** {@code FI_NAMED_RX_CTX}: receive contexts can be addressed. */
  public static final long NAMED_RX_CTX = 1L << 58;

  /** {@code FI_DIRECTED_RECV}: receives from one source only (EP-029). */
  public static final long DIRECTED_RECV = 1L << 59;

  /** The primary capabilities. An endpoint needs at least one of them. */
  public static final long PRIMARY = MSG | RMA | TAGGED | ATOMIC | MULTICAST | COLLECTIVE;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(MSG, "FI_MSG")
          .name(RMA, "FI_RMA")
          .name(TAGGED, "FI_TAGGED")
          .name(ATOMIC, "FI_ATOMIC")
          .name(MULTICAST, "FI_MULTICAST")
          .name(COLLECTIVE, "FI_COLLECTIVE")
          .name(READ, "FI_READ")
          .name(WRITE, "FI_WRITE")
          .name(RECV, "FI_RECV")
          .name(SEND, "FI_SEND")
          .name(REMOTE_READ, "FI_REMOTE_READ")
          .name(REMOTE_WRITE, "FI_REMOTE_WRITE")
          .name(MULTI_RECV, "FI_MULTI_RECV")
          .name(TRIGGER, "FI_TRIGGER")
          .name(FENCE, "FI_FENCE")
          .name(PEER, "FI_PEER")
          .name(TAGGED_DIRECTED_RECV, "FI_TAGGED_DIRECTED_RECV")
          .name(TAGGED_MULTI_RECV, "FI_TAGGED_MULTI_RECV")
          .name(HMEM, "FI_HMEM")
          .name(EXACT_DIRECTED_RECV, "FI_EXACT_DIRECTED_RECV")
          .name(RMA_PMEM, "FI_RMA_PMEM")
          .name(SOURCE_ERR, "FI_SOURCE_ERR")
          .name(LOCAL_COMM, "FI_LOCAL_COMM")
          .name(REMOTE_COMM, "FI_REMOTE_COMM")
          .name(SHARED_AV, "FI_SHARED_AV")
          .name(RMA_EVENT, "FI_RMA_EVENT")
          .name(SOURCE, "FI_SOURCE")
          .name(NAMED_RX_CTX, "FI_NAMED_RX_CTX")
          .name(DIRECTED_RECV, "FI_DIRECTED_RECV");

  private Capabilities() {}

  /** The names of the set bits, {@code FI_MSG|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}

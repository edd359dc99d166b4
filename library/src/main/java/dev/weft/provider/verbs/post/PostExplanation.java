package dev.weft.provider.verbs.post;

import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.provider.verbs.check.TransportTypes;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.SharedReceiveQueueAttributes;
import dev.weft.verbs.attributes.SharedReceiveQueueType;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Says why a post has failed. It looks at the request again after the failure, so that posting
 * costs nothing more.
 *
 * @param pair the queue pair that has refused
 * @param transport its type for the engine
 */
public record PostExplanation(QueuePair pair, TransportType transport) {
  private static final String DEALLOCATED = "mw=%s, allowed one that is not deallocated";
  private static final String WITHOUT_REGION =
      "bind_info.mr=null, allowed without address and length only";
  private static final String FOREIGN =
      "mw and bind_info.mr, allowed of the protection domain of the queue pair";

  /** Of a queue pair of type RC, UC or UD of any device. */
  public static PostExplanation of(QueuePair pair) {
    return new PostExplanation(pair, TransportTypes.of(pair.type()));
  }

  /** Why a send request was refused with this error number. */
  public String of(SendWorkRequest request, int error) {
    QueuePairCapabilities limits = pair.capabilities();
    if (error == VerbsErrno.ENOMEM) {
      return full("send", "max_send_wr", limits.maxSendWr());
    }
    String unfit = unfit(request.opcode(), request.flags());
    if (!unfit.isEmpty()) {
      return unfit;
    }
    if (request.opcode() == WorkOpcode.BIND_MW) {
      return bind(request, error);
    }
    boolean inline = (request.flags() & SendFlags.INLINE) != 0;
    return inline ? inline(request, limits) : buffers(request, limits);
  }

  /** Why no request of this operation can be posted now; empty if one can. */
  private String unfit(int opcode, int flags) {
    if (pair.state().value() < QueuePairState.RTS.value()) {
      return "state=" + pair.state() + ", allowed RTS, SQD, SQE, ERR";
    }
    if (matchesTags()) {
      return "srq=%s of type TM, whose queue pairs send only what tag matching needs"
          .formatted(pair.sharedReceiveQueue());
    }
    if (!transport.has(opcode)) {
      return "opcode=%d (%s), allowed for type %s: %s"
          .formatted(opcode, WorkOpcode.name(opcode), pair.type(), opcodes());
    }
    return (flags & ~WorkFlags.OF_SENDS) == 0
        ? ""
        : "send_flags=%s, allowed %s"
            .formatted(SendFlags.describe(flags), SendFlags.describe(WorkFlags.OF_SENDS));
  }

  /** Why {@code ibv_bind_mw(3)} would be refused; empty if it would not. */
  public String ofBind(
      PostingDomain domain, MemoryWindow window, int flags, MemoryWindowBind bind) {
    String unfit = unfit(WorkOpcode.BIND_MW, flags & ~SendFlags.INLINE);
    if (!unfit.isEmpty()) {
      return unfit;
    }
    if (window == null || window.type() != MemoryWindowType.TYPE_1) {
      return "mw=%s, allowed of TYPE_1; a work request binds TYPE_2".formatted(window);
    }
    if (window.isClosed()) {
      return DEALLOCATED.formatted(window);
    }
    if (bind == null) {
      return "mw_bind=null";
    }
    MemoryRegion region = bind.region();
    if (region == null && (bind.address() != 0 || bind.length() != 0)) {
      return WITHOUT_REGION;
    }
    boolean ours =
        domain.isSame(window.protectionDomain())
            && (region == null || domain.isSame(region.protectionDomain()));
    return ours ? "" : FOREIGN;
  }

  private boolean matchesTags() {
    SharedReceiveQueue shared = pair.sharedReceiveQueue();
    return shared != null && shared.type() == SharedReceiveQueueType.TM;
  }

  private static String bind(SendWorkRequest request, int error) {
    MemoryWindow window = request.window();
    if (!RequestTranslation.isType2(window)) {
      return "mw=%s, allowed of TYPE_2; ibv_bind_mw(3) binds TYPE_1".formatted(window);
    }
    if (error == VerbsErrno.EPERM) {
      return FOREIGN;
    }
    if (isForeign(request)) {
      int first = window.rkey() & ~0xFF;
      return "rkey=0x%x, allowed 0x%x..0x%x, which nextRkey() of the window gives"
          .formatted(request.remoteKey(), first, first | 0xFF);
    }
    return window.isClosed() ? DEALLOCATED.formatted(window) : WITHOUT_REGION;
  }

  private static boolean isForeign(SendWorkRequest request) {
    return request.window() instanceof BoundWindow window && !window.mayHave(request.remoteKey());
  }

  private String opcodes() {
    return IntStream.range(0, Integer.SIZE)
        .filter(transport::has)
        .mapToObj(WorkOpcode::name)
        .collect(Collectors.joining(", "));
  }

  private String inline(SendWorkRequest request, QueuePairCapabilities limits) {
    long length = request.buffers().totalLength();
    if (!Operation.mayBeInline(request.opcode())) {
      return "send_flags=IBV_SEND_INLINE, not allowed for " + WorkOpcode.name(request.opcode());
    }
    return length > limits.maxInlineData()
        ? "inline length=%d, allowed 0..max_inline_data=%d"
            .formatted(length, limits.maxInlineData())
        : buffers(request, limits);
  }

  private String buffers(SendWorkRequest request, QueuePairCapabilities limits) {
    int count = request.buffers().count();
    return count > limits.maxSendSge()
        ? "num_sge=%d, allowed 0..max_send_sge=%d".formatted(count, limits.maxSendSge())
        : addressing(request, request.buffers().totalLength());
  }

  private String addressing(SendWorkRequest request, long length) {
    if (transport.isDatagram() && request.addressHandle() == null) {
      return "ah=null, required for type " + pair.type();
    }
    if (length > PacketFormat.MAX_MESSAGE) {
      return "length=%d, allowed 0..%d".formatted(length, PacketFormat.MAX_MESSAGE);
    }
    if (Operation.isAtomic(request.opcode())) {
      return "length=%d, remote_addr=0x%x, allowed 8 bytes at a multiple of 8"
          .formatted(length, request.remoteAddress());
    }
    if (request.opcode() == Operation.FLUSH) {
      return "type=0x%x, allowed IBV_FLUSH_GLOBAL|IBV_FLUSH_PERSISTENT"
          .formatted(request.compareAdd());
    }
    return transport.isDatagram()
        ? "ah=%s, allowed open ones of the same protection domain"
            .formatted(request.addressHandle())
        : "a buffer of the request cannot be used";
  }

  /** Why a receive request was refused with this error number. */
  public String of(ReceiveWorkRequest request, int error) {
    QueuePairCapabilities limits = pair.capabilities();
    if (error == VerbsErrno.ENOMEM) {
      return full("receive", "max_recv_wr", limits.maxReceiveWr());
    }
    if (pair.sharedReceiveQueue() != null) {
      return "srq=%s, post there".formatted(pair.sharedReceiveQueue());
    }
    return pair.state() == QueuePairState.RESET
        ? "state=RESET, allowed INIT, RTR, RTS, SQD, SQE, ERR"
        : tooMany(request, "max_recv_sge", limits.maxReceiveSge());
  }

  /** Why a shared receive queue with these attributes refused a request. */
  public static String of(
      ReceiveWorkRequest request, SharedReceiveQueueAttributes limits, int error) {
    return error == VerbsErrno.ENOMEM
        ? full("shared receive", "max_wr", limits.maxWr())
        : tooMany(request, "max_sge", limits.maxSge());
  }

  private static String tooMany(ReceiveWorkRequest request, String name, int limit) {
    return "num_sge=%d, allowed 0..%s=%d".formatted(request.buffers().count(), name, limit);
  }

  private static String full(String queue, String name, int limit) {
    return "the %s queue is full: %s=%d, poll completions first".formatted(queue, name, limit);
  }
}

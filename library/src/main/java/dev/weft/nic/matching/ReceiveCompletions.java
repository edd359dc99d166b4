package dev.weft.nic.matching;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionWriter;
import dev.weft.nic.message.ContextAddress;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.SourcePolicy;
import dev.weft.nic.report.CompletionBits;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.nic.report.DeferredReport;
import java.nio.charset.StandardCharsets;
import java.util.LinkedList;
import java.util.Queue;

/**
 * Reports the completions of receives: a success, a failure, or, for an unsignaled success, only
 * the count.
 *
 * <p><b>Room.</b> A posted receive has its reservation. Other events that a peer causes (a part of
 * a multi-receive, a message in a lent receive, a write with data) take room on arrival. If the
 * data is there at once, room is reserved before the copy ({@link #reserveUnposted}); this fails
 * only while the queue has entries to read. If the data comes in chunks, room is taken at the end,
 * so that none is held while it waits for the peer; if there is none, the completion waits here,
 * and no more of its kind is started.
 *
 * <pre>
 *   frame at the head of a ring, kept message, what waits here
 *        --wait for--> room --waits for--> a reader, which waits for nothing
 * </pre>
 */
public final class ReceiveCompletions {
  private final CompletionReporter target;
  private final CompletionWriter queue;
  private final SourcePolicy sources;

  /** A list, because an {@link java.util.ArrayDeque} that finds no memory to grow is then empty. */
  @SuppressWarnings("JdkObsolete")
  private final Queue<Runnable> late = new LinkedList<>();

  private volatile boolean isLate;

  ReceiveCompletions(CompletionReporter target, SourcePolicy sources) {
    this.target = target;
    this.queue = target.queue();
    this.sources = sources;
  }

  boolean reserve() {
    return target.reserve();
  }

  /** Reserves room for an event that a peer has caused; false while a completion waits here. */
  public boolean reserveUnposted() {
    return !isLate && target.reserveUnposted();
  }

  /** Whether {@link #reserveUnposted} would succeed now. */
  public boolean hasRoom() {
    boolean reserved = reserveUnposted();
    if (reserved) {
      release();
    }
    return reserved;
  }

  /** Whether a completion waits for room. Any thread. */
  boolean isLate() {
    return isLate;
  }

  /** Reports waiting completions, in order, as far as there is room. */
  void reportLate() {
    while (isLate && target.reserveUnposted()) {
      reportFirst();
      late.remove();
      isLate = !late.isEmpty();
    }
  }

  /** If it throws for lack of memory, its completion still waits. */
  private void reportFirst() {
    boolean reported = false;
    try {
      late.element().run();
      reported = true;
    } finally {
      if (!reported) {
        release();
      }
    }
  }

  /** Whether there is room to report a receive now. */
  private boolean mayReport(PostedReceive receive, boolean hasReservation) {
    if (!receive.needsRoom()) {
      return true;
    }
    return hasReservation ? !isLate : reserveUnposted(); // it stays behind earlier ones
  }

  private void reportLater(boolean hasReservation, Runnable entry) {
    late.add(entry);
    isLate = true;
    if (hasReservation) {
      release();
    }
  }

  public void release() {
    target.release();
  }

  /**
   * Completes a receive whose message is in the buffers.
   *
   * @param flags the receive's, and MULTI_RECV if its buffer is released with this message
   * @param size bytes that were placed, or a negative error number
   * @param buffer where they were placed, for multi-receives
   * @param hasReservation whether it has a reservation
   */
  void complete(
      PostedReceive receive,
      long flags,
      Message message,
      long size,
      long buffer,
      long source,
      boolean hasReservation) {
    long allFlags = message.hasData() ? flags | CompletionBits.REMOTE_CQ_DATA : flags;
    CompletionReporter to = targetOf(receive);
    if (size != message.length || sources.mustReject(source)) {
      failed(receive, failure(receive, allFlags, message, size, buffer), hasReservation);
      return;
    }
    long from = sources.reported(source);
    if (!mayReport(receive, hasReservation)) {
      reportLater(hasReservation, success(receive, allFlags, message, size, buffer, from));
    } else if (isShown(receive, allFlags)) {
      long length = receive.prefix + size;
      to.received(receive.context, allFlags, length, buffer, message.data, message.tag, from);
    } else {
      to.release();
    }
    to.count(size);
  }

  private static boolean isShown(PostedReceive receive, long flags) {
    return receive.signaled || (flags & CompletionBits.ALWAYS_REPORTED) != 0;
  }

  /** Reports a success later, when the receive and the message are reused already. */
  private Runnable success(
      PostedReceive receive, long flags, Message message, long size, long buffer, long from) {
    CompletionReporter to = targetOf(receive);
    if (!isShown(receive, flags)) {
      return to::release;
    }
    long context = receive.context;
    long length = receive.prefix + size;
    long data = message.data;
    long tag = message.tag;
    return () -> to.received(context, flags, length, buffer, data, tag, from);
  }

  private void failed(PostedReceive receive, CompletionFailure failure, boolean hasReservation) {
    CompletionReporter to = targetOf(receive);
    if (!mayReport(receive, hasReservation)) {
      reportLater(hasReservation, () -> to.failed(failure));
      return;
    }
    boolean reported = false;
    try {
      to.failed(failure);
      reported = true;
    } finally {
      if (!reported && !hasReservation && receive.needsRoom()) {
        release();
      }
    }
  }

  /** {@link #complete} for a whole message of the {@link EagerFastPath}. */
  void received(
      PostedReceive receive, long size, long tag, boolean hasData, long data, long source) {
    long flags = receive.completionFlags | (hasData ? CompletionBits.REMOTE_CQ_DATA : 0);
    long from = sources.reported(source);
    target.received(receive.context, flags, receive.prefix + size, 0, data, tag, from);
    target.count(size);
  }

  private CompletionReporter targetOf(PostedReceive receive) {
    return target.through(receive.report);
  }

  private static CompletionFailure failure(
      PostedReceive receive, long flags, Message message, long size, long buffer) {
    if (size < 0) {
      return Failures.of(receive.context, flags, (int) -size).tag(message.tag).build();
    }
    boolean truncated = size < message.length;
    int error = truncated ? ErrorNumbers.TRUNCATED : ErrorNumbers.SOURCE_UNKNOWN;
    return CompletionFailure.of(receive.context, flags, error)
        .length(receive.prefix + size)
        .overflowLength(message.length - size)
        .buffer(buffer)
        .data(message.data)
        .tag(message.tag)
        .errorData(truncated ? null : senderOf(message))
        .build();
  }

  private static byte[] senderOf(Message message) {
    return ContextAddress.endpoint(message.link.peerAddress()).getBytes(StandardCharsets.UTF_8);
  }

  /** Releases the buffer of a multi-receive without a message. */
  void released(PostedReceive receive) {
    long context = receive.context;
    if (mayReport(receive, true)) {
      queue.writeSent(context, CompletionBits.MULTI_RECV);
    } else {
      reportLater(true, () -> queue.writeSent(context, CompletionBits.MULTI_RECV));
    }
  }

  /** Reports the error of a receive that ends without a message. */
  void ended(PostedReceive receive) {
    long flags = receive.completionFlags | (receive.multi ? CompletionBits.MULTI_RECV : 0);
    CompletionFailure failure =
        Failures.of(receive.context, flags, receive.end).tag(receive.tag).build();
    if (receive.watch) {
      queue.writeError(failure);
    } else {
      failed(receive, failure, !receive.lent);
    }
  }

  /** Fails a receive that was accepted but could not be posted. */
  boolean refuse(DeferredReport reportOrNull, long context, long flags, int error) {
    return target.refuse(reportOrNull, context, flags, error);
  }

  /** Completes a peek that has found a message. */
  void found(PostedReceive wanted, Message message) {
    long flags = wanted.completionFlags | (message.hasData() ? CompletionBits.REMOTE_CQ_DATA : 0);
    queue.write(
        wanted.context,
        flags,
        wanted.prefix + message.length,
        0,
        message.data,
        message.tag,
        sources.reported(sources.handleOf(message.link)));
  }

  /** Completes a peek that has found nothing. */
  void missed(PostedReceive wanted) {
    target.failed(
        CompletionFailure.of(wanted.context, wanted.completionFlags, ErrorNumbers.NO_MESSAGE)
            .tag(wanted.tag)
            .build());
  }

  /** {@link #written} for a write that came in chunks, for which there may be no room. */
  public void writtenInChunks(long length, long data, long source) {
    if (reserveUnposted()) {
      written(length, data, source);
    } else {
      reportLater(false, () -> written(length, data, source));
    }
  }

  /** Reports a peer's write with data; there is room. */
  public void written(long length, long data, long source) {
    queue.write(0, CompletionBits.WRITTEN_WITH_DATA, length, 0, data, 0, sources.reported(source));
  }
}

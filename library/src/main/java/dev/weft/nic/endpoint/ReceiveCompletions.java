package dev.weft.nic.endpoint;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Says how receives ended: a success, a failure, or, for a success that nobody asked to see,
 * nothing but the count.
 *
 * <p><b>Room.</b> A posted receive has the room that was promised to it. What a peer causes beside
 * that (a part of a multi-receive, a message in a lent receive, a write with data) takes room when
 * it is there. What is there at once takes it before ({@link #reserveUnposted}); there is none only
 * while the queue has something to be read. What comes in chunks takes it afterwards, so that it
 * holds none while it waits for the peer; where there is none, it waits here, and nothing more of
 * its kind is begun.
 *
 * <pre>
 *   frame at the head of a ring, kept message, what waits here
 *        --wait for--> room --waits for--> a reader, who waits for nothing
 * </pre>
 */
final class ReceiveCompletions {
  private int cancellation = ErrorNumbers.CANCELED;
  private final CompletionReporter target;
  private final CompletionWriter queue;
  private final SourcePolicy sources;
  private final Queue<Runnable> late = new ArrayDeque<>();
  private volatile boolean isLate;

  ReceiveCompletions(CompletionReporter target, SourcePolicy sources) {
    this.target = target;
    this.queue = target.queue();
    this.sources = sources;
  }

  boolean reserve() {
    return target.reserve();
  }

  /** Room for what a peer has caused and is told at once; false while anything waits here. */
  boolean reserveUnposted() {
    return !isLate && target.reserveUnposted();
  }

  /** Whether {@link #reserveUnposted} would succeed now. */
  boolean hasRoom() {
    boolean reserved = reserveUnposted();
    if (reserved) {
      release();
    }
    return reserved;
  }

  /** Whether something waits for room. Any thread may ask. */
  boolean isLate() {
    return isLate;
  }

  /** Tells what has waited for room, in order, as far as there is some. */
  void tellLate() {
    while (isLate && target.reserveUnposted()) {
      late.remove().run();
      isLate = !late.isEmpty();
    }
  }

  /** Whether there is room to tell of a receive; else that is to be done later. */
  private boolean mayTell(PostedReceive receive, boolean promised) {
    if (!receive.needsRoom()) {
      return true;
    }
    if (promised && isLate) {
      release(); // it stays behind what was there before it
      return false;
    }
    return promised || reserveUnposted();
  }

  private void tellLater(Runnable entry) {
    late.add(entry);
    isLate = true;
  }

  void release() {
    target.release();
  }

  /**
   * A message is in the buffers.
   *
   * @param flags the receive's, and MULTI_RECV where its buffer is released with this message
   * @param size bytes that were placed, or a negative error number
   * @param buffer where they were placed, for multi-receives
   * @param promised whether there is room for it
   */
  void complete(
      PostedReceive receive,
      long flags,
      Message message,
      long size,
      long buffer,
      long source,
      boolean promised) {
    long allFlags = message.hasData() ? flags | CompletionBits.REMOTE_CQ_DATA : flags;
    CompletionReporter to = targetOf(receive);
    if (size != message.length || sources.mustReject(source)) {
      failed(receive, failure(receive, allFlags, message, size, buffer), promised);
      return;
    }
    long from = sources.reported(source);
    if (!mayTell(receive, promised)) {
      tellLater(success(receive, allFlags, message, size, buffer, from));
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

  /** What tells of a success once the receive and the message are used for others. */
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

  private void failed(PostedReceive receive, CompletionFailure failure, boolean promised) {
    CompletionReporter to = targetOf(receive);
    if (mayTell(receive, promised)) {
      to.failed(failure);
    } else {
      tellLater(() -> to.failed(failure));
    }
  }

  /** {@link #complete} for a message that has come whole, as {@link EagerFastPath} brings it. */
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

  /** A multi-receive's buffer is released without a message. */
  void released(PostedReceive receive) {
    long context = receive.context;
    if (mayTell(receive, true)) {
      queue.writeSent(context, CompletionBits.MULTI_RECV);
    } else {
      tellLater(() -> queue.writeSent(context, CompletionBits.MULTI_RECV));
    }
  }

  /** From now on receives are cancelled because the connection has ended. */
  void sever() {
    cancellation = ConnectionEnd.NUMBER;
  }

  void canceled(PostedReceive receive) {
    long flags = receive.completionFlags | (receive.multi ? CompletionBits.MULTI_RECV : 0);
    CompletionFailure failure =
        Failures.of(receive.context, flags, cancellation).tag(receive.tag).build();
    failed(receive, failure, !receive.lent);
  }

  /** A receive that was accepted could not be posted after all. */
  void refused(long context, long flags, int error) {
    target.failed(CompletionFailure.of(context, flags, error).build());
  }

  /** A look has found a message, which stays where it is. */
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

  /** A look has found nothing. */
  void missed(PostedReceive wanted) {
    target.failed(
        CompletionFailure.of(wanted.context, wanted.completionFlags, ErrorNumbers.NO_MESSAGE)
            .tag(wanted.tag)
            .build());
  }

  /** {@link #written} of what came in chunks, for which there may be no room. */
  void writtenInChunks(long length, long data, long source) {
    if (reserveUnposted()) {
      written(length, data, source);
    } else {
      tellLater(() -> written(length, data, source));
    }
  }

  /** A peer has written into this side's memory and wants that known; there is room. */
  void written(long length, long data, long source) {
    queue.write(0, CompletionBits.WRITTEN_WITH_DATA, length, 0, data, 0, sources.reported(source));
  }
}

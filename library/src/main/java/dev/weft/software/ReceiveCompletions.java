package dev.weft.software;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionWriter;
import java.nio.charset.StandardCharsets;

/**
 * Says how receives ended, each in the room that was promised to it: a success, a failure, or, for
 * a success that nobody asked to see, nothing but the count.
 */
final class ReceiveCompletions {
  private final CompletionTarget target;
  private final CompletionWriter queue;
  private final SourcePolicy sources;

  ReceiveCompletions(CompletionTarget target, SourcePolicy sources) {
    this.target = target;
    this.queue = target.queue();
    this.sources = sources;
  }

  boolean reserve() {
    return target.reserve();
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
   */
  void complete(
      PostedReceive receive, long flags, Message message, long size, long buffer, long source) {
    long allFlags = message.hasData() ? flags | CompletionBits.REMOTE_CQ_DATA : flags;
    CompletionTarget to = targetOf(receive);
    if (size != message.length || sources.mustReject(source)) {
      to.failed(failure(receive, allFlags, message, size, buffer));
      return;
    }
    if (receive.signaled || (allFlags & CompletionBits.ALWAYS_REPORTED) != 0) {
      long length = receive.prefix + size;
      long from = sources.reported(source);
      to.received(receive.context, allFlags, length, buffer, message.data, message.tag, from);
    } else {
      to.release();
    }
    to.count(size);
  }

  /** {@link #complete} for a message that has come whole, as {@link ShortWay} brings it. */
  void received(
      PostedReceive receive, long size, long tag, boolean hasData, long data, long source) {
    long flags = receive.completionFlags | (hasData ? CompletionBits.REMOTE_CQ_DATA : 0);
    long from = sources.reported(source);
    target.received(receive.context, flags, receive.prefix + size, 0, data, tag, from);
    target.count(size);
  }

  private CompletionTarget targetOf(PostedReceive receive) {
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
    queue.writeSent(receive.context, CompletionBits.MULTI_RECV);
  }

  void canceled(PostedReceive receive) {
    long flags = receive.completionFlags | (receive.multi ? CompletionBits.MULTI_RECV : 0);
    targetOf(receive)
        .failed(
            CompletionFailure.of(receive.context, flags, ErrorNumbers.CANCELED)
                .tag(receive.tag)
                .build());
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

  /** A peer has written into this side's memory and wants that known. */
  void written(long length, long data, long source) {
    queue.write(0, CompletionBits.WRITTEN_WITH_DATA, length, 0, data, 0, sources.reported(source));
  }
}

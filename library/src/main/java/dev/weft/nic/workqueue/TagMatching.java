package dev.weft.nic.workqueue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.completion.work.WorkCompletionSource;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;

/**
 * Tag matching of a shared receive queue of type {@code IBV_SRQT_TM}: a {@link TagList}, and a
 * completion queue of its own that receives all its completions.
 *
 * <p>A message that matches nothing is unexpected and is delivered to software, which checks it
 * against receives that it has not added yet. It may meanwhile add an entry that this message
 * should have matched. So entries that are added meanwhile do not match until software has reported
 * as many unexpected messages as there were:
 *
 * <pre>
 *   message, unexpected ---- count 1
 *                            add, reported 0 ---- waits: 0 is not 1
 *   message, same tag ------ count 2: unexpected too, behind the first
 *                            report 2 ----------- all entries match
 * </pre>
 *
 * <p>The caller holds the lock of the {@link SharedReceives}, and may hold a queue pair's lock.
 */
public final class TagMatching implements WorkCompletionSource {
  /** {@code max_num_tags}. */
  public static final int MAX_TAGS = TagList.MAX;

  /** {@code max_rndv_hdr_size}. */
  public static final int MAX_RENDEZVOUS = MessageTag.MAX_RENDEZVOUS;

  public final TagList list;
  public final WorkCompletionSink sink;
  private final TransportEvents events;
  private final WorkCompletion completion = new WorkCompletion();
  private final TagRequest request;

  /** Unexpected messages that were completed, and those that software has reported. */
  private int unexpected;

  private int reported;

  /** Unexpected messages that are being received. */
  private int coming;

  /**
   * Creates an empty list.
   *
   * @param tags maximum number of entries
   * @param buffers buffers of an entry
   * @param sink receives the completions of messages and of list operations
   * @param events receives {@link TransportEvents#SRQ_ERR}
   */
  public TagMatching(int tags, int buffers, WorkCompletionSink sink, TransportEvents events) {
    this.list = new TagList(tags, buffers);
    this.request = new TagRequest(buffers);
    this.sink = sink;
    this.events = events;
  }

  /** Attaches the queue to its sink. */
  public void open() {
    sink.attach(this);
  }

  /** Undoes {@link #open}. */
  public void close() {
    sink.detach(this);
  }

  /** Does nothing: list operations complete when they are posted. */
  @Override
  public boolean progress() {
    return false;
  }

  /** Messages that matched nothing and were completed, modulo 2^32. */
  public int unexpected() {
    return unexpected;
  }

  public int maximumBuffers() {
    return request.receive.maximumBuffers();
  }

  // List operations

  /** The request to fill in and pass to {@link #post}. */
  public TagRequest request() {
    return request;
  }

  /** {@code ibv_post_srq_ops(3)}: executes one operation; 0 or a number of {@link PostError}. */
  public int post(TagRequest wanted) {
    boolean counts =
        wanted.opcode == TagRequest.SYNCHRONIZE || (wanted.flags & TagRequest.WITH_COUNT) != 0;
    if (!isSound(wanted) || (counts && wanted.unexpected - unexpected > 0)) {
      return PostError.INVALID;
    }
    if (wanted.opcode == TagRequest.ADD && list.isFull()) {
      return PostError.NO_ROOM;
    }
    if (counts) {
      reported = wanted.unexpected;
      settle();
    }
    int status = carryOut(wanted);
    if ((wanted.flags & TagRequest.SIGNALED) != 0) {
      tell(wanted, status);
    }
    return 0;
  }

  private boolean isSound(TagRequest wanted) {
    boolean known =
        switch (wanted.opcode) {
          case TagRequest.ADD, TagRequest.SYNCHRONIZE -> true;
          case TagRequest.DELETE -> list.isHandle(wanted.handle);
          default -> false;
        };
    return known && (wanted.flags & ~(TagRequest.SIGNALED | TagRequest.WITH_COUNT)) == 0;
  }

  private int carryOut(TagRequest wanted) {
    if (wanted.opcode == TagRequest.ADD) {
      wanted.handle = list.handle(list.add(wanted.receive, wanted.tag, wanted.mask));
      settle();
    } else if (wanted.opcode == TagRequest.DELETE && !list.remove(wanted.handle)) {
      return WcStatus.TAG_MATCHING;
    }
    return WcStatus.SUCCESS;
  }

  /** Makes all entries match if software has reported all unexpected messages. */
  private void settle() {
    if (coming == 0 && reported == unexpected) {
      list.matchAll();
    }
  }

  private void tell(TagRequest done, int status) {
    completion.reset();
    completion.wrId = done.wrId;
    completion.opcode = Operation.TAG_ADDED + done.opcode;
    completion.status = status;
    completion.vendorError = status;
    completion.solicited = status != WcStatus.SUCCESS;
    completion.flags = synchronizationFlag();
    if (!sink.add(completion)) {
      events.happened(TransportEvents.SRQ_ERR);
    }
  }

  /** {@code IBV_WC_TM_SYNC_REQ} if entries wait for a report. */
  public int synchronizationFlag() {
    return list.isWaiting() ? WorkFlags.TAG_SYNCHRONIZATION : 0;
  }

  // Messages

  /** An unexpected message begins: entries added from now on do not match yet. */
  public void unexpectedComes() {
    coming++;
  }

  /** An unexpected message ended: completed to software, or aborted. */
  public void unexpectedEnded(boolean whole) {
    coming--;
    unexpected += whole ? 1 : 0;
    settle();
  }
}

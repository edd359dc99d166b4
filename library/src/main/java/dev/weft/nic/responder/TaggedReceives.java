package dev.weft.nic.responder;

import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.completion.work.WorkCompletionSource;
import dev.weft.nic.packet.FrameOutcome;
import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.ReceiveQueue;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.nic.workqueue.TagList;
import dev.weft.nic.workqueue.TagMatching;

/**
 * The receives of a queue pair whose shared queue matches tags. A message goes to the first
 * matching tagged receive, without its headers, else to the oldest ordinary receive, with them.
 *
 * <pre>
 *   message       matches   completions, all in the shared queue's completion queue
 *   EAGER         yes       TM_RECV with MATCH and DATA_VALID; in parts: MATCH, then DATA_VALID
 *   RENDEZVOUS    yes       TM_RECV with MATCH, then DATA_VALID ({@link Rendezvous})
 *                           or TM_RNDV_INCOMPLETE: the headers, and software goes on
 *   either        no        TM_RECV with neither, the whole message: unexpected
 *   NO_TAG        -         TM_NO_TAG, the whole message
 * </pre>
 *
 * <p>A matched receive always gets its last completion, whatever happens to the queue pair. Matches
 * and their completions are in one order for all queue pairs: the order in which they hold the
 * shared queue's lock. The caller holds the machine's lock.
 */
public final class TaggedReceives extends ReceiveQueue {
  private enum Kind {
    /** No message, or one without tag matching. */
    PLAIN,
    NO_TAG,
    UNEXPECTED,
    EAGER,
    RENDEZVOUS,
    INCOMPLETE
  }

  private final WorkCompletionSink ordinary;
  private final SharedReceives shared;
  private final TagMatching tags;
  private final Rendezvous rendezvous;
  private final MessageTag header = new MessageTag();
  private Kind kind = Kind.PLAIN;

  /** The index of the entry for a rendezvous. */
  private int index;

  /** The match flags of the current message's completion. */
  private int flags;

  /** For a queue pair that would otherwise receive into an ordinary queue. */
  TaggedReceives(
      SharedReceives shared, WorkCompletionSink ordinary, int queuePair, Rendezvous rendezvous) {
    super(shared, shared.tags().sink, queuePair);
    this.ordinary = ordinary;
    this.shared = shared;
    this.tags = shared.tags();
    this.rendezvous = rendezvous;
  }

  @Override
  public boolean matchesTags() {
    return true;
  }

  /** Also attaches the queue pair's own completion queue, which is in use but stays empty. */
  @Override
  public void attach(WorkCompletionSource machine) {
    super.attach(machine);
    ordinary.attach(machine);
  }

  @Override
  public void detach(WorkCompletionSource machine) {
    super.detach(machine);
    ordinary.detach(machine);
  }

  /** Acquires the shared queue's lock, which orders all matches. */
  void enter() {
    shared.enter();
  }

  void exit() {
    shared.exit();
  }

  // Start of a message

  /**
   * Matches a message by its first frame, or restarts an aborted one; returns a {@link
   * FrameOutcome} or a NAK code. Caller holds the shared queue's lock.
   */
  int begin(IncomingFrame frame) {
    long total = frame.data();
    boolean whole = frame.has(PacketFormat.LAST);
    long size = frame.payloadLength();
    if (whole ? size != total : size < MessageTag.RENDEZVOUS_SIZE || size >= total) {
      return FrameOutcome.MALFORMED;
    }
    if (isHolding()) {
      kind = kind == Kind.PLAIN ? Kind.NO_TAG : kind;
      return size < stripped() ? FrameOutcome.MALFORMED : FrameOutcome.PART_TAKEN;
    }
    header.read(frame, size);
    if (header.kind == MessageTag.RENDEZVOUS && total > MessageTag.MAX_RENDEZVOUS) {
      return PacketFormat.NAK_INVALID_REQUEST;
    }
    int found = header.kind == MessageTag.NONE ? TagList.NONE : tags.list.find(header.tag);
    if (found != TagList.NONE) {
      match(found, whole);
      return FrameOutcome.PART_TAKEN;
    }
    if (!hold()) {
      return FrameOutcome.NOT_READY;
    }
    flags = 0;
    kind = header.kind == MessageTag.NONE ? Kind.NO_TAG : Kind.UNEXPECTED;
    if (kind == Kind.UNEXPECTED) {
      tags.unexpectedComes();
    }
    return FrameOutcome.PART_TAKEN;
  }

  private void match(int found, boolean whole) {
    tags.list.take(found);
    hold(tags.list.words, tags.list.at(found), tags.list.stride());
    flags = WorkFlags.TAG_MATCH;
    if (header.kind == MessageTag.RENDEZVOUS) {
      boolean fits = room() >= header.length() && rendezvous.canRead();
      kind = fits ? Kind.RENDEZVOUS : Kind.INCOMPLETE;
    } else {
      kind = Kind.EAGER;
    }
    if (kind == Kind.RENDEZVOUS) {
      index = found; // kept until the data was read
    } else {
      tags.list.free(found);
    }
    if (kind == Kind.EAGER && !whole) {
      reportMatch();
    }
  }

  /** Reports the match of a long message before its data. If this is lost, so is the last. */
  private void reportMatch() {
    describe(Operation.RECEIVED_TAG, WcStatus.SUCCESS);
    fillIn();
    addCompletion();
    flags = 0;
  }

  /** Header bytes that are not written to the receive. */
  long stripped() {
    return kind == Kind.EAGER ? MessageTag.SIZE : 0;
  }

  /** Bytes of a message of {@code total} that are written to the receive. */
  long delivered(long total) {
    return switch (kind) {
      case EAGER -> total - MessageTag.SIZE;
      case RENDEZVOUS -> 0;
      case INCOMPLETE -> MessageTag.RENDEZVOUS_SIZE;
      default -> total;
    };
  }

  // End of a message

  @Override
  public boolean complete() {
    if (kind == Kind.PLAIN) {
      return super.complete();
    }
    shared.enter();
    try {
      Kind ended = kind;
      kind = Kind.PLAIN;
      boolean success = completion.status == WcStatus.SUCCESS;
      settle(ended, success);
      completion.opcode = ended == Kind.NO_TAG ? Operation.RECEIVED_NO_TAG : Operation.RECEIVED_TAG;
      if (success && ended == Kind.EAGER) {
        flags |= WorkFlags.TAG_DATA_VALID;
      } else if (success && ended == Kind.INCOMPLETE) {
        fail(WcStatus.RENDEZVOUS_INCOMPLETE);
      }
      fillIn();
      return super.complete();
    } finally {
      shared.exit();
    }
  }

  private void settle(Kind ended, boolean success) {
    if (ended == Kind.UNEXPECTED) {
      tags.unexpectedEnded(success);
    } else if (ended == Kind.RENDEZVOUS && success) {
      rendezvous.begin(index, header, completion.solicited);
    } else if (ended == Kind.RENDEZVOUS) {
      tags.list.free(index);
    }
  }

  private void fail(int status) {
    completion.status = status;
    completion.vendorError = status;
    completion.solicited = true;
  }

  private void fillIn() {
    completion.tagMatchingTag = header.tag;
    completion.tagMatchingPrivate = header.word;
    completion.flags |= flags | tags.synchronizationFlag();
  }

  /** Flushes first: a matched receive completes even if the queue pair is reset. */
  @Override
  public void clear() {
    flush();
    super.clear();
  }

  /** Keeps the completions, which belong to the shared queue. */
  @Override
  public void discardCompletions() {}
}

package dev.weft.nic.queuepair;

import dev.weft.completion.WorkCompletionSink;
import dev.weft.completion.WorkCompletionSource;

/**
 * What a queue pair receives into whose shared queue matches tags: the first tagged receive that a
 * message matches, without the message's headers, else the oldest ordinary receive, with them.
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
 * <p>A tagged receive that was matched has its last completion whatever happens to the queue pair.
 * Matches of all queue pairs, and what tells of them, are in one order: that in which they are
 * inside the shared queue. For who is inside the machine.
 */
final class TaggedReceives extends ReceiveQueue {
  private enum Kind {
    /** No message, or one for which tags do not count. */
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

  /** Where a rendezvous goes. */
  private int place;

  /** What the current message's completion says of its match. */
  private int flags;

  /** Of a queue pair that would have received into an ordinary queue. */
  TaggedReceives(QueuePairConfig parts, Rendezvous rendezvous) {
    super(parts.shared(), parts.shared().tags().sink, parts.number());
    this.ordinary = parts.receiveSink();
    this.shared = parts.shared();
    this.tags = shared.tags();
    this.rendezvous = rendezvous;
  }

  @Override
  TaggedReceives tagged() {
    return this;
  }

  /** The completion queue that the queue pair was created with is in use, and remains empty. */
  @Override
  void attach(WorkCompletionSource machine) {
    super.attach(machine);
    ordinary.attach(machine);
  }

  @Override
  void detach(WorkCompletionSource machine) {
    super.detach(machine);
    ordinary.detach(machine);
  }

  /** Takes its part in the order of all matches. */
  void enter() {
    shared.enter();
  }

  void exit() {
    shared.exit();
  }

  // A message begins

  /**
   * Entered: finds out where a message goes whose first frame this is, or begins once more with one
   * that was given up; an outcome of {@link Responder}, or the code of a refusal.
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
    if (header.kind == MessageTag.RENDEZVOUS && total > MessageTag.LARGEST_RENDEZVOUS) {
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
      place = found; // until it was read
    } else {
      tags.list.free(found);
    }
    if (kind == Kind.EAGER && !whole) {
      tellMatch();
    }
  }

  /** Of a long message: matched, the data follows. Whoever misses this misses the end too. */
  private void tellMatch() {
    describe(Operation.RECEIVED_TAG, WcStatus.SUCCESS);
    fillIn();
    addCompletion();
    flags = 0;
  }

  /** How many bytes of the message's start do not go into the receive. */
  long stripped() {
    return kind == Kind.EAGER ? MessageTag.SIZE : 0;
  }

  /** How many bytes of a message of {@code total} go there. */
  long delivered(long total) {
    return switch (kind) {
      case EAGER -> total - MessageTag.SIZE;
      case RENDEZVOUS -> 0;
      case INCOMPLETE -> MessageTag.RENDEZVOUS_SIZE;
      default -> total;
    };
  }

  // A message ends

  @Override
  boolean complete() {
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
      rendezvous.begin(place, header, completion.solicited);
    } else if (ended == Kind.RENDEZVOUS) {
      tags.list.free(place);
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

  /** The queue pair is reset; what was matched ends all the same. */
  @Override
  void clear() {
    flush();
    super.clear();
  }

  /** What was told is the shared queue's: it stays. */
  @Override
  void discardCompletions() {}
}

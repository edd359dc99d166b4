package dev.weft.nic.responder;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.completion.work.WorkCompletionSource;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveRing;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.nic.workqueue.TagMatching;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Transfers the data of large tagged messages: reads it from the sender's memory into the matched
 * receives, then notifies the sender that the memory can be reused.
 *
 * <pre>
 *   message matched --> waits --> RDMA read posted --> read: message with FIN posted, completion
 *                                                  \-> failed: completion with the read's status
 *
 *   entry, in words   0 index in the TagList   1 remote address   2 key 32 | length 32
 *                     3 tag                    4 solicited 32 | app word 32
 * </pre>
 *
 * <p>The send queue of a queue pair whose shared queue matches tags is used for this alone, and
 * this class is its completion sink. The caller holds the machine's lock.
 */
public final class Rendezvous implements WorkCompletionSink {
  /** Maximum number of posted reads and notices. */
  private static final int POSTED = 32;

  private static final int ADDRESS = 1;
  private static final int KEY_LENGTH = 2;
  private static final int TAG = 3;
  private static final int WORD = 4;
  private static final int WORDS = 5;
  private static final int FIRST_ROOM = 8;
  private static final long SOLICITED = 1L << 32;

  private final LocalQueuePair queuePair;
  private final SharedReceives shared;
  private final TagMatching tags;
  private final SendRequest request;
  private final MemorySegment notice;
  private final WorkCompletion completion = new WorkCompletion();
  private final SendQueue queue;
  private final TaggedReceives receives;

  private long[] entries = new long[FIRST_ROOM * WORDS];
  private long first;
  private long posted;
  private long last;

  private Rendezvous(LocalQueuePair queuePair, SharedReceives shared, WorkCompletionSink ordinary) {
    this.queuePair = queuePair;
    this.shared = shared;
    this.tags = shared.tags();
    int buffers = tags.maximumBuffers();
    this.request = new SendRequest(buffers, MessageTag.RENDEZVOUS_SIZE);
    this.notice = request.inlineData;
    var limits = new QueuePairLimits(POSTED, 0, buffers, 0, MessageTag.RENDEZVOUS_SIZE);
    this.queue = new SendQueue(limits, this, true, queuePair.number());
    this.receives = new TaggedReceives(shared, ordinary, queuePair.number(), this);
  }

  /**
   * The rendezvous of a queue pair whose shared queue matches tags; null for others.
   *
   * @param ordinary the completion sink of its other receives
   */
  public static Rendezvous of(
      LocalQueuePair queuePair, SharedReceives sharedOrNull, WorkCompletionSink ordinary) {
    boolean matches = sharedOrNull != null && sharedOrNull.tags() != null;
    return matches ? new Rendezvous(queuePair, sharedOrNull, ordinary) : null;
  }

  /** The send queue that it posts to. */
  public SendQueue sends() {
    return queue;
  }

  /** The receives that report matches to it. */
  public TaggedReceives receives() {
    return receives;
  }

  /** Whether the queue pair may read from its peer; true while that is not known yet. */
  boolean canRead() {
    return !queuePair.canSend() || queuePair.attributes.maxReads > 0;
  }

  /** Starts reading a matched message into an entry, whose index is kept until the read ends. */
  void begin(int index, MessageTag message, boolean solicited) {
    if ((last - first) * WORDS == entries.length) {
      grow();
    }
    int at = at(last++);
    entries[at] = index;
    entries[at + ADDRESS] = message.address;
    entries[at + KEY_LENGTH] = message.keyAndLength;
    entries[at + TAG] = message.tag;
    entries[at + WORD] = Integer.toUnsignedLong(message.word) | (solicited ? SOLICITED : 0);
  }

  /** Enlarges the array; positions continue as in an unbounded array. */
  private void grow() {
    long[] old = entries;
    int room = old.length / WORDS;
    entries = Arrays.copyOf(old, 2 * old.length);
    for (long i = first; i < last; i++) {
      System.arraycopy(old, (int) (i % room) * WORDS, entries, at(i), WORDS);
    }
  }

  private int at(long index) {
    return (int) (index % (entries.length / WORDS)) * WORDS;
  }

  // Posting

  /** Posts the reads that fit; false if the queue pair fails because it may not read. */
  public boolean post() {
    if (posted < last && !canRead()) {
      queuePair.fail(WcStatus.LOCAL_OPERATION);
      return false;
    }
    while (posted < last && postRead(at(posted))) {
      posted++;
    }
    queue.commit();
    return true;
  }

  /** False if the send queue is full. */
  private boolean postRead(int at) {
    long keyAndLength = entries[at + KEY_LENGTH];
    int entry = tags.list.at((int) entries[at]);
    request.reset();
    request.opcode = Operation.RDMA_READ;
    request.flags = WorkFlags.SIGNALED;
    request.remoteAddress = entries[at + ADDRESS];
    request.remoteKey = (int) (keyAndLength >>> 32);
    request.buffers = (int) tags.list.words[entry + ReceiveRing.COUNT];
    System.arraycopy(
        tags.list.words, entry + ReceiveRing.BUFFERS, request.list, 0, 2 * request.buffers);
    return queue.stage(request, keyAndLength & 0xFFFF_FFFFL);
  }

  /** Posts the notice to the sender. The read that ended has left room for it. */
  private void postNotice(int at) {
    notice.set(ValueLayout.JAVA_LONG, 0, MessageTag.finished((int) entries[at + WORD]));
    notice.set(ValueLayout.JAVA_LONG, 8, Long.reverseBytes(entries[at + TAG]));
    notice.set(ValueLayout.JAVA_LONG, 16, Long.reverseBytes(entries[at + ADDRESS]));
    notice.set(ValueLayout.JAVA_LONG, 24, Long.reverseBytes(entries[at + KEY_LENGTH]));
    request.reset();
    request.opcode = Operation.SEND;
    request.flags = WorkFlags.SIGNALED | WorkFlags.INLINE;
    request.inlineLength = MessageTag.RENDEZVOUS_SIZE;
    queue.stage(request, request.inlineLength);
    queue.commit();
  }

  // Completions of the send queue

  /** Handles the completion of the oldest read or notice. */
  @Override
  public boolean add(WorkCompletion ended) {
    if (ended.opcode == Operation.completedAs(Operation.RDMA_READ)) {
      if (ended.status == WcStatus.SUCCESS) {
        postNotice(at(first));
      }
      return end(ended.status);
    }
    if (ended.status != WcStatus.SUCCESS && ended.status != WcStatus.FLUSHED) {
      queuePair.fatal(); // no user request fails for it
    }
    return true;
  }

  /** Completes the oldest transfer. */
  private boolean end(int status) {
    int at = at(first++);
    posted = Math.max(posted, first);
    int index = (int) entries[at];
    completion.reset();
    completion.wrId = tags.list.words[tags.list.at(index)];
    completion.opcode = Operation.RECEIVED_TAG;
    completion.status = status;
    completion.vendorError = status;
    completion.queuePair = queuePair.number();
    completion.solicited = status != WcStatus.SUCCESS || (entries[at + WORD] & SOLICITED) != 0;
    if (status == WcStatus.SUCCESS) {
      completion.byteLength = (int) entries[at + KEY_LENGTH];
      completion.flags = WorkFlags.TAG_DATA_VALID;
    }
    completion.tagMatchingTag = entries[at + TAG];
    completion.tagMatchingPrivate = (int) entries[at + WORD];
    shared.enter();
    try {
      tags.list.free(index);
      completion.flags |= tags.synchronizationFlag();
      return tags.sink.add(completion);
    } finally {
      shared.exit();
    }
  }

  @Override
  public void discard(int ofQueuePair) {}

  @Override
  public void attach(WorkCompletionSource source) {}

  @Override
  public void detach(WorkCompletionSource source) {}

  /** Completes all matched messages; the oldest one with this status. */
  public boolean flush(int culprit) {
    boolean allAdded = true;
    int status = culprit;
    while (first < last) {
      allAdded &= end(status);
      status = WcStatus.FLUSHED;
    }
    return allAdded;
  }
}

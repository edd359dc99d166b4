package dev.weft.nic.queuepair;

import dev.weft.completion.WorkCompletion;
import dev.weft.completion.WorkCompletionSink;
import dev.weft.completion.WorkCompletionSource;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The data of large tagged messages: read from the sender's memory into the receives that they
 * matched, then the sender is told that it may have its memory back.
 *
 * <pre>
 *   message matched --> waits --> RDMA read posted --> read: message with FIN posted, completion
 *                                                  \-> failed: completion with the read's status
 *
 *   entry, in words   0 place in the TagList   1 remote address   2 key 32 | length 32
 *                     3 tag                    4 solicited 32 | app word 32
 * </pre>
 *
 * <p>The send queue of a queue pair whose shared queue matches tags is for this alone, and this is
 * what its requests complete to. For who is inside the machine.
 */
final class Rendezvous implements SendProtocol, WorkCompletionSink {
  /** Reads, and messages that tell of their end, that are posted at once. */
  private static final int POSTED = 32;

  private static final int ADDRESS = 1;
  private static final int KEY_LENGTH = 2;
  private static final int TAG = 3;
  private static final int WORD = 4;
  private static final int WORDS = 5;
  private static final int FIRST_ROOM = 8;
  private static final long SOLICITED = 1L << 32;

  private final QueuePairMachine machine;
  private final SharedReceives shared;
  private final TagMatching tags;
  private final SendRequest request;
  private final MemorySegment notice;
  private final WorkCompletion completion = new WorkCompletion();
  private final int queuePair;
  private final SendQueue queue;
  private final TaggedReceives receives;
  private Requester requester;

  private long[] entries = new long[FIRST_ROOM * WORDS];
  private long first;
  private long posted;
  private long last;

  private Rendezvous(QueuePairMachine machine, QueuePairConfig parts) {
    this.machine = machine;
    this.shared = parts.shared();
    this.tags = shared.tags();
    this.queuePair = parts.number();
    int buffers = tags.maximumBuffers();
    this.request = new SendRequest(buffers, MessageTag.RENDEZVOUS_SIZE);
    this.notice = request.inlineData;
    var limits = new QueuePairLimits(POSTED, 0, buffers, 0, MessageTag.RENDEZVOUS_SIZE);
    this.queue = new SendQueue(limits, this, true, queuePair);
    this.receives = new TaggedReceives(parts, this);
  }

  /** Of a queue pair whose shared queue matches tags; null for any other. */
  static Rendezvous of(QueuePairMachine machine, QueuePairConfig parts) {
    boolean matches = parts.shared() != null && parts.shared().tags() != null;
    return matches ? new Rendezvous(machine, parts) : null;
  }

  /** What it posts to. */
  SendQueue sends() {
    return queue;
  }

  /** What tells it of matches. */
  TaggedReceives receives() {
    return receives;
  }

  /** The sending half, made of the one that sends its requests. */
  Rendezvous over(Requester sender) {
    requester = sender;
    return this;
  }

  /** Whether the queue pair may read from its peer; true as long as that is not known yet. */
  boolean canRead() {
    return !machine.canSend() || machine.attributes.maxReads > 0;
  }

  /** A message was matched: reads its data into the entry at a place that is kept until then. */
  void begin(int place, MessageTag message, boolean solicited) {
    if ((last - first) * WORDS == entries.length) {
      grow();
    }
    int at = at(last++);
    entries[at] = place;
    entries[at + ADDRESS] = message.address;
    entries[at + KEY_LENGTH] = message.keyAndLength;
    entries[at + TAG] = message.tag;
    entries[at + WORD] = Integer.toUnsignedLong(message.word) | (solicited ? SOLICITED : 0);
  }

  /** The places stay those that they would be in an array without end, cut into pieces. */
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

  @Override
  public void pump() {
    if (posted < last && !canRead()) {
      machine.fail(WcStatus.LOCAL_OPERATION);
      return;
    }
    while (posted < last && postRead(at(posted))) {
      posted++;
    }
    queue.commit();
    requester.pump();
  }

  /** False where there is no room. */
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

  /** Tells the sender; there is room, since the read has ended. */
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

  // What the send queue tells

  /** The oldest read has ended, or a message that told of the end of one. */
  @Override
  public boolean add(WorkCompletion ended) {
    if (ended.opcode == Operation.completedAs(Operation.RDMA_READ)) {
      if (ended.status == WcStatus.SUCCESS) {
        postNotice(at(first));
      }
      return end(ended.status);
    }
    if (ended.status != WcStatus.SUCCESS && ended.status != WcStatus.FLUSHED) {
      machine.reports.fatal(); // no request of the user's fails for it
    }
    return true;
  }

  /** Ends the oldest one. */
  private boolean end(int status) {
    int at = at(first++);
    posted = Math.max(posted, first);
    int place = (int) entries[at];
    completion.reset();
    completion.wrId = tags.list.words[tags.list.at(place)];
    completion.opcode = Operation.RECEIVED_TAG;
    completion.status = status;
    completion.vendorError = status;
    completion.queuePair = queuePair;
    completion.solicited = status != WcStatus.SUCCESS || (entries[at + WORD] & SOLICITED) != 0;
    if (status == WcStatus.SUCCESS) {
      completion.byteLength = (int) entries[at + KEY_LENGTH];
      completion.flags = WorkFlags.TAG_DATA_VALID;
    }
    completion.tagMatchingTag = entries[at + TAG];
    completion.tagMatchingPrivate = (int) entries[at + WORD];
    shared.enter();
    try {
      tags.list.free(place);
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

  // The sending half: that of the requests

  @Override
  public void start(int number) {
    requester.start(number);
  }

  /** The tagged receives are not the queue pair's: each ends all the same. */
  @Override
  public void clear() {
    requester.clear();
    flushRest(WcStatus.FLUSHED);
  }

  private boolean flushRest(int culprit) {
    boolean told = true;
    int status = culprit;
    while (first < last) {
      told &= end(status);
      status = WcStatus.FLUSHED;
    }
    return told;
  }

  @Override
  public boolean flush(int culprit) {
    int rest = queue.isEmpty() ? culprit : WcStatus.FLUSHED;
    boolean told = requester.flush(culprit);
    return flushRest(rest) && told;
  }

  @Override
  public void drain() {
    requester.drain();
  }

  @Override
  public void resume() {
    requester.resume();
  }

  @Override
  public boolean isDraining() {
    return requester.isDraining();
  }

  @Override
  public boolean isDrained() {
    return requester.isDrained();
  }
}

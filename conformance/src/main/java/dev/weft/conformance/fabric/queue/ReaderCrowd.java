package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;

import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Two senders, one queue, many readers. Message m is sent by the first peer where m is even, else
 * by the second, carries m as completion data and in each word of its payload, and may be received
 * into any of 256 posted buffers, which the reader of its entry posts again.
 */
final class ReaderCrowd {

  private static final int RECEIVES = 256;

  private final Trial trial;
  private final Bench bench;
  private final Peer receiver;
  private final List<Peer> senders;
  private final int readers;
  private final List<Rounds> messages;
  private final int length;
  private final AtomicIntegerArray seen;
  private final AtomicInteger total = new AtomicInteger();

  /**
   * @param length bytes of each message, a multiple of 8 up to {@link Peer#SLOT}
   */
  ReaderCrowd(Trial trial, int readers, int messages, int length) {
    this.trial = trial;
    this.bench = Bench.on(trial).size(1024).open();
    this.receiver = bench.receiver();
    this.senders = List.of(bench.sender(), bench.openPeer());
    this.readers = readers;
    this.messages = List.of(trial.race(messages / 2), trial.race(messages / 2));
    this.length = length;
    this.seen = new AtomicIntegerArray(2 * this.messages.getFirst().most());
  }

  /** Sends all messages and fails unless each was read once, intact and with its sender. */
  void check() throws InterruptedException {
    senders.forEach(receiver::handleOf);
    senders.forEach(sender -> sender.handleOf(receiver));
    for (int i = 0; i < RECEIVES; i++) {
      receiver.postReceive(i);
    }
    List<Task<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      tasks.add(trial.start(this::readAll));
    }
    for (int i = 0; i < senders.size(); i++) {
      int first = i;
      tasks.add(trial.start(() -> sendEverySecond(first)));
    }
    for (Task<Void> task : tasks) {
      task.result();
    }
    equal(expected(), total.get(), "entries seen by all readers");
  }

  private Void sendEverySecond(int first) {
    Peer sender = senders.get(first);
    long handle = sender.handleOf(receiver);
    MemorySegment payload = sender.slot(first);
    for (int message = first; messages.get(first).next(); message += senders.size()) {
      for (int offset = 0; offset < length; offset += Long.BYTES) {
        payload.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, message);
      }
      int number = message;
      sender.accepted("injectdata", () -> inject(sender, payload, number, handle));
    }
    return null;
  }

  private int inject(Peer sender, MemorySegment payload, int message, long handle) {
    return sender.endpoint().injectData(payload, length, message, handle);
  }

  private int expected() {
    return messages.stream().mapToInt(Rounds::total).sum();
  }

  private Void readAll() {
    QueueReader reader = new QueueReader(receiver.receiveQueue(), 16);
    HangDetector detector = new HangDetector();
    int last = 0;
    while (total.get() < expected() && detector.lap()) {
      int read = reader.readFrom(16);
      if (read > 0) {
        reader.entriesFrom(read).forEach(this::take);
      } else {
        returned(-Errno.EAGAIN, read, "readfrom by one of %d readers", readers);
      }
      if (total.get() != last) {
        last = total.get();
        detector.progressed();
      }
    }
    return null;
  }

  private void take(Entry entry) {
    int message = (int) entry.data();
    that(message >= 0 && message < seen.length(), "the data of %s were never sent", entry);
    equal(1, seen.incrementAndGet(message), "how often message %d was seen", message);
    equal((long) length, entry.length(), "length of %s", entry);
    Peer sender = senders.get(message % senders.size());
    equal(receiver.handleOf(sender), entry.source(), "source of %s", entry);
    MemorySegment payload = receiver.slot(entry.context());
    for (int offset = 0; offset < length; offset += Long.BYTES) {
      long word = payload.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
      equal((long) message, word, "payload of %s at offset %d", entry, offset);
    }
    total.incrementAndGet();
    receiver.accepted(
        "recv",
        () -> receiver.endpoint().recv(payload, Peer.SLOT, FabricAddress.UNSPEC, entry.context()));
  }
}

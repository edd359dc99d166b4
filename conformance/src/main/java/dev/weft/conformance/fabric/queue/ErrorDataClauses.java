package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Details of an error: err_data, the unknown source, and texts: ER-015 to ER-018, ER-023, ER-024.
 */
public final class ErrorDataClauses {

  private static final String ENTRY = "fi_cq(3), struct fi_cq_err_entry";
  private static final String STRERROR = "fi_cq(3), fi_cq_strerror";
  private static final long UNKNOWN_SOURCE = Capabilities.SOURCE | Capabilities.SOURCE_ERR;

  private ErrorDataClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("ER-015", Level.REQUIRED, ENTRY + ", err_data")
            .says("err_data stays valid until the next read of the queue")
            .lookAt("what owns the bytes that errorData() shows")
            .needs(UNKNOWN_SOURCE)
            .check(ErrorDataClauses::errorDataStays),
        clause("ER-016", Level.REQUIRED, ENTRY + ", err_data_size")
            .says(
                "the caller's err_data buffer receives at most its size, and the size says how"
                    + " much")
            .lookAt("the copy of err_data: min(buffer, available), the pointer unchanged")
            .needs(UNKNOWN_SOURCE)
            .check(ErrorDataClauses::callersErrorDataBuffer),
        clause("ER-017", Level.UNSTATED, ENTRY + "; prov/util")
            .says("err_data without a caller's buffer is a copy that later reads do not change")
            .lookAt("a shared err_data buffer that the next error or read overwrites")
            .needs(UNKNOWN_SOURCE)
            .check(ErrorDataClauses::errorDataSurvivesReads),
        clause("ER-018", Level.REQUIRED, "fi_cq(3), FI_SOURCE_ERR")
            .says("data from an unknown source is an error with its address, which can be inserted")
            .lookAt("readfrom for sources that the address vector does not have")
            .needs(UNKNOWN_SOURCE)
            .check(ErrorDataClauses::unknownSourceIsReported),
        clause("ER-023", Level.REQUIRED, STRERROR)
            .says("strerror always gives a text, ends it within the buffer, needs no endpoint")
            .lookAt("strerror with a null, an empty and a short buffer, on an unbound queue")
            .check(ErrorDataClauses::strerrorAlwaysEnds),
        clause("ER-024", Level.INFERRED, "fi_errno(3); libfabric src/fabric.c")
            .says("fi_strerror ignores the sign and knows OS, fabric and unspecified errors")
            .lookAt("the table of Errno.strerror from 256 on")
            .check(ErrorDataClauses::errnoTexts));
  }

  /** Two peers, where the receiver's address vector lacks the sender. */
  private static final class Strangers {
    private final Bench bench;
    private final Peer stranger;
    private final Peer receiver;

    Strangers(Trial trial) {
      bench = Bench.on(trial).open();
      stranger = bench.openPeer();
      receiver = bench.receiver();
      stranger.handleOf(receiver);
    }

    /** Sends a message from the unknown source and waits for the receiver's error. */
    QueueReader receive(long context) {
      receiver.postReceive(context);
      stranger.send(receiver, context);
      QueueReader queue = receiver.receive();
      queue.awaitErrorAtHead();
      return queue;
    }

    byte[] strangersName() {
      return stranger.endpoint().name();
    }
  }

  private static byte[] bytes(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_BYTE);
  }

  private static void sameBytes(byte[] expected, byte[] seen, String what) {
    equal(Arrays.toString(expected), Arrays.toString(seen), what);
  }

  private static void errorDataStays(Trial trial) {
    Strangers strangers = new Strangers(trial);
    QueueReader queue = strangers.receive(1);
    returned(1, queue.readErr(), "readerr");
    MemorySegment data = queue.error().errorData();
    equal(queue.error().errorDataSize(), data.byteSize(), "size of err_data");
    sameBytes(strangers.strangersName(), bytes(data), "err_data after readerr");
    strangers.stranger.send(strangers.receiver, 2);
    sameBytes(strangers.strangersName(), bytes(data), "err_data before the next read");
  }

  private static void callersErrorDataBuffer(Trial trial) {
    Strangers strangers = new Strangers(trial);
    byte[] name = strangers.strangersName();
    for (int size : new int[] {1, name.length - 1, name.length, name.length + 16}) {
      receiveInto(strangers, size, name);
    }
  }

  private static void receiveInto(Strangers strangers, int size, byte[] name) {
    QueueReader queue = strangers.receive(size);
    MemorySegment memory = strangers.bench.domain().allocate(size + 16);
    Sentinel.fill(memory);
    MemorySegment buffer = memory.asSlice(0, size);
    ErrorCompletion error = queue.error().errorDataBuffer(buffer);
    returned(1, queue.readErr(), "readerr with a %d-byte buffer for err_data", size);
    int copied = Math.min(size, name.length);
    equal((long) copied, error.errorDataSize(), "err_data_size with room for %d bytes", size);
    equal(buffer.address(), error.errorDataBuffer().address(), "address of the caller's buffer");
    sameBytes(Arrays.copyOf(name, copied), bytes(memory.asSlice(0, copied)), "the caller's buffer");
    Sentinel.untouched(memory, copied, "the caller's buffer behind the copied bytes");
    error.errorDataBuffer(MemorySegment.NULL);
  }

  private static void errorDataSurvivesReads(Trial trial) {
    Strangers strangers = new Strangers(trial);
    QueueReader queue = strangers.receive(1);
    returned(1, queue.readErr(), "readerr");
    MemorySegment data = queue.error().errorData();
    for (int i = 0; i < 100; i++) {
      queue.read(i % 2);
    }
    strangers.bench.fail(2);
    QueueReader other = new QueueReader(queue.queue());
    returned(1, other.readErr(), "readerr of a second error");
    sameBytes(strangers.strangersName(), bytes(data), "err_data after 100 reads and another error");
    that(data.isReadOnly(), "err_data should be read-only");
    trial.chose("err_data is a copy of its own");
  }

  private static void unknownSourceIsReported(Trial trial) {
    Strangers strangers = new Strangers(trial);
    QueueReader queue = strangers.receive(9);
    returned(-Errno.EAVAIL, queue.readFrom(1), "readfrom of data from an unknown source");
    returned(1, queue.readErr(), "readerr");
    ErrorCompletion error = queue.error();
    equal(Errno.EADDRNOTAVAIL, error.error(), "err of data from an unknown source");
    equal(9L, error.context(), "context of the receive");
    equal((long) Long.BYTES, error.length(), "len of the receive");
    equal(9L, strangers.receiver.payload(9), "the data, which has arrived");
    sameBytes(strangers.strangersName(), bytes(error.errorData()), "err_data, the raw address");
    reply(strangers, error);
  }

  private static void reply(Strangers strangers, ErrorCompletion error) {
    Peer receiver = strangers.receiver;
    long handle = receiver.vector().insert(bytes(error.errorData()));
    that(handle != FabricAddress.NOTAVAIL, "err_data could not be inserted");
    strangers.stranger.postReceive(10);
    MemorySegment slot = receiver.slot(10);
    receiver.accepted("send", () -> receiver.endpoint().send(slot, 8, handle, 10));
    strangers.bench.arrivals().entry(strangers.stranger.receive());
  }

  private static void strerrorAlwaysEnds(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueue unbound =
        bench.openQueue(CompletionQueueAttributes.polling(CompletionFormat.CONTEXT));
    for (CompletionQueue queue : List.of(unbound, bench.receiver().receiveQueue())) {
      for (int error : new int[] {0, Errno.ETRUNC, -Errno.ETRUNC, 9999, Integer.MIN_VALUE}) {
        textOf(queue, error, bench.domain().allocate(4));
      }
    }
  }

  private static void textOf(CompletionQueue queue, int error, MemorySegment buffer) {
    String text = queue.strerror(error, null, null);
    that(text != null && !text.isEmpty(), "strerror(%d) without a buffer gives no text", error);
    equal(text, queue.strerror(error, null, buffer.asSlice(0, 0)), "strerror with an empty buffer");
    Sentinel.fill(buffer);
    equal(text, queue.strerror(error, null, buffer), "strerror with a buffer of 4 bytes");
    byte[] stored = bytes(buffer);
    int end = 0;
    while (end < stored.length && stored[end] != 0) {
      end++;
    }
    that(end < stored.length, "strerror(%d) does not end its text within 4 bytes", error);
    String start = new String(stored, 0, end, StandardCharsets.UTF_8);
    that(text.startsWith(start), "strerror(%d) stores '%s' of '%s'", error, start, text);
    equal(Math.min(3, text.length()), end, "characters of '%s' in a buffer of 4 bytes", text);
  }

  private static void errnoTexts(Trial trial) {
    equal("Truncation error", Errno.strerror(265), "strerror(265)");
    equal("Truncation error", Errno.strerror(-265), "strerror(-265)");
    equal("Unspecified error", Errno.strerror(256), "strerror(256)");
    equal("Provided buffer is too small", Errno.strerror(257), "strerror(257)");
    equal("Operation not permitted in current state", Errno.strerror(258), "strerror(258)");
    equal("Error available", Errno.strerror(259), "strerror(259)");
    equal("Missing or unavailable address vector", Errno.strerror(267), "strerror(267)");
    equal("Queue has been overrun", Errno.strerror(268), "strerror(268)");
    equal("Unspecified error", Errno.strerror(9999), "strerror(9999)");
    equal("Resource temporarily unavailable", Errno.strerror(-11), "strerror(-11)");
    equal("Operation canceled", Errno.strerror(Errno.ECANCELED), "strerror(125)");
  }
}

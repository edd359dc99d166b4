package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Buffers that may be reused on return, GI-017 and GI-018: requirements of {@code fi_endpoint(3)}
 * about {@code FI_INJECT} beyond the catalogue.
 */
public final class InjectClauses {

  private static final String INJECT = "fi_endpoint(3), FI_INJECT";
  private static final Set<Integer> TOO_LONG = Set.of(-Errno.EMSGSIZE, -Errno.EINVAL);
  private static final long TAG = 3;
  private static final long LARGE = 100_000;

  private InjectClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("GI-017", Level.REQUIRED, INJECT + " as default flag")
            .says("what is injected by default is copied before the call returns, or refused")
            .lookAt("calls without flags, above inject_size, on endpoints that inject by default")
            .needs(Capabilities.MSG | Capabilities.TAGGED | Capabilities.RMA)
            .check(InjectClauses::byDefault),
        clause("GI-018", Level.REQUIRED, INJECT + "|FI_FENCE")
            .says("a fenced send with FI_INJECT sends the bytes of the time of the call")
            .lookAt("where the bytes are of a send that has to wait")
            .needs(Capabilities.FENCE)
            .check(InjectClauses::fenced));
  }

  private static void byDefault(Trial trial) {
    Talk talk = Talk.on(trial);
    Window window = Window.open(talk, LARGE);
    talk.near().operationFlags(BindFlags.TRANSMIT, OperationFlags.INJECT);
    long limit = talk.bench().info().transmit().injectSize();
    for (long length : new long[] {limit, limit + 1, LARGE}) {
      messages(talk).forEach((name, send) -> receive(talk, name, send, length, limit));
      tagged(talk).forEach((name, send) -> receive(talk, name, send, length, limit));
      writes(talk, window).forEach((name, write) -> look(window, name, write, length, limit));
    }
  }

  private static Map<String, ToIntFunction<MemorySegment>> messages(Talk talk) {
    Endpoint near = talk.near();
    long to = talk.toReceiver();
    Map<String, ToIntFunction<MemorySegment>> calls = new LinkedHashMap<>();
    calls.put("fi_send", text -> near.send(text, text.byteSize(), to, 1));
    calls.put("fi_sendv", text -> near.sendv(IoVector.of(text), to, 1));
    calls.put("fi_senddata", text -> near.sendData(text, text.byteSize(), 5, to, 1));
    return calls;
  }

  private static Map<String, ToIntFunction<MemorySegment>> tagged(Talk talk) {
    Endpoint near = talk.near();
    long to = talk.toReceiver();
    Map<String, ToIntFunction<MemorySegment>> calls = new LinkedHashMap<>();
    calls.put("fi_tsend", text -> near.tsend(text, text.byteSize(), to, TAG, 1));
    calls.put("fi_tsendv", text -> near.tsendv(IoVector.of(text), to, TAG, 1));
    calls.put("fi_tsenddata", text -> near.tsendData(text, text.byteSize(), 5, to, TAG, 1));
    return calls;
  }

  private static Map<String, ToIntFunction<MemorySegment>> writes(Talk talk, Window window) {
    Endpoint near = talk.near();
    long to = talk.toReceiver();
    long at = window.address(0);
    long key = window.key();
    Map<String, ToIntFunction<MemorySegment>> calls = new LinkedHashMap<>();
    calls.put("fi_write", text -> near.write(text, text.byteSize(), to, at, key, 1));
    calls.put("fi_writev", text -> near.writev(IoVector.of(text), to, at, key, 1));
    return calls;
  }

  /** Whether the call is accepted; overwrites the buffer afterwards. */
  private static boolean inject(
      Talk talk, String name, ToIntFunction<MemorySegment> call, long length, long limit) {
    MemorySegment text = talk.text(length, 7);
    String what = "%s of %d bytes, with inject_size=%d".formatted(name, length, limit);
    int returned = call.applyAsInt(text);
    text.fill((byte) 0);
    if (length <= limit) {
      returned(0, returned, what);
    } else if (returned != 0) {
      returnedOneOf(TOO_LONG, returned, what);
    }
    return returned == 0;
  }

  private static void receive(
      Talk talk, String name, ToIntFunction<MemorySegment> send, long length, long limit) {
    MemorySegment buffer = talk.memory(length);
    boolean tagged = name.startsWith("fi_t");
    if (tagged) {
      talk.trecv(buffer, TAG, 0, 2);
    } else {
      talk.recv(buffer, 2);
    }
    if (inject(talk, name, send, length, limit)) {
      equal(length, talk.received().length(), "length of " + name);
      Pattern.expect(buffer, 7, "what %s sent before its buffer was overwritten", name);
      talk.sent();
    } else {
      talk.cancel(2);
      equal(Errno.ECANCELED, talk.failedReceive().error(), "err of a receive that nothing came to");
    }
  }

  private static void look(
      Window window, String name, ToIntFunction<MemorySegment> write, long length, long limit) {
    Talk talk = window.talk();
    Sentinel.fill(window.memory());
    if (inject(talk, name, write, length, limit)) {
      talk.sent();
      MemorySegment written = window.memory().asSlice(0, length);
      Pattern.expect(written, 7, "what %s wrote before its buffer was overwritten", name);
    } else {
      Sentinel.untouched(window.memory(), 0, "the target's memory after %s", name);
    }
  }

  private static void fenced(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment large = talk.text(LARGE, 1);
    MemorySegment small = talk.text(8, 2);
    talk.send(large, 1); // stays queued until its receive is posted
    MemorySegment first = talk.memory(LARGE);
    MemorySegment second = talk.memory(8);
    int answer = fence(talk, small);
    boolean again = answer != 0;
    if (!again) {
      small.fill((byte) 0);
    }
    talk.recv(first, 3);
    talk.recv(second, 4);
    if (again) {
      returned(-Errno.EAGAIN, answer, "a fenced send with FI_INJECT");
      talk.post("a fenced send with FI_INJECT", () -> fence(talk, small));
    }
    talk.received(2);
    Pattern.expect(first, 1, "the message before the fence");
    Pattern.expect(second, 2, "what was injected behind a fence");
    talk.sent(2);
  }

  private static int fence(Talk talk, MemorySegment text) {
    long flags = OperationFlags.INJECT | OperationFlags.FENCE;
    return talk.near().sendMsg(Messages.message(text, talk.toReceiver(), 2), flags);
  }
}

package dev.weft.provider.fabric.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.provider.fabric.Node;
import dev.weft.wire.ProtocolViolation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongToIntFunction;

/**
 * An endpoint with hostile peers. It checks that only expected completions arrive, each once, and
 * that only allowed bytes change.
 */
final class HostileVictim implements HostileTarget, AutoCloseable {
  static final long KEY = 7;

  /** Bytes of registered memory. */
  static final int REGION = 40_000;

  private static final int GUARD = 64;
  private static final int ROOM = 1 << 20;
  private static final byte UNTOUCHED = 0x5a;
  private static final long FROM_PEER = 0;
  private static final int MAX_END = 10_000;
  private static final int SHORT = 2048;

  /** A pending operation; {@code wanted} is null if any bytes are accepted. */
  private record Begun(Kind kind, MemorySegment buffer, byte[] wanted) {
    boolean isMany() {
      return kind == Kind.MANY_RECEIVES;
    }
  }

  /** Kinds of operations. */
  private enum Kind {
    SEND,
    RECEIVE,
    MANY_RECEIVES,
    ACCESS
  }

  private final Node node;
  private final long peer;
  private final MemorySegment room;
  private final MemorySegment source;
  private final MemorySegment registered;
  private final MemoryRegion region;
  private final Map<Long, Begun> begun = new HashMap<>();
  private final Map<Long, Long> windows = new HashMap<>();
  private final Map<Kind, Integer> asked = new EnumMap<>(Kind.class);
  private final Map<Kind, Integer> served = new EnumMap<>(Kind.class);
  private long used;
  private long lastContext;
  private int failures;
  private int fromPeers;
  private boolean checked = true;
  private long held;
  private int providerErrorOfHeld;
  private String told = "";

  /** A victim of the peer at this address. */
  HostileVictim(Node node, String peerAddress) {
    this.node = node;
    peer = node.vector.insert(peerAddress.getBytes(StandardCharsets.UTF_8));
    room = node.memory(ROOM).fill(UNTOUCHED);
    source = node.memory(1 << 17).fill((byte) 1);
    registered = node.memory(REGION + 2L * GUARD).fill(UNTOUCHED);
    region = node.domain.register(registered.asSlice(GUARD, REGION), AccessFlags.REMOTE, KEY, null);
  }

  Node node() {
    return node;
  }

  private MemorySegment window(long bytes) {
    long at = used + GUARD;
    windows.put(at, bytes);
    used = at + bytes + GUARD & -8;
    return room.asSlice(at, bytes);
  }

  private void begin(Kind kind, MemorySegment buffer, byte[] wanted, LongToIntFunction post) {
    long context = ++lastContext;
    asked.merge(kind, 1, Integer::sum);
    int result = post.applyAsInt(context);
    assertTrue(result <= 0, "a post returned " + result);
    if (result == 0) {
      begun.put(context, new Begun(kind, buffer, wanted));
    }
  }

  @Override
  public void send(int bytes) {
    Message message = new Message().vector(IoVector.of(source.asSlice(0, bytes))).address(peer);
    long flags = OperationFlags.COMPLETION | OperationFlags.DELIVERY_COMPLETE;
    begin(Kind.SEND, null, null, context -> node.endpoint.sendMsg(message.context(context), flags));
  }

  @Override
  public void sendHeld() {
    providerErrorOfHeld = 0;
    held = lastContext + 1;
    send(GUARD);
    assertTrue(begun.containsKey(held), "there is no room for the first message");
  }

  @Override
  public void tell(String what) {
    told = what;
  }

  /** The peer's log of the conversation. */
  String told() {
    return told;
  }

  @Override
  public void write(int bytes, long address) {
    MemorySegment memory = source.asSlice(0, bytes);
    begin(
        Kind.ACCESS,
        null,
        null,
        context -> node.endpoint.write(memory, bytes, peer, address, 1, context));
  }

  @Override
  public void receive(boolean tagged, long tag, byte... wanted) {
    MemorySegment buffer = window(wanted.length);
    long from = FabricAddress.UNSPEC;
    begin(
        Kind.RECEIVE,
        buffer,
        wanted,
        context ->
            tagged
                ? node.endpoint.trecv(buffer, wanted.length, from, tag, 0, context)
                : node.endpoint.recv(buffer, wanted.length, from, context));
  }

  @Override
  public void receiveMany(long bytes) {
    MemorySegment buffer = window(bytes);
    Message message = new Message().vector(IoVector.of(buffer)).address(FabricAddress.UNSPEC);
    begin(
        Kind.MANY_RECEIVES,
        buffer,
        null,
        context -> node.endpoint.recvMsg(message.context(context), OperationFlags.MULTI_RECV));
  }

  @Override
  public void read(int bytes, long address) {
    MemorySegment buffer = window(bytes);
    begin(
        Kind.ACCESS,
        buffer,
        new byte[bytes],
        context -> node.endpoint.read(buffer, bytes, peer, address, 1, context));
  }

  @Override
  public void take() {
    int read = node.queue.read(node.batch, Node.BATCH);
    while (read != -Errno.EAGAIN) {
      if (read == -Errno.EAVAIL) {
        assertEquals(1, node.queue.readErr(node.error, 0));
        failed();
      }
      for (int i = 0; i < read; i++) {
        succeeded(node.batch.context(i), node.batch.flags(i), node.batch.length(i));
      }
      read = node.queue.read(node.batch, Node.BATCH);
    }
  }

  private void failed() {
    Begun ended = begun.remove(node.error.context());
    assertNotNull(ended, () -> "an operation that is not under way has failed: " + node.error);
    failures += node.error.error() == Errno.ECANCELED ? 0 : 1;
    if (node.error.context() == held && node.error.error() == Errno.EPROTO) {
      providerErrorOfHeld = node.error.providerError();
    }
  }

  private void succeeded(long context, long flags, long length) {
    if (context == FROM_PEER) {
      assertTrue((flags & CompletionFlags.REMOTE_WRITE) != 0, "a completion without an operation");
      fromPeers++;
      return;
    }
    Begun ended = begun.get(context);
    assertNotNull(ended, () -> "operation " + context + " has ended before, or never began");
    if (!ended.isMany() || (flags & CompletionFlags.MULTI_RECV) != 0) {
      begun.remove(context);
    }
    served.merge(ended.kind, 1, Integer::sum);
    if (ended.wanted != null && ended.buffer != null && failures == 0) {
      checked = checked && matches(ended, length);
    }
  }

  private static boolean matches(Begun ended, long length) {
    long bytes = Math.min(ended.wanted.length, ended.buffer.byteSize());
    MemorySegment wanted = MemorySegment.ofArray(ended.wanted);
    return (length == 0 || length == bytes) && ended.buffer.asSlice(0, bytes).mismatch(wanted) < 0;
  }

  @Override
  public void requireSuccess() {
    assertEquals(0, failures, "failures");
    assertTrue(checked, "a message has arrived with wrong bytes");
    for (Begun each : begun.values()) {
      assertTrue(each.isMany(), () -> each + " has not ended");
    }
  }

  @Override
  public void register() {
    node.domain.register(registered, AccessFlags.REMOTE, KEY + 1, null).close();
  }

  @Override
  public void requireReceived(boolean all) {
    requireServed(Kind.RECEIVE, all);
  }

  @Override
  public void requireAccessed(boolean all) {
    requireServed(Kind.ACCESS, all);
  }

  private void requireServed(Kind kind, boolean all) {
    int wanted = all ? asked.getOrDefault(kind, 0) : 0;
    assertEquals(wanted, served.getOrDefault(kind, 0), () -> kind + " that have succeeded");
    assertTrue(checked, "wrong bytes have arrived");
  }

  @Override
  public void requireWritten(long at, byte... bytes) {
    MemorySegment there = registered.asSlice(GUARD + at, bytes.length);
    assertEquals(-1, there.mismatch(MemorySegment.ofArray(bytes)), "a write is not there");
  }

  @Override
  public void requireBroken(HostileViolation violation) {
    for (int i = 0; i < MAX_END && begun.containsKey(held); i++) {
      if (violation.violation == ProtocolViolation.WRONG_POSITION) {
        fillRing();
      }
      take();
    }
    assertFalse(begun.containsKey(held), () -> "the link survives " + violation);
    assertEquals(
        violation.violation,
        ProtocolViolation.of(providerErrorOfHeld),
        () -> "the end of " + violation);
  }

  /** Sends until there is no room: only then it reads the peer's position. */
  private void fillRing() {
    int result = 0;
    for (int i = 0; i < MAX_END && result == 0; i++) {
      result = node.endpoint.inject(source, SHORT, peer);
    }
    assertNotEquals(0, result, "a ring without an end");
  }

  /** Checks, after the peer has left, that all operations end and nothing else was touched. */
  void finish(int frames) {
    for (int i = 0; i < MAX_END && !begun.isEmpty(); i++) {
      for (long context : begun.keySet().toArray(Long[]::new)) {
        node.endpoint.cancel(context);
      }
      take();
    }
    assertEquals(Map.of(), begun, "operations that never end");
    assertTrue(fromPeers <= 2 * frames, "more writes were told of than there were frames");
    requireGuards();
    assertEquals(-1, sourceMismatch(), "memory that was only sent from was touched");
    dropStale();
    room.asSlice(0, Math.min(used + GUARD, ROOM)).fill(UNTOUCHED);
    windows.clear();
    asked.clear();
    served.clear();
    used = 0;
    failures = 0;
    fromPeers = 0;
    checked = true;
    held = 0;
    told = "";
  }

  private long sourceMismatch() {
    for (long at = 0; at < source.byteSize(); at += 512) {
      if (source.get(ValueLayout.JAVA_BYTE, at) != 1) {
        return at;
      }
    }
    return -1;
  }

  private void requireGuards() {
    for (Map.Entry<Long, Long> window : windows.entrySet()) {
      requireUntouched(room, window.getKey() - GUARD);
      requireUntouched(room, window.getKey() + window.getValue());
    }
    requireUntouched(registered, 0);
    requireUntouched(registered, GUARD + REGION);
  }

  private static void requireUntouched(MemorySegment memory, long at) {
    for (long i = at; i < at + GUARD / 2; i++) {
      assertEquals(UNTOUCHED, memory.get(ValueLayout.JAVA_BYTE, i), "a byte outside was touched");
    }
  }

  /** Drops messages that were kept for cancelled receives. */
  private void dropStale() {
    boolean more = true;
    while (more) {
      MemorySegment buffer = room.asSlice(0, 1 << 16);
      long size = buffer.byteSize();
      long from = FabricAddress.UNSPEC;
      begin(Kind.RECEIVE, buffer, null, context -> node.endpoint.recv(buffer, size, from, context));
      begin(
          Kind.RECEIVE,
          buffer,
          null,
          context -> node.endpoint.trecv(buffer, size, from, 0, -1L, context));
      take();
      more = begun.size() < 2;
      for (int i = 0; i < MAX_END && !begun.isEmpty(); i++) {
        begun.keySet().forEach(node.endpoint::cancel);
        take();
      }
      assertEquals(Map.of(), begun, "receives that cannot be cancelled");
    }
    room.asSlice(0, 1 << 16).fill(UNTOUCHED);
  }

  @Override
  public void close() {
    region.close();
    node.close();
  }
}

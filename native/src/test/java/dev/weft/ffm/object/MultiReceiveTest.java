package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.Installed;
import dev.weft.ffm.linker.Libfabric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Receives of many messages, in queues of every format: when they end, and what is theirs. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MultiReceiveTest {
  private static final long CAPABILITIES = Capabilities.MSG | Capabilities.MULTI_RECV;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  static Stream<Arguments> formats() {
    return Pair.reliable()
        .flatMap(
            provider ->
                Stream.of(CompletionFormat.values())
                    .filter(format -> format != CompletionFormat.UNSPEC)
                    .flatMap(
                        format ->
                            Stream.of(true, false)
                                .map(selective -> Arguments.of(provider, format, selective))));
  }

  /** Three messages of 50 bytes fill a buffer of 200 that is released below 100. */
  @ParameterizedTest
  @MethodSource("formats")
  void shouldEndInEveryFormat(String provider, CompletionFormat format, boolean selective) {
    int buffers = 20;
    FabricInfo info = Pair.offer(provider, CAPABILITIES);
    try (Arena arena = Arena.ofShared();
        Fabric fabric = Fabrics.open(info);
        Domain domain = fabric.openDomain(info);
        CompletionQueue sends =
            domain.openCompletionQueue(CompletionQueueAttributes.polling(format));
        CompletionQueue queue =
            domain.openCompletionQueue(CompletionQueueAttributes.polling(format));
        AddressVector peers = domain.openAddressVector(AddressVectorAttributes.defaults());
        Endpoint endpoint = domain.openEndpoint(info)) {
      endpoint.bind(sends, BindFlags.TRANSMIT);
      endpoint.bind(queue, BindFlags.RECV | (selective ? BindFlags.SELECTIVE_COMPLETION : 0));
      endpoint.bind(peers, 0);
      endpoint.option(EndpointOption.MIN_MULTI_RECV, 100);
      endpoint.enable();
      long self = peers.insert(endpoint.name());
      for (int i = 0; i < buffers; i++) {
        Message message = receive(arena.allocate(200, Long.BYTES), i);
        assertEquals(0, endpoint.recvMsg(message, OperationFlags.MULTI_RECV));
      }
      Map<Long, Integer> entries = new TreeMap<>();
      CompletionBatch batch = CompletionBatch.allocate(arena, format, 3);
      MemorySegment text = arena.allocate(50);
      int sent = 0;
      while (sent < 3 * buffers || ((NativeCompletionQueue) queue).operations.used() > 0) {
        sent += sent < 3 * buffers && endpoint.inject(text, 50, self) == 0 ? 1 : 0;
        sends.read(batch, 3);
        int read = queue.read(batch, 3);
        for (int i = 0; i < read; i++) {
          entries.merge(batch.context(i), 1, Integer::sum);
        }
      }
      assertEquals(buffers, entries.size(), entries::toString);
      if (selective) {
        assertEquals(Collections.nCopies(buffers, 1), entries.values().stream().toList());
      }
    }
  }

  private static Message receive(MemorySegment buffer, long context) {
    return new Message().vector(IoVector.of(buffer)).address(FabricAddress.UNSPEC).context(context);
  }

  /** rxm says the release of a short message while a long one before it is still under way. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndWithTheLastEntryOfLongAndShortMessages(String provider) {
    exchangeLongAndShort(provider, 20_000, 1);
  }

  private static void exchangeLongAndShort(String provider, int minimum, int every) {
    FabricInfo info = Pair.offer(provider, CAPABILITIES);
    try (Pair pair =
        new Pair(info, 0, 0, each -> each.option(EndpointOption.MIN_MULTI_RECV, minimum))) {
      new LongAndShort(pair, every).run();
    }
  }

  /** Where messages were there before, rxm says the release first. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndWithTheLastEntryOfMessagesThatWereThereBefore(String provider) {
    exchangeLongAndShort(provider, 30_000, 100);
  }

  static Stream<String> cancelling() {
    return Installed.providers("ofi:tcp", "ofi:shm");
  }

  /**
   * A message under way may complete after the failure; what it is told with stays the same. shm of
   * 2.1 does not cancel such a receive.
   */
  @ParameterizedTest
  @MethodSource("cancelling")
  void shouldKnowItsContextAfterACancelAmidAMessage(String provider) {
    try (Pair pair = new Pair(Pair.offer(provider, CAPABILITIES), 0, 0)) {
      MemorySegment text = pair.arena.allocate(40_000_000).fill((byte) 1);
      MemorySegment buffer = pair.arena.allocate(80_000_000);
      Message first = receive(buffer, 100);
      assertEquals(0, pair.b.endpoint.recvMsg(first, OperationFlags.MULTI_RECV));
      pair.post(() -> pair.a.endpoint.send(text, text.byteSize(), pair.a.peer, 1));
      while (buffer.get(ValueLayout.JAVA_BYTE, 0) == 0) {
        pair.a.queue.read(pair.a.batch, 0);
        pair.b.queue.read(pair.b.batch, 0);
      }
      int cancelled = pair.b.endpoint.cancel(100);
      boolean mayRefuse = provider.equals("ofi:shm") && Libfabric.isAtLeast(2, 0);
      assertTrue(
          cancelled == 0 || (mayRefuse && cancelled == -Errno.EAGAIN),
          () -> Errno.name(-cancelled));
      Message second = receive(pair.arena.allocate(100_000), 101);
      boolean failed = cancelled != 0;
      boolean received = false;
      ErrorCompletion failure = ErrorCompletion.allocate(pair.arena);
      while (!failed || !received) {
        pair.a.queue.read(pair.a.batch, 1);
        int read = pair.b.queue.read(pair.b.batch, 1);
        if (read == 1) {
          assertEquals(100, pair.b.batch.context(0));
          received |= pair.b.batch.length(0) == text.byteSize();
        } else if (read == -Errno.EAVAIL && pair.b.queue.readErr(failure, 0) == 1) {
          assertEquals(100, failure.context());
          failed = true;
          assertEquals(0, pair.b.endpoint.recvMsg(second, OperationFlags.MULTI_RECV));
        }
      }
      assertEquals(-1, text.mismatch(buffer.asSlice(0, text.byteSize())));
    }
  }

  /** Messages of two sizes in turn, each with its number in all bytes. */
  private static final class LongAndShort {
    private static final int MESSAGES = 300;
    private static final int CAPACITY = 44_000;
    private static final int[] SIZES = {20_000, 5_000};

    private final Pair pair;
    private final int every;
    private final Map<Long, MemorySegment> open = new HashMap<>();
    private final MemorySegment[] texts;
    private long contexts;
    private int sent;
    private int received;

    /** Posts a receive every so many reads. */
    LongAndShort(Pair pair, int every) {
      this.pair = pair;
      this.every = every;
      this.texts =
          IntStream.range(0, MESSAGES)
              .mapToObj(i -> pair.arena.allocate(SIZES[i % 2]).fill((byte) i))
              .toArray(MemorySegment[]::new);
    }

    void run() {
      for (int reads = 0; received < MESSAGES; reads++) {
        if (reads % every == 0) {
          postReceive();
        }
        postSend();
        pair.a.queue.read(pair.a.batch, 8);
        int read = pair.b.queue.read(pair.b.batch, 8);
        assertTrue(read > 0 || read == -Errno.EAGAIN, () -> "read returned " + read);
        for (int i = 0; i < read; i++) {
          take(pair.b.batch, i);
        }
      }
    }

    private void postReceive() {
      if (open.size() < 3) {
        MemorySegment buffer = pair.arena.allocate(CAPACITY, Long.BYTES);
        Message message = receive(buffer, contexts);
        if (pair.b.endpoint.recvMsg(message, OperationFlags.MULTI_RECV) == 0) {
          open.put(contexts++, buffer);
        }
      }
    }

    private void postSend() {
      if (sent < MESSAGES) {
        MemorySegment text = texts[sent];
        sent += pair.a.endpoint.send(text, text.byteSize(), pair.a.peer, sent) == 0 ? 1 : 0;
      }
    }

    private void take(CompletionBatch batch, int index) {
      MemorySegment buffer = open.get(batch.context(index));
      assertNotNull(
          buffer, () -> "context=%d, open %s".formatted(batch.context(index), open.keySet()));
      long length = batch.length(index);
      if (batch.buffer(index) != 0) {
        MemorySegment text = buffer.asSlice(batch.buffer(index) - buffer.address(), length);
        MemorySegment expected = texts[text.get(ValueLayout.JAVA_BYTE, 0) & 0xFF];
        assertEquals(-1, text.mismatch(expected.asSlice(0, length)), "bytes of a message");
        received++;
      }
      if ((batch.flags(index) & CompletionFlags.MULTI_RECV) != 0) {
        open.remove(batch.context(index));
      }
    }
  }
}

package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Random requests in one direction of a connection, and what they must do. */
final class RandomTraffic {
  static final int BYTES = 1 << 19;
  static final int MAX_BUFFERS = 4;

  private static final int MAX_REQUESTS = 8;
  private static final int MAX = 200 << 10;
  private static final int GAP = 64;
  private static final int BATCH = 32;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(300);

  private RandomTraffic() {}

  /** Registered memory, and the bytes that it must have. */
  record Block(MemoryRegion region, byte[] expected) {
    void requireExpected() {
      MemorySegment wanted = MemorySegment.ofArray(expected);
      assertEquals(-1, wanted.mismatch(region.memory()), "first byte that differs");
    }

    void fill(Random random) {
      random.nextBytes(expected);
      region.memory().copyFrom(MemorySegment.ofArray(expected));
    }
  }

  /** A part of a block: one buffer. */
  private record Part(Block block, int at, int length) {}

  /** The completions that are there, as texts. */
  static List<String> poll(CompletionQueue queue) {
    try (Arena arena = Arena.ofConfined()) {
      WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, BATCH);
      int count = queue.poll(batch, BATCH);
      assertTrue(count >= 0, "ibv_poll_cq");
      List<String> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add(batch.wrId(i) + ":" + batch.status(i));
      }
      return all;
    }
  }

  /**
   * One direction. {@code sources} are read by requests, {@code sinks} are written by reads and
   * atomic operations, {@code targets} belong to the peer.
   */
  record Flow(
      Random random,
      QueuePair from,
      QueuePair to,
      CompletionQueue sends,
      CompletionQueue receives,
      Block[] sources,
      Block[] sinks,
      Block[] targets) {

    void run(int rounds) {
      for (Block[] blocks : List.of(sources, sinks, targets)) {
        for (Block block : blocks) {
          block.fill(random);
        }
      }
      for (int round = 0; round < rounds; round++) {
        new Round(this).run();
      }
    }
  }

  /** A list of requests that are posted together. */
  private static final class Round {
    private final Flow flow;
    private final Random random;
    private final List<SendWorkRequest> requests = new ArrayList<>();
    private final List<ReceiveWorkRequest> receives = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final List<String> received = new ArrayList<>();

    /** Whether a read or atomic operation may be outstanding that no fence has awaited. */
    private boolean fetching;

    Round(Flow flow) {
      this.flow = flow;
      this.random = flow.random();
    }

    void run() {
      int count = 1 + random.nextInt(MAX_REQUESTS);
      for (int i = 0; i < count; i++) {
        add(i, i == count - 1 || random.nextBoolean());
      }
      int early = random.nextInt(4) == 0 ? random.nextInt(receives.size() + 1) : receives.size();
      receives.subList(0, early).forEach(each -> assertEquals(0, flow.to().postRecv(each)));
      post();
      receives
          .subList(early, receives.size())
          .forEach(each -> assertEquals(0, flow.to().postRecv(each)));
      await(flow.sends(), sent);
      await(flow.receives(), received);
      for (Block[] blocks : List.of(flow.sources(), flow.sinks(), flow.targets())) {
        for (Block block : blocks) {
          block.requireExpected();
        }
      }
    }

    private void post() {
      if (random.nextBoolean()) {
        requests.forEach(each -> assertEquals(0, flow.from().postSend(each)));
        return;
      }
      for (int i = 1; i < requests.size(); i++) {
        requests.get(i - 1).next(requests.get(i));
      }
      assertEquals(0, flow.from().postSend(requests.getFirst()));
    }

    private void add(int number, boolean signaled) {
      SendWorkRequest request = new SendWorkRequest().wrId(number);
      boolean fetches = false;
      switch (random.nextInt(7)) {
        case 0, 1 -> send(request);
        case 2 -> write(request, false);
        case 3 -> write(request, true);
        case 4 -> {
          read(request);
          fetches = true;
        }
        default -> {
          change(request);
          fetches = true;
        }
      }
      boolean fence = fetching || random.nextInt(4) == 0;
      request.flags((signaled ? SendFlags.SIGNALED : 0) | (fence ? SendFlags.FENCE : 0));
      fetching = fetches;
      requests.add(request);
      if (signaled) {
        sent.add(number + ":0");
      }
    }

    private void send(SendWorkRequest request) {
      byte[] data = gather(request.buffers(), length());
      boolean immediate = random.nextBoolean();
      if (immediate) {
        request.sendWithImmediate(random.nextInt());
      } else {
        request.send();
      }
      int room = data.length + random.nextInt(GAP);
      scatter(data, receive(room));
    }

    /** Adds a receive with this room; its buffers. */
    private List<Part> receive(int room) {
      ReceiveWorkRequest receive = new ReceiveWorkRequest().wrId(receives.size());
      List<Part> parts = room == 0 ? List.of() : parts(flow.targets(), room);
      addAll(receive.buffers(), parts);
      received.add(receives.size() + ":0");
      receives.add(receive);
      return parts;
    }

    private void write(SendWorkRequest request, boolean immediate) {
      byte[] data = gather(request.buffers(), length());
      Block block = any(flow.targets());
      int at = random.nextInt(BYTES - data.length);
      System.arraycopy(data, 0, block.expected(), at, data.length);
      long address = block.region().address() + at;
      if (immediate) {
        request.writeWithImmediate(address, block.region().rkey(), random.nextInt());
        receive(0);
      } else {
        request.write(address, block.region().rkey());
      }
    }

    private void read(SendWorkRequest request) {
      byte[] data = new byte[length()];
      Block block = any(flow.targets());
      int at = random.nextInt(BYTES - data.length);
      System.arraycopy(block.expected(), at, data, 0, data.length);
      List<Part> parts = parts(flow.sinks(), data.length);
      addAll(request.buffers(), parts);
      scatter(data, parts);
      request.read(block.region().address() + at, block.region().rkey());
    }

    private void change(SendWorkRequest request) {
      Block block = any(flow.targets());
      int at = Long.BYTES * random.nextInt(BYTES / Long.BYTES);
      ByteBuffer bytes = ByteBuffer.wrap(block.expected()).order(ByteOrder.nativeOrder());
      long found = bytes.getLong(at);
      long operand = random.nextBoolean() ? found : random.nextLong();
      long swap = random.nextLong();
      long address = block.region().address() + at;
      if (random.nextBoolean()) {
        request.fetchAndAdd(address, block.region().rkey(), operand);
        bytes.putLong(at, found + operand);
      } else {
        request.compareAndSwap(address, block.region().rkey(), operand, swap);
        bytes.putLong(at, found == operand ? swap : found);
      }
      Block sink = any(flow.sinks());
      int place = random.nextInt(BYTES - Long.BYTES);
      request.buffers().add(sink.region(), place, Long.BYTES);
      ByteBuffer.wrap(sink.expected()).order(ByteOrder.nativeOrder()).putLong(place, found);
    }

    private int length() {
      return switch (random.nextInt(4)) {
        case 0 -> 8 + random.nextInt(64);
        case 1 -> 8 + random.nextInt(20_000);
        case 2 -> (16 << 10) - 4 + random.nextInt(8);
        default -> 8 + random.nextInt(MAX - 7);
      };
    }

    private Block any(Block[] blocks) {
      return blocks[random.nextInt(blocks.length)];
    }

    /** Up to four buffers with this many bytes together, none of which overlap. */
    private List<Part> parts(Block[] blocks, int length) {
      int count = 1 + (random.nextBoolean() ? 0 : random.nextInt(MAX_BUFFERS));
      int at = random.nextInt(BYTES - length - MAX_BUFFERS * GAP);
      int rest = length;
      List<Part> parts = new ArrayList<>();
      for (int i = 0; i < count && rest > 0; i++) {
        int size = i == count - 1 ? rest : 1 + random.nextInt(rest);
        parts.add(new Part(any(blocks), at, size));
        at += size + random.nextInt(GAP);
        rest -= size;
      }
      return parts;
    }

    private static void addAll(ScatterGatherList list, List<Part> parts) {
      parts.forEach(part -> list.add(part.block().region(), part.at(), part.length()));
    }

    private byte[] gather(ScatterGatherList list, int length) {
      List<Part> parts = parts(flow.sources(), length);
      addAll(list, parts);
      byte[] data = new byte[length];
      int done = 0;
      for (Part part : parts) {
        System.arraycopy(part.block().expected(), part.at(), data, done, part.length());
        done += part.length();
      }
      return data;
    }

    private static void scatter(byte[] data, List<Part> parts) {
      int done = 0;
      for (Part part : parts) {
        int size = Math.min(part.length(), data.length - done);
        System.arraycopy(data, done, part.block().expected(), part.at(), size);
        done += size;
      }
    }

    private static void await(CompletionQueue queue, List<String> wanted) {
      List<String> seen = new ArrayList<>();
      long start = System.nanoTime();
      while (seen.size() < wanted.size() && System.nanoTime() - start < PATIENCE) {
        List<String> more = poll(queue);
        seen.addAll(more);
        if (more.isEmpty()) {
          Thread.yield();
        }
      }
      assertEquals(wanted, seen);
    }
  }
}

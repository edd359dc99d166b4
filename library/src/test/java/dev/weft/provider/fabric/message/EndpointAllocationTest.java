package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Posting, reading, and sread of queued entries allocate nothing, through whole endpoints. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EndpointAllocationTest {
  private static final int ROUNDS = 5_000;
  private static final int LARGE = 20_000;
  private static final long ANY = -1;

  /** Each way to post, in a method of its own so that a failure names it. */
  enum Way {
    SEND {
      @Override
      int post(Endpoint end, MemorySegment memory, long to, Message message) {
        return end.send(memory, 8, to, 1);
      }
    },
    SEND_DATA {
      @Override
      int post(Endpoint end, MemorySegment memory, long to, Message message) {
        return end.sendData(memory, 8, 5, to, 1);
      }
    },
    SEND_MESSAGE {
      @Override
      int post(Endpoint end, MemorySegment memory, long to, Message message) {
        return end.sendMsg(message.address(to), OperationFlags.DELIVERY_COMPLETE);
      }
    },
    SEND_LARGE {
      @Override
      int post(Endpoint end, MemorySegment memory, long to, Message message) {
        return end.send(memory, LARGE, to, 1);
      }
    },
    INJECT {
      @Override
      int post(Endpoint end, MemorySegment memory, long to, Message message) {
        return end.inject(memory, 8, to);
      }
    },
    SEND_TAGGED {
      @Override
      int post(Endpoint end, MemorySegment memory, long to, Message message) {
        return end.tsend(memory, 8, to, 7, 1);
      }
    },
    INJECT_TAGGED {
      @Override
      int post(Endpoint end, MemorySegment memory, long to, Message message) {
        return end.tinject(memory, 8, to, 7);
      }
    };

    abstract int post(Endpoint end, MemorySegment memory, long to, Message message);

    boolean isTagged() {
      return this == SEND_TAGGED || this == INJECT_TAGGED;
    }

    boolean completes() {
      return this != INJECT && this != INJECT_TAGGED;
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldAllocateNothingWithThreadsAllowed(Way way) {
    assertNothingAllocated(way, Threading.SAFE);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAllocateNothingWithOneThread(Way way) {
    assertNothingAllocated(way, Threading.DOMAIN);
  }

  private static void assertNothingAllocated(Way way, Threading threading) {
    String fabric = Node.freshName();
    try (Node a = Node.open(fabric, Node.hints().threading(threading), WaitObject.UNSPEC);
        Node b = Node.open(fabric, Node.hints().threading(threading), WaitObject.UNSPEC)) {
      Pair pair = new Pair(way, a, b, a.handleOf(b), a.memory(LARGE), b.memory(LARGE));
      Message message = new Message().vector(IoVector.of(pair.out.asSlice(0, 8))).context(1);
      AtomicInteger rounds = new AtomicInteger();
      Runnable exchange = () -> pair.exchange(message, rounds.getAndIncrement() % 2 == 0);
      assertEquals(0, SteadyAllocation.ofRounds(ROUNDS, exchange), "bytes in " + ROUNDS);
    }
  }

  /** The objects that every round reuses. */
  private record Pair(Way way, Node a, Node b, long to, MemorySegment out, MemorySegment in) {
    void exchange(Message message, boolean expected) {
      if (expected) {
        receive();
      }
      accept(way.post(a.endpoint, out, to, message));
      if (!expected) {
        b.progress(); // the message is kept
        receive();
      }
      take(b.queue.sread(b.batch, 1, 0, -1));
      if (way.completes()) {
        take(expected ? a.queue.read(a.batch, 1) : a.queue.sread(a.batch, 1, 0, -1));
      }
    }

    private void receive() {
      accept(
          way.isTagged()
              ? b.endpoint.trecv(in, LARGE, ANY, 7, 0, 2)
              : b.endpoint.recv(in, LARGE, ANY, 2));
    }
  }

  private static void accept(int result) {
    if (result != 0) {
      throw new AssertionError("post returned " + result);
    }
  }

  private static void take(int result) {
    if (result != 1) {
      throw new AssertionError("read returned " + result);
    }
  }
}

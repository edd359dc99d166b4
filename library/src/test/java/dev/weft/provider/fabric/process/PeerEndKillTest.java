package dev.weft.provider.fabric.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills a sending process again and again, and starts it again under the same name, sometimes
 * before its end was noticed. Each receive from it ends once, with a message or with an error;
 * messages are received in order and before the error; receives from any source stay posted. {@code
 * -Dweft.kills} sets the number of kills.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class PeerEndKillTest {
  private static final int KILLS = Integer.getInteger("weft.kills", 20);
  private static final int MAX_MESSAGES = 2_000;
  private static final int IDLE_RECEIVES = 8;
  private static final long WATCHES = 1_000;
  private static final long IDLE = 2_000;
  private static final Set<Integer> ENDS = Set.of(Errno.ECONNRESET, Errno.EHOSTUNREACH);

  private final String fabric = "end-" + ProcessHandle.current().pid();
  private final String own = "shm://" + fabric + "/survivor";
  private final String other = "shm://" + fabric + "/victim";
  private final Random random = SeededRandom.of(KILLS);
  private final Map<Long, Long> expected = new HashMap<>();
  private final Set<Long> posted = new HashSet<>();
  private Node node;
  private MemorySegment buffers;
  private long peer;
  private long messages;
  private long failures;

  @Test
  void shouldEndEachReceiveFromAKilledPeerOnce() throws Exception {
    try (Node opened = Node.open(fabric, hints(), WaitObject.UNSPEC)) {
      node = opened;
      node.endpoint.option(EndpointOption.RECV_ENDS_WITH_PEER, 1);
      buffers = node.memory(EndingPeer.TAGS * EndingPeer.LONG_BYTES);
      peer = node.vector.insert(other.getBytes(StandardCharsets.UTF_8));
      for (long i = 0; i < IDLE_RECEIVES; i++) {
        post(IDLE + i, FabricAddress.UNSPEC, EndingPeer.NEVER_SENT);
      }
      for (int life = 0; life < KILLS; life++) {
        live(life);
      }
      takeUntilAllHaveEnded();
      assertEquals(IDLE_RECEIVES, posted.size(), () -> "still posted: " + posted);
    }
    assertTrue(messages > 0 && failures >= KILLS, messages + " messages, " + failures + " errors");
  }

  private dev.weft.fabric.info.FabricInfo.Builder hints() {
    return ShmPeer.hints(own)
        .capabilities(Capabilities.MSG | Capabilities.TAGGED | Capabilities.DIRECTED_RECV);
  }

  /** One life of the peer, from its start to its death. */
  private void live(int life) throws IOException, InterruptedException {
    Process process = EndingPeer.start(fabric, other, own, life);
    try {
      assertEquals("ready", process.inputReader().readLine());
      sayHello();
      assertEquals(0, node.endpoint.watchPeer(peer, WATCHES + life));
      assertTrue(posted.add(WATCHES + life));
      postAll();
      long last = messages + random.nextInt(MAX_MESSAGES);
      while (messages < last) {
        take(1, true);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    if (random.nextBoolean()) {
      takeUntilAllHaveEnded();
      for (long tag = 0; tag < EndingPeer.TAGS; tag++) {
        requireNoMessage(tag);
      }
    }
  }

  /** Connects to the peer, perhaps at the moment in which it connects to this side. */
  private void sayHello() {
    Node.accepted(() -> node.endpoint.tinject(MemorySegment.NULL, 0, peer, 0));
  }

  private void postAll() {
    for (long tag = 0; tag <= EndingPeer.NEVER_SENT; tag++) {
      if (!posted.contains(tag)) {
        post(tag, peer, tag);
      }
    }
  }

  private void post(long context, long source, long tag) {
    assertTrue(posted.add(context));
    long index = tag % EndingPeer.TAGS;
    MemorySegment room = buffers.asSlice(index * EndingPeer.LONG_BYTES, EndingPeer.LONG_BYTES);
    int result = node.endpoint.trecv(room, room.byteSize(), source, tag, 0, context);
    assertEquals(0, result, "trecv");
  }

  private void takeUntilAllHaveEnded() {
    Node.until(
        () -> {
          take(10, false);
          return posted.size() == IDLE_RECEIVES;
        });
  }

  /** Takes completions; posts each receive again, as long as the peer lives. */
  private void take(int millis, boolean again) {
    int read = node.queue.sread(node.batch, 1, 0, millis);
    if (read == -Errno.EAVAIL) {
      node.queue.readErr(node.error, 0);
      failed(again);
    } else if (read == 1) {
      received(node.batch.context(0), node.batch.tag(0));
    }
  }

  private void failed(boolean again) {
    long context = node.error.context();
    String failure = node.error.toString();
    assertTrue(posted.remove(context), () -> "it was not posted: " + failure);
    assertTrue(context < IDLE, () -> "a receive from any source: " + failure);
    assertTrue(ENDS.contains(node.error.error()), failure);
    failures++;
    if (again && context < WATCHES) {
      post(context, peer, context);
    }
  }

  private void received(long context, long tag) {
    assertEquals(context, tag, "tag of the message");
    assertTrue(posted.remove(context), () -> "receive " + context + " has ended twice");
    MemorySegment message = buffers.asSlice(tag * EndingPeer.LONG_BYTES, EndingPeer.LONG_BYTES);
    long life = message.get(ValueLayout.JAVA_LONG, 0);
    long number = message.get(ValueLayout.JAVA_LONG, 8);
    long due = expected.merge(life * EndingPeer.TAGS + tag, 1L, Long::sum) - 1;
    assertEquals(due, number, () -> "message with tag " + tag + " of life " + life);
    messages++;
    post(context, peer, tag);
  }

  /** What the peer had sent was received before the error of the receive for it. */
  private void requireNoMessage(long tag) {
    TaggedMessage any = new TaggedMessage().address(FabricAddress.UNSPEC).tag(tag).context(tag);
    assertEquals(0, node.endpoint.trecvMsg(any, OperationFlags.PEEK));
    node.expectError(tag, Errno.ENOMSG);
  }
}

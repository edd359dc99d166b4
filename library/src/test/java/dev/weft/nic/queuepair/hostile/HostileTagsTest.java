package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.RawFrame;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.queuepair.tag.TagBench;
import dev.weft.nic.workqueue.TagRequest;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that write random tag headers, or leave in the middle of a message. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class HostileTagsTest {
  private static final int LIAR = 300;
  private static final int GRANTED = 64;
  private static final int KINDS = PacketFormat.DATAGRAM + 1;

  @Test
  void shouldCompleteEachReceiveOnceAndTouchNothingElse() {
    for (int seed = 0; seed < 150; seed++) {
      try (TagBench bench = new TagBench()) {
        HostilePeer hostile = HostilePeer.at(bench.addresses, LIAR);
        bench.receiver.ready(LIAR);
        run(bench, hostile, SeededRandom.of(seed));
        hostile.close();
      }
    }
  }

  private static void run(TagBench bench, HostilePeer hostile, Random random) {
    MemorySegment memory = bench.receiver.memory;
    memory.fill((byte) 0x55);
    for (int i = 0; i < TagBench.TAGS; i++) {
      TagRequest add = bench.addition(i, random.nextInt(4), random.nextInt(4));
      add.receive.reset(i).add(address(bench, i), GRANTED, bench.receiver.region.key());
      assertEquals(0, bench.post(add));
      bench.receive(8 + i, GRANTED);
    }
    for (int i = 0; i < 60; i++) {
      write(hostile, random);
    }
    assertEquals(0, bench.receiver.modify(States.RESET, 0));
    requireOnce(bench);
    for (int i = 0; i < 2 * TagBench.TAGS; i++) {
      requireUntouched(memory, TagBench.slot(i) + GRANTED, TagBench.SLOT - GRANTED);
    }
    requireUntouched(memory, 0, TagBench.SLOTS);
  }

  private static long address(TagBench bench, long wrId) {
    return bench.receiver.memory.address() + TagBench.slot(wrId);
  }

  private static void requireUntouched(MemorySegment memory, long from, long size) {
    MemorySegment pattern = MemorySegment.ofArray(new byte[(int) size]).fill((byte) 0x55);
    assertEquals(-1, memory.asSlice(from, size).mismatch(pattern));
  }

  /** Writes a frame of a message that is mostly almost valid. */
  private static void write(HostilePeer hostile, Random random) {
    Link link = hostile.link(200);
    if (link == null) {
      return;
    }
    FrameWriter out = link.out();
    long payload = random.nextInt(3) == 0 ? random.nextInt(200) : 16 + random.nextInt(4) * 16L;
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      hostile.doorbell();
      return;
    }
    for (long at = 0; at + 8 <= payload; at += 8) {
      long word = at == 0 ? random.nextInt(5) : Long.reverseBytes(random.nextInt(128));
      out.setWord(frame, at, random.nextInt(50) == 0 ? random.nextLong() : word);
    }
    boolean plain = random.nextInt(4) != 0;
    int kind = plain ? PacketFormat.SEND : random.nextInt(KINDS);
    int flags = random.nextInt(3) != 0 ? PacketFormat.ONLY : random.nextInt(64);
    long data = random.nextInt(4) == 0 ? random.nextInt(300) : payload;
    out.publish(frame, payload, kind, flags, 0, random.nextInt(8), data);
    link.ring();
  }

  /** Every receive has at most one final completion, and exactly one if it has a first one. */
  private static void requireOnce(TagBench bench) {
    int[] ends = new int[2 * TagBench.TAGS];
    int[] matches = new int[2 * TagBench.TAGS];
    for (WorkCompletion each = bench.told.poll(); each != null; each = bench.told.poll()) {
      boolean first = each.status == WcStatus.SUCCESS && each.flags == WorkFlags.TAG_MATCH;
      (first ? matches : ends)[(int) each.wrId]++;
    }
    for (int i = 0; i < ends.length; i++) {
      assertTrue(ends[i] <= 1 && matches[i] <= ends[i], i + ": " + ends[i] + " of " + matches[i]);
    }
  }

  @Test
  void shouldEndARendezvousWhosePeerHasGone() {
    try (TagBench bench = TagBench.connected()) {
      HostilePeer hostile = HostilePeer.at(bench.addresses, LIAR);
      Station other =
          new Station(bench.addresses, TransportType.RELIABLE, 400, bench.shared, false);
      other.attributes.timeout = 1;
      other.ready(LIAR);
      TagRequest add = bench.addition(1, 0, -1);
      add.receive.reset(1).add(other.memory.address(), 64, other.region.key());
      assertEquals(0, bench.post(add));
      FrameWriter out = hostile.link(400).out();
      long frame = out.claim(32);
      out.setWord(frame, 0, MessageTag.RENDEZVOUS);
      out.setWord(frame, 8, 0);
      out.setWord(frame, 16, 0);
      out.setWord(frame, 24, Long.reverseBytes(64));
      out.publish(frame, 32, PacketFormat.SEND, PacketFormat.ONLY, 0, 0, 32);
      hostile.link(400).ring();
      bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.SUCCESS, WorkFlags.TAG_MATCH);
      hostile.close();
      bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.RETRIES_EXCEEDED, 0);
      assertEquals(States.READY_TO_SEND, bench.receiver.machine.state());
      bench.add(2, 7);
      bench.eager(9, 7, 8); // other queue pairs of the shared queue go on
      bench.expectReceived(2, TagBench.WHOLE);
      other.close();
    }
  }

  /** A message in parts is restarted by one that is shorter than a header. */
  @Test
  void shouldNotReceiveLessThanNothing() {
    try (TagBench bench = new TagBench()) {
      HostilePeer hostile = HostilePeer.at(bench.addresses, LIAR);
      bench.receiver.ready(LIAR);
      bench.add(1, 0);
      FrameWriter out = hostile.link(200).out();
      long first = out.claim(32);
      for (long at = 0; at < 32; at += 8) {
        out.setWord(first, at, at == 0 ? MessageTag.EAGER : 0);
      }
      out.publish(first, 32, PacketFormat.SEND, PacketFormat.FIRST, 0, 0, 100);
      assertTrue(hostile.write(200, PacketFormat.SEND, PacketFormat.ONLY, 0, 8, 8));
      bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.SUCCESS, WorkFlags.TAG_MATCH);
      bench.told.expect(1, WcStatus.FLUSHED);
      hostile.close();
    }
  }

  /** The peer changes the length of a message after the check: the checked length is used. */
  @Test
  void shouldUseTheLengthThatItChecked() {
    try (TagBench bench = new TagBench()) {
      HostilePeer hostile = HostilePeer.at(bench.addresses, LIAR);
      bench.receiver.ready(LIAR);
      bench.add(1, 0);
      long[] words = new long[6];
      words[0] = MessageTag.EAGER;
      Link link = hostile.link(200);
      long frame = RawFrame.of(PacketFormat.SEND, PacketFormat.FIRST, 0, 64, words).write(link);
      MemorySegment ring = link.out().memory();
      bench.told.meanwhile = () -> ring.set(ValueLayout.JAVA_LONG, frame + 16, -1000L);
      link.ring();
      bench.told.meanwhile = () -> {};
      bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.SUCCESS, WorkFlags.TAG_MATCH);
      hostile.write(200, RawFrame.of(PacketFormat.SEND, PacketFormat.LAST, 0, -1000));
      bench.told.expect(1, WcStatus.FLUSHED);
      bench.told.expectNone();
      hostile.close();
    }
  }
}

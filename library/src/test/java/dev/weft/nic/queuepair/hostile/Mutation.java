package dev.weft.nic.queuepair.hostile;

import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.queuepair.RawFrame;
import dev.weft.wire.HostileWord;
import java.util.List;
import java.util.Random;

/** One change of a valid conversation, which may still be valid. */
enum Mutation {
  FLAG {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.get(at);
      frames.set(at, one.withFlags(one.flags() ^ 1 << random.nextInt(8)));
    }
  },
  NUMBER {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.get(at);
      int by = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(5) - 2;
      long number = (one.tag() + by) & SequenceNumbers.MASK;
      frames.set(at, one.withTag((one.tag() & -1L << 32) | number));
    }
  },
  IMMEDIATE_OR_KEY {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.get(at);
      frames.set(at, one.withTag(one.tag() ^ 1L << (32 + random.nextInt(32))));
    }
  },
  KIND {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      int kind = random.nextInt(16) == 0 ? random.nextInt(256) : random.nextInt(16);
      frames.set(at, frames.get(at).withKind(kind == 0 ? 200 : kind));
    }
  },
  LENGTH {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.get(at);
      long[] others = {
        0, -1, -8, one.data() - 8, one.data() + 8, one.data() + 1, 1L << 31, 1L << 62
      };
      boolean any = random.nextInt(4) == 0;
      long other = any ? random.nextLong() : others[random.nextInt(others.length)];
      frames.set(at, one.withData(other));
    }
  },
  HANDLE {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      frames.set(at, frames.get(at).withHandle(random.nextInt(1 << 16)));
    }
  },
  WORD {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.get(at);
      if (one.payload().length > 0) {
        int word = random.nextInt(Math.min(4, one.payload().length));
        long before = one.payload()[word];
        long[] others = {
          0, -1, before + 1, before - 8, before + 8, before + Conversation.GRANTED, ~before
        };
        boolean any = random.nextInt(4) == 0;
        long other = any ? random.nextLong() : others[random.nextInt(others.length)];
        frames.set(at, one.withWord(word, other));
      }
    }
  },
  /** A range of memory ends one word later, or begins one word earlier. */
  ADDRESS {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.get(at);
      if (one.payload().length > 0) {
        int by = random.nextBoolean() ? Long.BYTES : -Long.BYTES;
        frames.set(at, one.withWord(0, one.payload()[0] + by));
      }
    }
  },
  SIZE {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.get(at);
      boolean longer = random.nextInt(3) == 0;
      long size =
          longer ? one.size() + 1 + random.nextInt(64) : random.nextInt((int) one.size() + 1);
      frames.set(at, one.withSize(size));
    }
  },
  SWAP {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.remove(at);
      frames.add(random.nextInt(frames.size() + 1), one);
    }
  },
  REPEAT {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      frames.add(at + random.nextInt(frames.size() - at + 1), frames.get(at));
    }
  },
  DROP {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      frames.remove(at);
    }
  },
  /** Inserts a frame of another conversation with a matching number. */
  INTRUDE {
    @Override
    void apply(List<RawFrame> frames, int at, Random random) {
      RawFrame one = frames.get(at);
      RawFrame other = frames.get(random.nextInt(frames.size()));
      int kind = 1 + random.nextInt(PacketFormat.DATAGRAM);
      int more =
          (random.nextBoolean() ? PacketFormat.ONLY : random.nextInt(4)) | (other.flags() & ~3);
      RawFrame intruder = other.withTag(one.tag()).withKind(kind).withFlags(more);
      frames.add(at + random.nextInt(2), intruder);
    }
  };

  /** How much more often than one of these a word outside of frames is changed. */
  private static final int WORDS = 2;

  abstract void apply(List<RawFrame> frames, int at, Random random);

  /** Applies one mutation, and records it in the conversation. */
  static void one(Conversation conversation, Random random) {
    Mutation[] all = values();
    int at = random.nextInt(conversation.frames.size());
    if (random.nextInt(all.length / WORDS) == 0) {
      conversation.word = HostileWord.any(random);
      conversation.disturbed = at;
      conversation.mutation = conversation.word + " before " + at;
      return;
    }
    Mutation chosen = all[random.nextInt(all.length)];
    chosen.apply(conversation.frames, at, random);
    conversation.mutation = chosen + " at " + at;
  }
}

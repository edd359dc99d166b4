package dev.weft.provider.fabric.hostile;

import static dev.weft.provider.fabric.hostile.HostileFrame.ACKNOWLEDGEMENT;
import static dev.weft.provider.fabric.hostile.HostileFrame.ATOMIC;
import static dev.weft.provider.fabric.hostile.HostileFrame.ATOMIC_FETCH;
import static dev.weft.provider.fabric.hostile.HostileFrame.CHUNK;
import static dev.weft.provider.fabric.hostile.HostileFrame.CTS;
import static dev.weft.provider.fabric.hostile.HostileFrame.END;
import static dev.weft.provider.fabric.hostile.HostileFrame.RTS;
import static dev.weft.provider.fabric.hostile.HostileFrame.SHARE;
import static dev.weft.provider.fabric.hostile.HostileFrame.WRITE;
import static dev.weft.provider.fabric.hostile.HostileFrame.WRITE_NOTICE;
import static dev.weft.provider.fabric.hostile.HostileFrame.WRITE_RTS;

import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.wire.HostileWord;
import dev.weft.wire.ProtocolViolation;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;

/** Protocol violations in any state: each ends its link. */
enum HostileViolation {
  UNKNOWN_KIND(ProtocolViolation.UNKNOWN_FRAME) {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.kind = chance.nextInt(8) == 0 ? 0 : SHARE + 1 + chance.nextInt(200);
      return true;
    }
  },
  UNSOUND_SIZE(ProtocolViolation.UNSOUND_FRAME) {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      boolean small = chance.nextBoolean();
      frame.skew = small ? -frame.payload.length - 1 - chance.nextInt(24) : 1 << 20;
      return true;
    }
  },
  IMPOSSIBLE_POSITION(ProtocolViolation.WRONG_POSITION) {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.word = HostileWord.impossibleHead(chance);
      return true;
    }
  },
  ACKNOWLEDGEMENT_OF_NOTHING {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.become(ACKNOWLEDGEMENT, strangeHandle(chance), 0, 0);
      return true;
    }
  },
  ACKNOWLEDGEMENT_WITH_WRONG_ERROR {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      long error = chance.nextBoolean() ? 4096 : Long.MIN_VALUE;
      frame.become(ACKNOWLEDGEMENT, held, error + chance.nextInt(1000), 0);
      return true;
    }
  },
  PULL_OF_NOTHING {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.become(CTS, strangeHandle(chance), 0, 1);
      return true;
    }
  },
  PULL_OF_WHAT_WAS_SENT {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.become(CTS, held, 0, 1);
      return true;
    }
  },
  CHUNK_OF_NOTHING {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.become(CHUNK, 0, strangeTransfer(chance), 0, new byte[8]);
      return true;
    }
  },
  SHARE_OF_NOTHING {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.become(SHARE, 0, strangeTransfer(chance), 0, HostileFrame.words(1, 1, 0, 8));
      return true;
    }
  },
  END_OF_NOTHING {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.become(END, chance.nextInt(100), strangeTransfer(chance), 0);
      return true;
    }
  },
  REPEATED {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.copies = 2;
      return frame.isOneOf(ACKNOWLEDGEMENT, CTS, CHUNK);
    }
  },
  PULL_OF_TOO_MUCH {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.data += 1 + chance.nextInt(1000);
      return frame.isOneOf(CTS);
    }
  },
  PULL_OF_NO_BYTES {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.data = -chance.nextInt(2);
      return frame.isOneOf(CTS);
    }
  },
  CHUNK_ELSEWHERE {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.data += chance.nextBoolean() ? 1 + chance.nextInt(5000) : -1 - chance.nextInt(5000);
      return frame.isOneOf(CHUNK);
    }
  },
  CHUNK_BEYOND_THE_END {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.payload = new byte[frame.rest + 1 + chance.nextInt(100)];
      return frame.isOneOf(CHUNK) && frame.rest <= MAX_REST;
    }
  },
  CHUNK_WITHOUT_BYTES {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.payload = new byte[0];
      return frame.isOneOf(CHUNK);
    }
  },
  END_BEFORE_THE_LAST_BYTE {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      boolean is = frame.isOneOf(CHUNK);
      frame.become(END, 0, frame.tag, 0);
      return is;
    }
  },
  SHARE_BEYOND_THE_END {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      boolean is = frame.isOneOf(CHUNK);
      long size = chance.nextBoolean() ? frame.rest + 1L : -chance.nextInt(2);
      frame.become(SHARE, 0, frame.tag, frame.data, HostileFrame.words(1, 1, 0, size));
      return is;
    }
  },
  SHARE_OF_A_WRONG_SIZE {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      boolean is = frame.isOneOf(CHUNK);
      frame.become(SHARE, 0, frame.tag, frame.data, new byte[chance.nextInt(32)]);
      return is;
    }
  },
  WRONG_LENGTH {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      if (chance.nextBoolean()) {
        frame.payload = HostileFrame.words(-1 - chance.nextInt(100));
      } else {
        int size = chance.nextInt(24);
        frame.payload = new byte[size == Long.BYTES ? 0 : size];
      }
      return frame.isOneOf(RTS, WRITE_NOTICE);
    }
  },
  MORE_PAYLOAD_THAN_ANNOUNCED {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.payload = Arrays.copyOf(frame.payload, frame.payload.length + 1 + chance.nextInt(64));
      return frame.hasRanges();
    }
  },
  LESS_PAYLOAD_THAN_ANNOUNCED {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.payload =
          Arrays.copyOf(frame.payload, chance.nextInt(Math.max(1, frame.payload.length)));
      return frame.hasRanges();
    }
  },
  OTHER_LENGTH_THAN_PAYLOAD {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      int by = 1 + chance.nextInt(100);
      return frame.isOneOf(WRITE, ATOMIC, ATOMIC_FETCH)
          && frame.setWord(2, frame.word(2) + (chance.nextBoolean() ? by : -by));
    }
  },
  WRONG_NUMBER_OF_RANGES {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      long[] wrong = {-1, Long.MIN_VALUE, EndpointLimits.BUFFERS + 1, 1L << 32, 1L << 61};
      frame.tag = wrong[chance.nextInt(wrong.length)];
      return frame.hasRanges();
    }
  },
  RANGE_OF_NO_LENGTH {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      long[] wrong = {-1, -8, Long.MIN_VALUE, (1L << 40) + 1, Long.MAX_VALUE};
      return frame.hasRanges() && frame.setWord(2, wrong[chance.nextInt(wrong.length)]);
    }
  },
  NOTHING_TO_WRITE {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      return frame.isOneOf(WRITE_RTS) && frame.setWord(2, 0);
    }
  },
  NOTHING_TO_CHANGE {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.payload = Arrays.copyOf(frame.payload, HostileFrame.ATOMIC_HEAD + Long.BYTES);
      return frame.isOneOf(ATOMIC, ATOMIC_FETCH) && frame.setWord(2, 0);
    }
  },
  UNKNOWN_OPERATION {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      long[] wrong = {6L << 32 | 200, 200L << 32 | 2, -1, 1L << 63 | 2};
      return frame.isOneOf(ATOMIC, ATOMIC_FETCH)
          && frame.setWord(3, wrong[chance.nextInt(wrong.length)]);
    }
  },
  HALF_AN_ELEMENT {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      frame.payload = Arrays.copyOf(frame.payload, frame.payload.length + Integer.BYTES);
      return frame.isOneOf(ATOMIC, ATOMIC_FETCH) && frame.setWord(2, frame.word(2) + Integer.BYTES);
    }
  },
  /** An operation that only reads or compares, without a result. */
  CHANGE_THAT_FETCHES {
    @Override
    boolean apply(HostileFrame frame, int held, Random chance) {
      boolean is = frame.isOneOf(ATOMIC);
      boolean reads = chance.nextBoolean();
      int values = frame.payload.length - HostileFrame.ATOMIC_HEAD - Long.BYTES;
      int other = HostileFrame.ATOMIC_HEAD + Long.BYTES + (reads ? 0 : 2 * values);
      frame.payload = Arrays.copyOf(frame.payload, is ? other : frame.payload.length);
      return is && frame.setWord(3, 6L << 32 | (reads ? 10 : 12));
    }
  };

  /** More than fits into a frame. */
  private static final int MAX_REST = 30_000;

  private static final HostileViolation[] ALL = values();

  /** Violations that apply only to some kinds of frame. */
  private static final HostileViolation[] OF_SOME_KINDS =
      EnumSet.range(REPEATED, CHANGE_THAT_FETCHES).toArray(HostileViolation[]::new);

  /** The error that the victim reports. */
  final ProtocolViolation violation;

  HostileViolation() {
    this(ProtocolViolation.FORBIDDEN_FRAME);
  }

  HostileViolation(ProtocolViolation violation) {
    this.violation = violation;
  }

  /**
   * Makes a valid frame a violation; false if it does not apply to this frame.
   *
   * @param held the handle of a whole message that waits for its acknowledgement
   */
  abstract boolean apply(HostileFrame frame, int held, Random chance);

  /** A handle above the number of the victim's sends. */
  private static int strangeHandle(Random chance) {
    return chance.nextInt((int) EndpointLimits.SENDS, 1 << 16);
  }

  /** A number above that of the victim's transfers. */
  private static long strangeTransfer(Random chance) {
    return chance.nextInt(4) == 0 ? -1 - chance.nextInt(100) : 1 << 20 | chance.nextInt();
  }

  /** Applies a violation to a valid frame, more often one specific to its kind. */
  static HostileViolation commit(HostileFrame frame, int held, Random chance) {
    while (true) {
      HostileViolation[] some = chance.nextInt(4) == 0 ? ALL : OF_SOME_KINDS;
      boolean beside = chance.nextInt(16) == 0;
      HostileViolation chosen = beside ? IMPOSSIBLE_POSITION : some[chance.nextInt(some.length)];
      HostileFrame changed = frame.copy();
      if (chosen.apply(changed, held, chance)) {
        frame.set(changed);
        return chosen;
      }
    }
  }
}

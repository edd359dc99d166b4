package dev.weft.nic.endpoint;

import dev.weft.nic.connection.ConnectionFrame;
import java.util.Arrays;
import java.util.Random;

/** Protocol violations during connection setup: each ends its link. */
enum CallViolation {
  UNKNOWN_KIND {
    @Override
    HostileCall apply(HostileCall valid, Random random) {
      boolean below = random.nextBoolean();
      int first = below ? 1 : ConnectionFrame.REJECT + 1;
      return valid.withKind(random.nextInt(first, below ? ConnectionFrame.REQUEST : 254));
    }
  },
  UNSOUND_SIZE {
    @Override
    HostileCall apply(HostileCall valid, Random random) {
      boolean small = random.nextBoolean();
      return valid.withSizeWrongBy(
          small ? -valid.payload().length - 1 - random.nextInt(24) : 1 << 20);
    }
  },
  /** An answer to the listener, a request to the requester. */
  WRONG_SIDE {
    @Override
    HostileCall apply(HostileCall valid, Random random) {
      boolean request = valid.kind() == ConnectionFrame.REQUEST;
      int answer = random.nextBoolean() ? ConnectionFrame.ACCEPT : ConnectionFrame.REJECT;
      return valid.withKind(request ? answer : ConnectionFrame.REQUEST);
    }
  },
  NO_NAME_LENGTH {
    @Override
    HostileCall apply(HostileCall valid, Random random) {
      return valid.withPayload(Arrays.copyOf(valid.payload(), random.nextInt(Integer.BYTES)));
    }
  },
  NEGATIVE_NAME_LENGTH {
    @Override
    HostileCall apply(HostileCall valid, Random random) {
      return valid.withNameLength(random.nextBoolean() ? -1 : Integer.MIN_VALUE);
    }
  },
  NAME_BEYOND_THE_FRAME {
    @Override
    HostileCall apply(HostileCall valid, Random random) {
      int rest = valid.payload().length - Integer.BYTES;
      return valid.withNameLength(random.nextBoolean() ? rest + 1 : Integer.MAX_VALUE);
    }
  },
  NAME_TOO_LONG {
    @Override
    HostileCall apply(HostileCall valid, Random random) {
      return valid.withPayload(new byte[1500]).withNameLength(1025 + random.nextInt(400));
    }
  },
  FRAME_TOO_LONG {
    @Override
    HostileCall apply(HostileCall valid, Random random) {
      int most = Integer.BYTES + 1024 + ConnectionFrame.DATA_BYTES;
      return valid.withPayload(Arrays.copyOf(valid.payload(), most + 1 + random.nextInt(500)));
    }
  };

  abstract HostileCall apply(HostileCall valid, Random random);

  static CallViolation any(Random random) {
    return values()[random.nextInt(values().length)];
  }
}

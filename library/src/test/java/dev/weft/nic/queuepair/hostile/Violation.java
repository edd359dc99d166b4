package dev.weft.nic.queuepair.hostile;

import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.queuepair.RawFrame;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/**
 * Protocol violations in any state, with their consequences. Each replaces one frame of a valid
 * conversation.
 */
enum Violation {
  UNKNOWN_KIND(Consequence.LINK_ENDS) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean none = random.nextInt(8) == 0;
      return at.frame().withKind(none ? 0 : PacketFormat.DATAGRAM + 1 + random.nextInt(200));
    }
  },
  UNSOUND_SIZE(Consequence.LINK_ENDS) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean small = random.nextBoolean();
      return at.frame().withUnsoundSize(small ? -1 - random.nextInt(23) : 1 << 20);
    }
  },
  REQUEST_OF_ANOTHER_SERVICE(Consequence.LINK_ENDS, Service.CONNECTED) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean unreliable = at.service() == Service.UNRELIABLE;
      int kind =
          unreliable
              ? random.nextInt(PacketFormat.READ, PacketFormat.ENVELOPE + 1)
              : PacketFormat.ENVELOPE;
      int flags = PacketFormat.ONLY | (unreliable ? PacketFormat.UNRELIABLE : 0);
      return at.isRequest() ? at.frame().withKind(kind).withFlags(flags) : null;
    }
  },
  DATAGRAM_TO_A_CONNECTION(Consequence.LINK_ENDS, Service.CONNECTED) {
    @Override
    RawFrame replace(Place at, Random random) {
      return at.frame().withKind(PacketFormat.DATAGRAM);
    }
  },
  ANSWER_TO_A_SERVICE_WITHOUT_ANSWERS(Consequence.LINK_ENDS, EnumSet.of(Service.UNRELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      return at.frame().withKind(random.nextInt(PacketFormat.NAK, PacketFormat.DATAGRAM));
    }
  },
  FIRST_AMID_A_MESSAGE(Consequence.LINK_ENDS, Service.WITH_ANSWERS) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      if (!part.isPart() || part.has(PacketFormat.FIRST)) {
        return null;
      }
      RawFrame first = part.withFlags((part.flags() & ~PacketFormat.LAST) | PacketFormat.FIRST);
      return switch (random.nextInt(3)) {
        case 0 -> first.withData(first.data() + 8);
        case 1 -> first.withFlags(first.flags() ^ PacketFormat.SOLICITED);
        default ->
            first.withKind(
                first.kind() == PacketFormat.SEND ? PacketFormat.WRITE : PacketFormat.SEND);
      };
    }
  },
  PART_BEYOND_THE_END(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      long size = part.header() + at.rest() + 1 + random.nextInt(64);
      return part.isPart() ? part.withSize(size) : null;
    }
  },
  LAST_PART_TOO_SHORT(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      boolean can = part.isPart() && part.has(PacketFormat.LAST) && at.rest() > 0;
      return can ? part.withSize(part.header() + random.nextInt((int) at.rest())) : null;
    }
  },
  LAST_PART_TOO_EARLY(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      boolean can = part.isPart() && !part.has(PacketFormat.LAST);
      return can ? part.withFlags(part.flags() | PacketFormat.LAST) : null;
    }
  },
  NO_SUCH_LENGTH(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame first = at.frame();
      long[] wrong = {-1, -8, Long.MIN_VALUE, PacketFormat.MAX_MESSAGE + 1, Long.MAX_VALUE};
      boolean announces = first.isPart() && first.has(PacketFormat.FIRST);
      long other = wrong[random.nextInt(first.kind() == PacketFormat.READ ? 3 : wrong.length)];
      return announces || first.kind() == PacketFormat.READ ? first.withData(other) : null;
    }
  },
  OTHER_FLAGS_IN_A_LATER_PART(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      int[] flags = {
        PacketFormat.SOLICITED, PacketFormat.HAS_IMMEDIATE, PacketFormat.HAS_INVALIDATE
      };
      boolean later = part.isPart() && !part.has(PacketFormat.FIRST);
      return later ? part.withFlags(part.flags() ^ flags[random.nextInt(flags.length)]) : null;
    }
  },
  FLAGS_THAT_EXCLUDE_EACH_OTHER(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame first = at.frame();
      int both =
          PacketFormat.HAS_INVALIDATE
              | (first.kind() == PacketFormat.SEND ? PacketFormat.HAS_IMMEDIATE : 0);
      boolean begins = first.isPart() && first.has(PacketFormat.FIRST);
      return begins ? first.withFlags(first.flags() | both) : null;
    }
  },
  HEADER_CUT_OFF(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      long header = at.headerNeeded();
      return header > 0 ? at.frame().withSize(random.nextLong(header)) : null;
    }
  },
  PLACE_OF_A_WRONG_SIZE(Consequence.LINK_ENDS, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      int other = random.nextBoolean() ? random.nextInt(32) : 33 + random.nextInt(64);
      return at.frame().isPlace() ? at.frame().withSize(other) : null;
    }
  },
  PLACE_IN_PARTS(Consequence.LINK_ENDS, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      return one.isPlace() ? one.withFlags(one.flags() & ~PacketFormat.LAST) : null;
    }
  },
  PLACE_WITHOUT_ADMISSION(Consequence.DROPPED, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      long other = one.isPlace() ? one.payload()[3] ^ 1L << random.nextInt(64) : 0;
      return one.isPlace() ? one.withWord(3, random.nextBoolean() ? 0 : other) : null;
    }
  },
  PLACE_IN_NO_FILE(Consequence.DROPPED, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      int word = random.nextInt(2);
      long[] others = {-1, 77, Long.MAX_VALUE, random.nextLong()};
      return at.frame().isPlace()
          ? at.frame().withWord(word, others[random.nextInt(others.length)])
          : null;
    }
  },
  PLACE_OUTSIDE_ITS_FILE(Consequence.DROPPED, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      long[] others = {-1, -8, Long.MIN_VALUE, Long.MAX_VALUE, 1 << 20 | 1, 1L << 40};
      return at.frame().isPlace()
          ? at.frame().withWord(2, others[random.nextInt(others.length)])
          : null;
    }
  },
  ACCESS_IN_PARTS(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean access =
          at.frame().kind() > PacketFormat.WRITE && at.frame().kind() < PacketFormat.ENVELOPE;
      return access ? at.frame().withFlags(PacketFormat.FIRST) : null;
    }
  },
  ROUTE_HEADER_CUT_OFF(Consequence.LINK_ENDS, EnumSet.of(Service.DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      int size = random.nextInt(Destination.ROUTE_HEADER);
      return at.frame()
          .withFlags(at.frame().flags() | PacketFormat.HAS_ROUTE_HEADER)
          .withSize(size);
    }
  },
  DATAGRAM_TOO_LONG(Consequence.LINK_ENDS, EnumSet.of(Service.DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean routed = at.frame().has(PacketFormat.HAS_ROUTE_HEADER);
      long most = PacketFormat.MAX_DATAGRAM + (routed ? Destination.ROUTE_HEADER : 0);
      return at.frame().withSize(most + 1 + random.nextInt(100));
    }
  },
  ANSWER_OF_A_WRONG_SIZE(Consequence.BAD_RESPONSE, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      long other =
          one.size() + 1 + random.nextInt(64) + (one.has(PacketFormat.LAST) ? 0 : at.rest());
      return one.kind() == PacketFormat.READ_ANSWER ? one.withSize(other) : null;
    }
  },
  ANSWER_OF_ANOTHER_KIND(Consequence.BAD_RESPONSE, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      return switch (at.frame().kind()) {
        case PacketFormat.ATOMIC_ANSWER -> at.frame().withKind(PacketFormat.READ_ANSWER);
        case PacketFormat.READ_ANSWER ->
            at.frame().has(PacketFormat.FIRST)
                ? at.frame().withKind(PacketFormat.ATOMIC_ANSWER)
                : null;
        default -> null;
      };
    }
  },
  ACKNOWLEDGEMENT_WITHOUT_THE_DATA(Consequence.BAD_RESPONSE, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      int kind = at.frame().kind();
      boolean fetches = kind == PacketFormat.ATOMIC_ANSWER || kind == PacketFormat.READ_ANSWER;
      return fetches ? at.frame().withKind(RawFrame.ACKNOWLEDGEMENT).withSize(0) : null;
    }
  },
  ANSWER_OF_NOTHING(Consequence.DROPPED, Service.WITH_ANSWERS) {
    @Override
    RawFrame replace(Place at, Random random) {
      int[] kinds = {
        RawFrame.ACKNOWLEDGEMENT,
        PacketFormat.NAK,
        PacketFormat.NOT_READY,
        PacketFormat.READ_ANSWER,
        PacketFormat.ATOMIC_ANSWER
      };
      int number = at.neverSent() + random.nextInt(1 << 22);
      RawFrame answer =
          RawFrame.of(kinds[random.nextInt(kinds.length)], PacketFormat.ONLY, 0, 0, 0);
      return answer.withHandle(random.nextInt(5)).withNumber(number);
    }
  },
  PART_WITHOUT_THE_FIRST(Consequence.MESSAGE_DROPPED, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      boolean first = part.isPart() && part.has(PacketFormat.FIRST);
      return first ? part.withFlags(part.flags() & ~PacketFormat.FIRST) : null;
    }
  },
  FRAME_OF_ANOTHER_TRANSPORT(Consequence.MESSAGE_DROPPED, Service.CONNECTED) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      boolean first = part.isPart() && part.has(PacketFormat.FIRST);
      return first ? part.withFlags(part.flags() ^ PacketFormat.UNRELIABLE) : null;
    }
  },
  NUMBER_AHEAD(Consequence.DROPPED, Service.WITH_ANSWERS) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      boolean counts = at.isRequest() && one.kind() != PacketFormat.ENVELOPE;
      return counts ? one.withNumber(one.number() + 1 + random.nextInt(1000)) : null;
    }
  },
  NUMBER_BEHIND(Consequence.DROPPED, Service.WITH_ANSWERS) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      boolean counts = at.isRequest() && one.kind() != PacketFormat.ENVELOPE;
      return counts ? one.withNumber(one.number() - 1 - random.nextInt(1000)) : null;
    }
  },
  LATER_PART_OF_ANOTHER_NUMBER(Consequence.DROPPED, EnumSet.of(Service.UNRELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      int by = random.nextBoolean() ? 1 + random.nextInt(1000) : -1 - random.nextInt(1000);
      return one.has(PacketFormat.FIRST) ? null : one.withNumber(one.number() + by);
    }
  },
  ENVELOPE_TO_NOBODY(Consequence.MESSAGE_DROPPED, EnumSet.of(Service.RELIABLE_DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      long other = (long) (Conversation.VICTIM + 1 + random.nextInt(1000)) << 40 | 9L << 16;
      return one.kind() == PacketFormat.ENVELOPE ? one.withData(other) : null;
    }
  },
  OTHER_QUEUE_KEY(
      Consequence.MESSAGE_DROPPED, EnumSet.of(Service.RELIABLE_DATAGRAM, Service.DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      boolean hasKey = one.kind() == PacketFormat.ENVELOPE || one.kind() == PacketFormat.DATAGRAM;
      return hasKey ? one.withTag(one.tag() ^ (1L << (32 + random.nextInt(32)))) : null;
    }
  },
  FRAME_OF_A_CONNECTION(Consequence.DROPPED, EnumSet.of(Service.DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      return at.frame().withKind(1 + random.nextInt(PacketFormat.ATOMIC_ANSWER));
    }
  };

  private static final Violation[] ALL = values();

  final Consequence consequence;

  @SuppressWarnings("ImmutableEnumChecker") // not mutated
  private final Set<Service> services;

  Violation(Consequence consequence) {
    this(consequence, EnumSet.allOf(Service.class));
  }

  Violation(Consequence consequence, Set<Service> services) {
    this.consequence = consequence;
    this.services = services;
  }

  /** Puts a violation into a conversation; returns which, and where. */
  static Committed commit(Conversation conversation, Random random) {
    Committed done = null;
    while (done == null) {
      done = ALL[random.nextInt(ALL.length)].commitAnywhere(conversation, random);
    }
    return done;
  }

  /** Returns null if it cannot replace any frame. */
  private Committed commitAnywhere(Conversation conversation, Random random) {
    int frames = conversation.frames.size();
    int start = random.nextInt(frames);
    boolean can = services.contains(conversation.service());
    for (int i = 0; i < frames && can; i++) {
      int index = (start + i) % frames;
      Place at = new Place(conversation.service(), conversation.frames, index);
      RawFrame other = replace(at, random);
      if (other != null) {
        conversation.mutation = this + " at " + index + ", which was" + at.frame();
        conversation.frames.set(index, other);
        return new Committed(this, index);
      }
    }
    return null;
  }

  /** A violation, and the index of its frame. */
  record Committed(Violation violation, int index) {}

  /** The replacement of a valid frame; null if there is none for it. */
  abstract RawFrame replace(Place at, Random random);
}

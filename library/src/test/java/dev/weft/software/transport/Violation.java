package dev.weft.software.transport;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/**
 * Frames that no peer may write, whatever came before them, and what follows: one of a valid
 * conversation is replaced.
 */
enum Violation {
  UNKNOWN_KIND(Consequence.LINK_ENDS) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean none = random.nextInt(8) == 0;
      return at.frame().withKind(none ? 0 : Packet.DATAGRAM + 1 + random.nextInt(200));
    }
  },
  UNSOUND_SIZE(Consequence.LINK_ENDS) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean small = random.nextBoolean();
      return at.frame().withUnsoundSize(small ? -1 - random.nextInt(24) : 1 << 20);
    }
  },
  REQUEST_OF_ANOTHER_SERVICE(Consequence.LINK_ENDS, Service.CONNECTED) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean unreliable = at.service() == Service.UNRELIABLE;
      int kind = unreliable ? random.nextInt(Packet.READ, Packet.ENVELOPE + 1) : Packet.ENVELOPE;
      int flags = Packet.ONLY | (unreliable ? Packet.UNRELIABLE : 0);
      return at.isRequest() ? at.frame().withKind(kind).withFlags(flags) : null;
    }
  },
  DATAGRAM_TO_A_CONNECTION(Consequence.LINK_ENDS, Service.CONNECTED) {
    @Override
    RawFrame replace(Place at, Random random) {
      return at.frame().withKind(Packet.DATAGRAM);
    }
  },
  ANSWER_TO_A_SERVICE_WITHOUT_ANSWERS(Consequence.LINK_ENDS, EnumSet.of(Service.UNRELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      return at.frame().withKind(random.nextInt(Packet.ACK, Packet.DATAGRAM));
    }
  },
  FIRST_AMID_A_MESSAGE(Consequence.LINK_ENDS, Service.WITH_ANSWERS) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      if (!part.isPart() || part.has(Packet.FIRST)) {
        return null;
      }
      RawFrame first = part.withFlags((part.flags() & ~Packet.LAST) | Packet.FIRST);
      return switch (random.nextInt(3)) {
        case 0 -> first.withData(first.data() + 8);
        case 1 -> first.withFlags(first.flags() ^ Packet.SOLICITED);
        default -> first.withKind(first.kind() == Packet.SEND ? Packet.WRITE : Packet.SEND);
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
      boolean can = part.isPart() && part.has(Packet.LAST) && at.rest() > 0;
      return can ? part.withSize(part.header() + random.nextInt((int) at.rest())) : null;
    }
  },
  LAST_PART_TOO_EARLY(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      boolean can = part.isPart() && !part.has(Packet.LAST);
      return can ? part.withFlags(part.flags() | Packet.LAST) : null;
    }
  },
  NO_SUCH_LENGTH(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame first = at.frame();
      long[] wrong = {-1, -8, Long.MIN_VALUE, Posting.LARGEST_MESSAGE + 1, Long.MAX_VALUE};
      boolean announces = first.isPart() && first.has(Packet.FIRST);
      long other = wrong[random.nextInt(first.kind() == Packet.READ ? 3 : wrong.length)];
      return announces || first.kind() == Packet.READ ? first.withData(other) : null;
    }
  },
  OTHER_FLAGS_IN_A_LATER_PART(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      int[] flags = {Packet.SOLICITED, Packet.HAS_IMMEDIATE, Packet.HAS_INVALIDATE};
      boolean later = part.isPart() && !part.has(Packet.FIRST);
      return later ? part.withFlags(part.flags() ^ flags[random.nextInt(flags.length)]) : null;
    }
  },
  FLAGS_THAT_EXCLUDE_EACH_OTHER(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame first = at.frame();
      int both = Packet.HAS_INVALIDATE | (first.kind() == Packet.SEND ? Packet.HAS_IMMEDIATE : 0);
      boolean begins = first.isPart() && first.has(Packet.FIRST);
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
  ACCESS_IN_PARTS(Consequence.LINK_ENDS, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean access = at.frame().kind() > Packet.WRITE && at.frame().kind() < Packet.ENVELOPE;
      return access ? at.frame().withFlags(Packet.FIRST) : null;
    }
  },
  ROUTE_HEADER_CUT_OFF(Consequence.LINK_ENDS, EnumSet.of(Service.DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      int size = random.nextInt(Destination.ROUTE_HEADER);
      return at.frame().withFlags(at.frame().flags() | Packet.HAS_ROUTE_HEADER).withSize(size);
    }
  },
  DATAGRAM_TOO_LONG(Consequence.LINK_ENDS, EnumSet.of(Service.DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      boolean routed = at.frame().has(Packet.HAS_ROUTE_HEADER);
      long most = Packet.LARGEST_DATAGRAM + (routed ? Destination.ROUTE_HEADER : 0);
      return at.frame().withSize(most + 1 + random.nextInt(100));
    }
  },
  ANSWER_OF_A_WRONG_SIZE(Consequence.BAD_RESPONSE, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      long other = one.size() + 1 + random.nextInt(64) + (one.has(Packet.LAST) ? 0 : at.rest());
      return one.kind() == Packet.READ_ANSWER ? one.withSize(other) : null;
    }
  },
  ANSWER_OF_ANOTHER_KIND(Consequence.BAD_RESPONSE, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      return switch (at.frame().kind()) {
        case Packet.ATOMIC_ANSWER -> at.frame().withKind(Packet.READ_ANSWER);
        case Packet.READ_ANSWER ->
            at.frame().has(Packet.FIRST) ? at.frame().withKind(Packet.ATOMIC_ANSWER) : null;
        default -> null;
      };
    }
  },
  ACKNOWLEDGEMENT_WITHOUT_THE_DATA(Consequence.BAD_RESPONSE, EnumSet.of(Service.RELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      int kind = at.frame().kind();
      boolean fetches = kind == Packet.ATOMIC_ANSWER || kind == Packet.READ_ANSWER;
      return fetches ? at.frame().withKind(Packet.ACK).withSize(0) : null;
    }
  },
  ANSWER_OF_NOTHING(Consequence.DROPPED, Service.WITH_ANSWERS) {
    @Override
    RawFrame replace(Place at, Random random) {
      int[] kinds = {
        Packet.ACK, Packet.NAK, Packet.NOT_READY, Packet.READ_ANSWER, Packet.ATOMIC_ANSWER
      };
      int number = at.neverSent() + random.nextInt(1 << 22);
      RawFrame answer = RawFrame.of(kinds[random.nextInt(kinds.length)], Packet.ONLY, 0, 0, 0);
      return answer.withHandle(random.nextInt(5)).withNumber(number);
    }
  },
  PART_WITHOUT_THE_FIRST(Consequence.MESSAGE_DROPPED, Service.WITH_MESSAGES) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      boolean first = part.isPart() && part.has(Packet.FIRST);
      return first ? part.withFlags(part.flags() & ~Packet.FIRST) : null;
    }
  },
  FRAME_OF_ANOTHER_TRANSPORT(Consequence.MESSAGE_DROPPED, Service.CONNECTED) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame part = at.frame();
      boolean first = part.isPart() && part.has(Packet.FIRST);
      return first ? part.withFlags(part.flags() ^ Packet.UNRELIABLE) : null;
    }
  },
  NUMBER_AHEAD(Consequence.DROPPED, Service.WITH_ANSWERS) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      boolean counts = at.isRequest() && one.kind() != Packet.ENVELOPE;
      return counts ? one.withNumber(one.number() + 1 + random.nextInt(1000)) : null;
    }
  },
  NUMBER_BEHIND(Consequence.DROPPED, Service.WITH_ANSWERS) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      boolean counts = at.isRequest() && one.kind() != Packet.ENVELOPE;
      return counts ? one.withNumber(one.number() - 1 - random.nextInt(1000)) : null;
    }
  },
  LATER_PART_OF_ANOTHER_NUMBER(Consequence.DROPPED, EnumSet.of(Service.UNRELIABLE)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      int by = random.nextBoolean() ? 1 + random.nextInt(1000) : -1 - random.nextInt(1000);
      return one.has(Packet.FIRST) ? null : one.withNumber(one.number() + by);
    }
  },
  ENVELOPE_TO_NOBODY(Consequence.MESSAGE_DROPPED, EnumSet.of(Service.RELIABLE_DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      long other = (long) (Conversation.VICTIM + 1 + random.nextInt(1000)) << 40 | 9L << 16;
      return one.kind() == Packet.ENVELOPE ? one.withData(other) : null;
    }
  },
  OTHER_QUEUE_KEY(
      Consequence.MESSAGE_DROPPED, EnumSet.of(Service.RELIABLE_DATAGRAM, Service.DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      RawFrame one = at.frame();
      boolean hasKey = one.kind() == Packet.ENVELOPE || one.kind() == Packet.DATAGRAM;
      return hasKey ? one.withTag(one.tag() ^ (1L << (32 + random.nextInt(32)))) : null;
    }
  },
  FRAME_OF_A_CONNECTION(Consequence.DROPPED, EnumSet.of(Service.DATAGRAM)) {
    @Override
    RawFrame replace(Place at, Random random) {
      return at.frame().withKind(1 + random.nextInt(Packet.ATOMIC_ANSWER));
    }
  };

  private static final Violation[] ALL = values();

  final Consequence consequence;

  @SuppressWarnings("ImmutableEnumChecker") // nothing changes it
  private final Set<Service> services;

  Violation(Consequence consequence) {
    this(consequence, EnumSet.allOf(Service.class));
  }

  Violation(Consequence consequence, Set<Service> services) {
    this.consequence = consequence;
    this.services = services;
  }

  /** Puts one into a conversation; which, and where. */
  static Committed commit(Conversation conversation, Random random) {
    Committed done = null;
    while (done == null) {
      done = ALL[random.nextInt(ALL.length)].commitAnywhere(conversation, random);
    }
    return done;
  }

  /** Null where it cannot be done to any frame. */
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

  /** What stands in place of a valid frame; null where this cannot be done to it. */
  abstract RawFrame replace(Place at, Random random);
}

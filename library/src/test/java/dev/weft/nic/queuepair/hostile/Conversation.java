package dev.weft.nic.queuepair.hostile;

import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.queuepair.RawFrame;
import dev.weft.nic.queuepair.Station;
import dev.weft.wire.HostileWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The frames that a peer writes to a queue pair: requests of all kinds, in parts or whole, and
 * responses to the queue pair's own requests. Each conversation is valid until it is mutated.
 */
final class Conversation {
  /** A request of the queue pair to its peer. */
  record Asked(int opcode, int length) {}

  /**
   * The memory that the peer may access, and memory of its own whose place it may send.
   *
   * @param placed null if there is none
   */
  record Grant(long address, int key, int window, Placed placed) {}

  /** Memory of the peer in a file that both processes map, and the peer's published admission. */
  record Placed(long owner, long file, long offset, long admission) {}

  /** Bytes that the peer may access, and that fit into a receive. */
  static final int GRANTED = 4096;

  static final int RECEIVE = 512;

  /** The destination queue pair of the frames, and their source. */
  static final int VICTIM = 2;

  static final int WRITER = 1;

  /** The same of end-to-end contexts. */
  static final int CONTEXT = 22;

  static final int SPEAKING_CONTEXT = 21;

  private static final int MAX_WORDS = 40;
  private static final int MAX_MESSAGES = 5;

  private final Random random;
  private final Service service;
  private final Grant grant;
  private final List<RawFrame> requests = new ArrayList<>();
  private final List<RawFrame> answers = new ArrayList<>();
  private final List<Asked> asked = new ArrayList<>();
  private int number;
  private int announced;
  private boolean invalidated;

  /** Messages that end a receive. */
  private int received;

  /** In the order in which they are written. */
  List<RawFrame> frames;

  /** A description of the mutation; null if there is none. */
  String mutation;

  /** A word of a ring that is changed before the frame at {@link #disturbed}; or null. */
  HostileWord word;

  int disturbed;

  private Conversation(Service service, Grant grant, Random random) {
    this.service = service;
    this.grant = grant;
    this.random = random;
    this.number = service.firstNumber();
  }

  static Conversation valid(Service service, Grant grant, Random random) {
    Conversation made = new Conversation(service, grant, random);
    for (int i = random.nextInt(MAX_MESSAGES) + 1; i > 0; i--) {
      made.addRequest();
    }
    if (service == Service.RELIABLE) {
      made.addAnswers();
    }
    made.frames = made.merge();
    return made;
  }

  Service service() {
    return service;
  }

  List<Asked> asked() {
    return asked;
  }

  int received() {
    return received;
  }

  /** One frame; with all that follows of the same message, also behind an envelope, or without. */
  List<RawFrame> message(int index, boolean whole) {
    List<RawFrame> message = new ArrayList<>(frames.subList(index, index + 1));
    boolean enveloped = frames.get(index).kind() == PacketFormat.ENVELOPE;
    for (RawFrame next : frames.subList(index + 1, frames.size())) {
      if (!whole || (enveloped ? next.kind() == PacketFormat.ENVELOPE : next.begins())) {
        return message;
      }
      if (next.kind() <= PacketFormat.LAST_REQUEST) {
        message.add(next);
      }
    }
    return message;
  }

  private List<RawFrame> merge() {
    List<RawFrame> merged = new ArrayList<>();
    int answer = 0;
    for (RawFrame request : requests) {
      while (answer < answers.size() && random.nextInt(3) == 0) {
        merged.add(answers.get(answer++));
      }
      merged.add(request);
    }
    merged.addAll(answers.subList(answer, answers.size()));
    return merged;
  }

  // Requests

  private void addRequest() {
    if (service == Service.RELIABLE_DATAGRAM) {
      long way = (long) VICTIM << 40 | 9L << 16 | 3;
      requests.add(
          RawFrame.of(PacketFormat.ENVELOPE, PacketFormat.ONLY, tag(Station.QUEUE_KEY), way));
    }
    switch (service) {
      case DATAGRAM -> addDatagram();
      case TAGGED -> addTagged();
      case UNRELIABLE -> addMessage(1 + random.nextInt(2));
      default -> addAny(1 + random.nextInt(7));
    }
    number = SequenceNumbers.next(number);
  }

  private int transport() {
    return service == Service.UNRELIABLE ? PacketFormat.UNRELIABLE : 0;
  }

  private long tag(int immediateOrKey) {
    return PacketFormat.tag(immediateOrKey, number);
  }

  private void addAny(int kind) {
    switch (kind) {
      case PacketFormat.SEND, PacketFormat.WRITE -> addMessage(kind);
      case PacketFormat.READ -> ask(kind, 8L * random.nextInt(MAX_WORDS), 0);
      case PacketFormat.ATOMIC_WRITE -> {
        if (service == Service.RELIABLE) {
          ask(kind, 8, 1);
        } else {
          addMessage(PacketFormat.WRITE);
        }
      }
      case PacketFormat.FLUSH -> addFlush();
      default -> ask(kind, 8, 2);
    }
  }

  /**
   * The address of this many words that the peer may access; often the last ones, behind which no
   * access is allowed.
   */
  private long somewhere(int words) {
    int last = GRANTED / 8 - words;
    return grant.address + 8L * (random.nextInt(4) == 0 ? last : random.nextInt(last));
  }

  private void ask(int kind, long data, int operands) {
    int words = operands == 0 ? MAX_WORDS : 1;
    long[] payload = RawFrame.remote(somewhere(words), grant.key, operands);
    for (int i = 2; i < payload.length; i++) {
      payload[i] = random.nextLong();
    }
    requests.add(RawFrame.of(kind, PacketFormat.ONLY, number, data, payload));
  }

  private void addFlush() {
    long[] payload = RawFrame.remote(somewhere(MAX_WORDS), grant.key, 2);
    payload[2] = 1;
    payload[3] = 8L * random.nextInt(MAX_WORDS);
    requests.add(RawFrame.of(PacketFormat.FLUSH, PacketFormat.ONLY, number, payload[3], payload));
  }

  /** Adds a send or write in one to four parts, with optional fields. */
  private void addMessage(int kind) {
    if (kind == PacketFormat.SEND && grant.placed != null && random.nextInt(4) == 0) {
      addPlacedSend(grant.placed);
      return;
    }
    int words = random.nextInt(MAX_WORDS);
    int more = random.nextBoolean() ? PacketFormat.SOLICITED : 0;
    int word = 0;
    if (random.nextInt(3) == 0) {
      more |= PacketFormat.HAS_IMMEDIATE;
      word = random.nextInt();
    } else if (kind == PacketFormat.SEND
        && grant.window != 0
        && !invalidated
        && random.nextInt(3) == 0) {
      more |= PacketFormat.HAS_INVALIDATE;
      word = grant.window;
      invalidated = true;
    }
    received += kind == PacketFormat.SEND || (more & PacketFormat.HAS_IMMEDIATE) != 0 ? 1 : 0;
    int parts = 1 + random.nextInt(Math.clamp(words, 1, 4));
    long[] header =
        kind == PacketFormat.WRITE ? RawFrame.remote(somewhere(words), grant.key, 0) : null;
    addParts(kind, more, tag(word), 8L * words, header, split(words, parts));
  }

  /** Adds a send whose data the queue pair copies from the peer's memory. */
  private void addPlacedSend(Placed from) {
    int words = random.nextInt(MAX_WORDS);
    long offset = from.offset + 8L * random.nextInt(GRANTED / 8 - words);
    int flags = PacketFormat.ONLY | PacketFormat.LOCATED;
    flags |= random.nextBoolean() ? PacketFormat.HAS_IMMEDIATE : 0;
    long[] place = {from.owner, from.file, offset, from.admission};
    requests.add(RawFrame.of(PacketFormat.SEND, flags, tag(random.nextInt()), 8L * words, place));
    received++;
  }

  private int[] split(int words, int parts) {
    int[] sizes = new int[parts];
    int rest = words;
    for (int i = 0; i < parts - 1; i++) {
      int most = rest - (parts - 1 - i);
      sizes[i] = Math.min(most, 1 + random.nextInt(Math.max(1, 2 * words / parts)));
      rest -= sizes[i];
    }
    sizes[parts - 1] = rest;
    return sizes;
  }

  private void addParts(int kind, int more, long tag, long total, long[] header, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      boolean first = i == 0;
      boolean last = i == sizes.length - 1;
      int flags =
          transport() | more | (first ? PacketFormat.FIRST : 0) | (last ? PacketFormat.LAST : 0);
      int skip = first && header != null ? header.length : 0;
      long[] payload = new long[skip + sizes[i]];
      if (skip > 0) {
        System.arraycopy(header, 0, payload, 0, skip);
      }
      requests.add(RawFrame.of(kind, flags, tag, total, payload));
    }
  }

  private void addDatagram() {
    boolean routed = random.nextInt(3) == 0;
    int flags = PacketFormat.ONLY | (routed ? PacketFormat.HAS_ROUTE_HEADER : 0);
    flags |= random.nextBoolean() ? PacketFormat.HAS_IMMEDIATE : 0;
    long[] payload = new long[random.nextInt(MAX_WORDS) + (routed ? 5 : 0)];
    long tag = (long) Station.QUEUE_KEY << 32 | 9;
    requests.add(RawFrame.of(PacketFormat.DATAGRAM, flags, tag, random.nextLong(), payload));
    received++;
  }

  /** Adds a tagged message: eager in parts or whole, a rendezvous request, or neither. */
  private void addTagged() {
    int operation = random.nextInt(4);
    int words = operation == MessageTag.RENDEZVOUS ? 4 : 4 + random.nextInt(MAX_WORDS);
    long[] header = new long[4];
    header[0] = Long.reverseBytes((long) operation << 56 | 0xCAFE);
    header[1] = Long.reverseBytes(random.nextInt(4));
    header[2] = Long.reverseBytes(grant.address);
    int large = random.nextInt(MAX_WORDS);
    header[3] = Long.reverseBytes(8L * large);
    int parts = words == 4 ? 1 : 1 + random.nextInt(Math.min(4, words - 4));
    int[] sizes = split(words - 4, parts);
    addParts(PacketFormat.SEND, 0, tag(0), 8L * words, header, sizes);
    received++;
    if (operation == MessageTag.RENDEZVOUS) {
      addReadOf(large);
    }
  }

  // Answers

  /** Adds the response to the read of a rendezvous, and to the notice of its end. */
  private void addReadOf(int words) {
    int read = 2 * announced++;
    requests.add(
        RawFrame.of(PacketFormat.READ_ANSWER, PacketFormat.ONLY, read, 0, new long[words]));
    requests.add(RawFrame.of(RawFrame.ACKNOWLEDGEMENT, PacketFormat.ONLY, read + 1, 0));
  }

  private void addAnswers() {
    int[] opcodes = {
      Operation.SEND, Operation.RDMA_WRITE, Operation.RDMA_READ, Operation.FETCH_AND_ADD
    };
    for (int i = random.nextInt(4); i > 0; i--) {
      int opcode = opcodes[random.nextInt(opcodes.length)];
      int words = Operation.isAtomic(opcode) ? 1 : random.nextInt(MAX_WORDS);
      addAnswer(asked.size(), new Asked(opcode, 8 * words));
    }
    if (!asked.isEmpty() && !Operation.fetches(asked.getLast().opcode)) {
      answers.add(RawFrame.of(RawFrame.ACKNOWLEDGEMENT, PacketFormat.ONLY, asked.size() - 1, 0));
    }
  }

  private void addAnswer(int to, Asked question) {
    asked.add(question);
    if (question.opcode == Operation.FETCH_AND_ADD) {
      answers.add(
          RawFrame.of(PacketFormat.ATOMIC_ANSWER, PacketFormat.ONLY, to, 0, random.nextLong()));
    } else if (question.opcode == Operation.RDMA_READ) {
      int words = question.length / 8;
      int[] sizes = split(words, 1 + random.nextInt(Math.clamp(words, 1, 4)));
      long offset = 0;
      for (int i = 0; i < sizes.length; i++) {
        int flags =
            (i == 0 ? PacketFormat.FIRST : 0) | (i == sizes.length - 1 ? PacketFormat.LAST : 0);
        answers.add(RawFrame.of(PacketFormat.READ_ANSWER, flags, to, offset, new long[sizes[i]]));
        offset += 8L * sizes[i];
      }
    } else if (random.nextBoolean()) {
      answers.add(RawFrame.of(RawFrame.ACKNOWLEDGEMENT, PacketFormat.ONLY, to, 0));
    }
  }

  @Override
  public String toString() {
    return "%s, changed: %s, asked %s%s".formatted(service, mutation, asked, frames);
  }
}

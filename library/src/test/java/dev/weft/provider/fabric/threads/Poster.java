package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.message.TaggedMessage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;

/** Posts sends and receives of one thread. */
final class Poster {
  static final int LONGEST = 200_000;
  private static final int CLASSES = 3;
  private static final int BURST = 8;
  private static final long NUMBER = -1L << QueueReader.TAG_BITS;

  private final int thread;
  private final Random random;
  private final Stations stations;
  private final Ledger ledger;
  private final Arena arena;

  Poster(int thread, Random random, Stations stations, Ledger ledger, Arena arena) {
    this.thread = thread;
    this.random = random;
    this.stations = stations;
    this.ledger = ledger;
    this.arena = arena;
  }

  Station any() {
    return stations.all.get(random.nextInt(stations.all.size()));
  }

  Buffer buffer(long length) {
    return new Buffer(arena, random, length);
  }

  private Operation.Post post(Station station, Buffer buffer) {
    return new Operation.Post(ledger.next(), thread, station, buffer);
  }

  /** Posts it; whether it was accepted. */
  boolean post(Operation operation, Station other, IntSupplier call) {
    ledger.record(operation);
    int result = call(operation, call);
    boolean excused = operation.station.closing || other.closing;
    assertTrue(
        result == 0 || result == -Errno.EAGAIN || excused,
        () -> "post returned " + result + ": " + operation);
    operation.accepted = result == 0;
    return result == 0;
  }

  private static int call(Operation operation, IntSupplier call) {
    try {
      return call.getAsInt();
    } catch (IllegalStateException e) {
      if (operation.station.closing) {
        return -Errno.ESHUTDOWN;
      }
      throw e;
    }
  }

  // Sends.

  /** Sends a message of a random kind and length. */
  void send() {
    boolean inject = random.nextInt(4) == 0;
    post(message(inject, inject ? random.nextInt(65) : length()));
  }

  /** Posts short messages and receives in quick succession. */
  void burst() {
    List<Operation> prepared = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      boolean sends = random.nextBoolean();
      prepared.add(sends ? message(random.nextBoolean(), random.nextInt(65)) : receiving());
    }
    for (Operation each : prepared) {
      if (each instanceof Sending sent) {
        post(sent);
      } else {
        receive((Receiving) each);
      }
    }
  }

  private void post(Sending sent) {
    sent.order = ledger.next();
    post(sent, sent.to, () -> sent.inject ? inject(sent) : send(sent));
  }

  private Sending message(boolean inject, long length) {
    boolean tagged = random.nextBoolean();
    boolean hasData = random.nextInt(3) == 0;
    long least = tagged || hasData ? 0 : Long.BYTES;
    long number = ledger.next();
    return new Sending(
        new Operation.Post(number, thread, any(), buffer(Math.max(least, length)).fill(number)),
        any(),
        tagged,
        tagged ? number << QueueReader.TAG_BITS | random.nextInt(CLASSES) : 0,
        hasData,
        inject);
  }

  private long length() {
    return switch (random.nextInt(6)) {
      case 0, 1, 2 -> random.nextInt(101);
      case 3 -> random.nextInt(8000, 8400);
      default -> random.nextInt(8192, LONGEST);
    };
  }

  private static int inject(Sending sent) {
    var endpoint = sent.station.endpoint;
    MemorySegment memory = sent.buffer.memory;
    long length = sent.buffer.length;
    long to = sent.station.handleOf(sent.to);
    if (sent.tagged) {
      return sent.hasData
          ? endpoint.tinjectData(memory, length, sent.number, to, sent.tag)
          : endpoint.tinject(memory, length, to, sent.tag);
    }
    return sent.hasData
        ? endpoint.injectData(memory, length, sent.number, to)
        : endpoint.inject(memory, length, to);
  }

  private int send(Sending sent) {
    var endpoint = sent.station.endpoint;
    MemorySegment memory = sent.buffer.memory;
    long length = sent.buffer.length;
    long number = sent.number;
    long to = sent.station.handleOf(sent.to);
    if (sent.hasData) {
      return sent.tagged
          ? endpoint.tsendData(memory, length, number, to, sent.tag, number)
          : endpoint.sendData(memory, length, number, to, number);
    }
    if (random.nextInt(3) == 0) {
      var parts = sent.buffer.split(random);
      return sent.tagged
          ? endpoint.tsendv(parts, to, sent.tag, number)
          : endpoint.sendv(parts, to, number);
    }
    return sent.tagged
        ? endpoint.tsend(memory, length, to, sent.tag, number)
        : endpoint.send(memory, length, to, number);
  }

  // Receives.

  /** Posts a receive, which may be too short for what it takes. */
  void receive() {
    receive(receiving());
  }

  private Receiving receiving() {
    boolean tagged = random.nextBoolean();
    boolean directed = stations.setup.directed() && random.nextInt(3) == 0;
    long length = random.nextInt(3) == 0 ? length() : LONGEST;
    return new Receiving(
        post(any(), buffer(Math.max(tagged ? 0 : Long.BYTES, length))),
        tagged,
        tagged ? random.nextInt(CLASSES) : 0,
        NUMBER | random.nextInt(CLASSES),
        directed ? any() : null);
  }

  /** A receive of any message. */
  Receiving sink(Station station, boolean tagged) {
    return new Receiving(post(station, buffer(LONGEST)), tagged, 0, -1, null);
  }

  /** Posts a receive, or tries again. */
  void receive(Receiving receive) {
    receive.order = ledger.next();
    post(receive, receive.station, () -> receive.tagged ? taggedReceive(receive) : plain(receive));
  }

  private int plain(Receiving receive) {
    var receiver = receive.station.receiver();
    long source = source(receive);
    return random.nextInt(3) == 0
        ? receiver.recvv(receive.buffer.split(random), source, receive.number)
        : receiver.recv(receive.buffer.memory, receive.buffer.length, source, receive.number);
  }

  private int taggedReceive(Receiving receive) {
    var receiver = receive.station.taggedReceiver();
    long source = source(receive);
    Buffer buffer = receive.buffer;
    return switch (random.nextInt(3)) {
      case 0 ->
          receiver.trecvv(
              buffer.split(random), source, receive.tag, receive.ignore, receive.number);
      case 1 -> receiver.trecvMsg(message(receive, source), 0);
      default ->
          receiver.trecv(
              buffer.memory, buffer.length, source, receive.tag, receive.ignore, receive.number);
    };
  }

  private TaggedMessage message(Receiving receive, long source) {
    return new TaggedMessage()
        .vector(receive.buffer.split(random))
        .address(source)
        .tag(receive.tag)
        .ignore(receive.ignore)
        .context(receive.number);
  }

  private static long source(Receiving receive) {
    return receive.source == null ? FabricAddress.UNSPEC : receive.station.handleOf(receive.source);
  }
}

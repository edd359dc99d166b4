package dev.weft.cli.soak;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.CompletionSelector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;

/** One of the two endpoints, and the state of its sends. */
final class SoakSide implements AutoCloseable {
  static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG;
  static final long SHORT = 2 * Long.BYTES;
  static final long LONG = 16 * 1024;
  private static final int LONG_EVERY = 4096;
  private static final int RECEIVES = 256;

  final Fabric fabric;
  final Domain domain;
  final CompletionQueue queue;

  /** Contains the queue, if threads wait in it; else null. */
  final CompletionSelector<SoakSide> selector;

  final AddressVector vector;
  final Endpoint endpoint;
  final int window;

  /** Numbers whose send has completed, and numbers that the peer has received. */
  final SequenceLedger sent;

  final SequenceLedger arrived;
  final AtomicLong next = new AtomicLong();

  /** Whether a thread sleeps here until the peer has received more. */
  volatile boolean starved;

  SoakSide peer;
  private final MemorySegment sending;
  private final MemorySegment receiving;

  SoakSide(SoakPhase phase, String provider, int window) {
    FabricInfo info = Fabrics.getInfo(hints(phase, provider)).getFirst();
    this.window = window;
    sent = new SequenceLedger(window);
    arrived = new SequenceLedger(window);
    fabric = Fabrics.open(info);
    domain = fabric.openDomain(info);
    queue =
        domain.openCompletionQueue(
            CompletionQueueAttributes.builder()
                .format(CompletionFormat.TAGGED)
                .waitObject(phase.rest().waitObject())
                .size(2L * (RECEIVES + window))
                .build());
    selector = phase.rest() == SoakRest.SELECTOR ? fabric.openSelector() : null;
    if (selector != null) {
      selector.register(queue, this);
    }
    vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(vector, 0);
    endpoint.enable();
    sending = domain.allocate(window * LONG);
    receiving = domain.allocate(RECEIVES * LONG);
  }

  private static FabricInfo hints(SoakPhase phase, String provider) {
    return FabricInfo.builder()
        .provider(provider)
        .threading(phase.threading())
        .progress(phase.progress())
        .build();
  }

  /** Connects to the peer and posts all receives; the peer's handle is 0. */
  void meet(SoakSide other) {
    peer = other;
    if (vector.insert(other.endpoint.name()) != 0) {
      throw new SoakFailure("the first address of a vector is not 0");
    }
    for (int slot = 0; slot < RECEIVES; slot++) {
      postReceive(slot);
    }
  }

  void postReceive(long slot) {
    int result = endpoint.recv(slot(slot), LONG, FabricAddress.UNSPEC, slot);
    if (result != 0) {
      throw new SoakFailure("recv returned " + result + " although there is room");
    }
  }

  private MemorySegment slot(long slot) {
    return receiving.asSlice(slot * LONG, LONG);
  }

  /** Whether the number may be sent: the one a window before is done on both sides. */
  boolean isOpen(long number) {
    return sent.isOpen(number) && arrived.isOpen(number);
  }

  /** Posts a send; returns its result, 0 if it was accepted. */
  int send(long number) {
    MemorySegment message = sending.asSlice(number % window * LONG, LONG);
    long length = lengthOf(number);
    message.set(NUMBER, 0, number);
    message.set(NUMBER, length - Long.BYTES, ~number);
    return endpoint.send(message, length, 0, number);
  }

  private static long lengthOf(long number) {
    return number % LONG_EVERY == 0 ? LONG : SHORT;
  }

  /** A send of this number has completed. */
  void completed(long number) {
    if (!sent.see(number)) {
      throw new SoakFailure("the completion of send " + number + " was duplicated or never posted");
    }
  }

  /** A message arrived in this slot. */
  void received(long slot, long length) {
    MemorySegment message = slot(slot);
    long number = message.get(NUMBER, 0);
    if (length != lengthOf(number) || message.get(NUMBER, length - Long.BYTES) != ~number) {
      throw new SoakFailure("message " + number + " is damaged, " + length + " bytes long");
    }
    postReceive(slot);
    if (!peer.arrived.see(number)) {
      throw new SoakFailure("message " + number + " was duplicated or never sent");
    }
    if (peer.starved) {
      peer.starved = false;
      peer.wake();
    }
  }

  /** Ends a wait on this side. */
  void wake() {
    if (selector == null) {
      queue.signal();
    } else {
      selector.wakeup();
    }
  }

  @Override
  public void close() {
    endpoint.close();
    vector.close();
    if (selector != null) {
      selector.close();
    }
    queue.close();
    domain.close();
    fabric.close();
  }
}

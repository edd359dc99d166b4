package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.provider.fabric.Numbers;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Posts one thread's accesses to registered memory, one at a time to each of its stripes. */
final class Accesses {
  private static final int MOST_ADDED = 1000;

  private final int thread;
  private final Random random;
  private final Poster poster;
  private final Ledger ledger;
  private final Map<Region, Stripe> stripes = new HashMap<>();

  /** What this thread has written into its stripe of a region. */
  private static final class Stripe {
    Accessing pending;
    long number;
    long bytes;
  }

  Accesses(int thread, Random random, Poster poster, Ledger ledger) {
    this.thread = thread;
    this.random = random;
    this.poster = poster;
    this.ledger = ledger;
  }

  Region any() {
    Station station = poster.any();
    return station.regions.get(random.nextInt(station.regions.size()));
  }

  /** Writes, reads or adds. */
  void access() {
    Region region = any();
    Stripe stripe = stripes.computeIfAbsent(region, _ -> new Stripe());
    boolean free = isFree(stripe);
    switch (random.nextInt(4)) {
      case 0 -> write(region, stripe, free);
      case 1 -> read(region, stripe, free);
      default -> add(region);
    }
  }

  private static boolean isFree(Stripe stripe) {
    Accessing pending = stripe.pending;
    if (pending == null) {
      return true;
    }
    if (pending.hasEnded() && pending.kind == Accessing.Kind.WRITE) {
      stripe.number = pending.number;
      stripe.bytes = pending.error == 0 ? pending.buffer.length : 0;
    }
    stripe.pending = pending.hasEnded() ? null : pending;
    return pending.hasEnded();
  }

  private Accessing make(
      Accessing.Kind kind, Region region, Buffer buffer, long added, long expected) {
    var post = new Operation.Post(ledger.next(), thread, poster.any(), buffer);
    return new Accessing(post, kind, region, added, expected);
  }

  private void post(Stripe stripe, Accessing access, long flags) {
    RmaMessage message =
        new RmaMessage().vector(access.buffer.split(random)).context(access.number);
    Station from = access.station;
    message.address(from.handleOf(access.region.station));
    message.remote().add(Region.stripe(thread), access.buffer.length, access.region.key);
    boolean writes = access.kind == Accessing.Kind.WRITE;
    boolean accepted =
        poster.post(
            access,
            access.region.station,
            () ->
                writes
                    ? from.endpoint.writeMsg(message, flags)
                    : from.endpoint.readMsg(message, flags));
    stripe.pending = accepted ? access : null;
  }

  private void write(Region region, Stripe stripe, boolean free) {
    if (free) {
      long bytes = random.nextLong(Long.BYTES, Region.STRIPE);
      Accessing access = make(Accessing.Kind.WRITE, region, poster.buffer(bytes), 0, 0);
      access.buffer.fill(access.number);
      post(stripe, access, OperationFlags.DELIVERY_COMPLETE);
    }
  }

  private void read(Region region, Stripe stripe, boolean free) {
    if (free && stripe.bytes > Long.BYTES) {
      long bytes = random.nextLong(Long.BYTES, stripe.bytes);
      Buffer buffer = poster.buffer(bytes);
      post(stripe, make(Accessing.Kind.READ, region, buffer, 0, stripe.number), 0);
    }
  }

  private void add(Region region) {
    Accessing.Kind kind =
        switch (random.nextInt(3)) {
          case 0 -> Accessing.Kind.ADD;
          case 1 -> Accessing.Kind.FETCH_ADD;
          default -> Accessing.Kind.INJECT_ADD;
        };
    long added = 1L + random.nextInt(MOST_ADDED);
    Accessing access = make(kind, region, poster.buffer(2L * Long.BYTES), added, 0);
    access.buffer.memory.set(Numbers.LONG, 0, added);
    ledger.record(access);
    var target = new AtomicTarget(DataType.UINT64).key(region.key);
    target.destination(access.station.handleOf(region.station));
    if (kind == Accessing.Kind.INJECT_ADD) {
      inject(access, target);
    } else {
      poster.post(access, region.station, () -> add(access, target));
    }
  }

  private static int add(Accessing access, AtomicTarget target) {
    var endpoint = access.station.endpoint;
    var operand = access.buffer.memory.asSlice(0, Long.BYTES);
    long number = access.number;
    return access.kind == Accessing.Kind.ADD
        ? endpoint.atomicv(IoVector.of(operand), target, AtomicOperation.SUM, number)
        : endpoint.fetchAtomic(
            operand, access.buffer.memory.asSlice(Long.BYTES), target, AtomicOperation.SUM, number);
  }

  private static void inject(Accessing access, AtomicTarget target) {
    var operand = access.buffer.memory.asSlice(0, Long.BYTES);
    try {
      int result = access.station.endpoint.injectAtomic(operand, target, AtomicOperation.SUM);
      access.accepted = result == 0;
      assertTrue(
          result == 0 || result == -Errno.EAGAIN || !access.mustSucceed(),
          () -> "inject returned " + result + ": " + access);
    } catch (IllegalStateException e) {
      if (!access.station.closing) {
        throw e;
      }
    }
  }

  /** Compares the stripes with what was written, once all has ended. */
  void assertStripes() {
    stripes.forEach(
        (region, stripe) -> {
          if (isFree(stripe) && stripe.bytes > 0) {
            region.assertStripe(thread, stripe.number, stripe.bytes);
          }
        });
  }
}

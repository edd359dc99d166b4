package dev.weft.ffm.post;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.ffm.object.Pair;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/** Posts one atomic operation after the other from a to b, in random forms, and checks each. */
final class AtomicBench implements AutoCloseable {
  /** Elements of one operation at most. */
  static final int MAX = 4;

  private static final long BYTES = 256;
  private static final long CONTEXT = 0x1234_5678_9ABCL;

  /** The forms of a call. */
  enum Form {
    BUFFER,
    VECTOR,
    MESSAGE,
    INJECT
  }

  final Pair pair;
  final MemoryRegion region;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
  private final MemorySegment target;
  private final MemorySegment expected;
  private final MemorySegment before;
  private final MemorySegment operands;
  private final MemorySegment compares;
  private final MemorySegment results;
  private AtomicFunctions functions;
  private DataType type;
  private AtomicOperation operation;
  private PlainAtomics plain;
  private long flags;

  AtomicBench(String provider) {
    pair = new Pair(provider, Capabilities.MSG | Capabilities.RMA | Capabilities.ATOMIC);
    target = memory();
    expected = memory();
    before = memory();
    operands = memory();
    compares = memory();
    results = memory();
    region =
        pair.keep(
            pair.domain.register(target, AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE, 42));
  }

  private MemorySegment memory() {
    return pair.arena.allocate(BYTES, 64);
  }

  /** What the next operations are. */
  void use(AtomicFunctions functions, DataType type, AtomicOperation operation) {
    this.functions = functions;
    this.type = type;
    this.operation = operation;
    this.plain = new PlainAtomics(type);
  }

  long valid(AtomicFunctions functions, DataType type, AtomicOperation operation) {
    Endpoint endpoint = pair.a.endpoint;
    return switch (functions) {
      case PLAIN -> endpoint.atomicValid(type, operation);
      case FETCH -> endpoint.fetchAtomicValid(type, operation);
      case COMPARE -> endpoint.compareAtomicValid(type, operation);
    };
  }

  /** One operation on so many elements with random operands, in a random form. */
  void run(int count) {
    run(count, form());
  }

  /** One operation in this form. */
  void run(int count, Form form) {
    for (int i = 0; i < count; i++) {
      plain.fill(random, target, i);
      plain.fill(random, operands, i);
      plain.fill(random, compares, i);
    }
    before.copyFrom(target);
    expected.copyFrom(target);
    for (int i = 0; i < count; i++) {
      plain.change(operation, expected, operands, compares, i);
    }
    pair.post(() -> post(count, form));
    if (form != Form.INJECT) {
      assertEquals(CONTEXT, pair.a.await().batch.context(0));
    }
    flags = pair.a.batch.flags(0);
    if (functions.returns()) {
      check("results", before, results, count);
    } else {
      readBack();
    }
    check("target, " + form, expected, target, count);
  }

  private Form form() {
    Form form = Form.values()[random.nextInt(Form.values().length)];
    return form == Form.INJECT && functions.returns() ? Form.BUFFER : form;
  }

  private void check(String what, MemorySegment wanted, MemorySegment seen, int count) {
    for (int i = 0; i < count; i++) {
      int index = i;
      assertTrue(
          plain.same(wanted, seen, i),
          () ->
              "%s of %s: [%d] is %s, wanted %s; before %s, operand %s, compare %s"
                  .formatted(
                      what,
                      this,
                      index,
                      plain.text(seen, index),
                      plain.text(wanted, index),
                      plain.text(before, index),
                      plain.text(operands, index),
                      plain.text(compares, index)));
    }
  }

  /** A read that the peer serves after the operation: its completion may come first. */
  private void readBack() {
    AtomicTarget one = target(new AtomicTarget(DataType.UINT64), 1);
    MemorySegment value = pair.buffer(0);
    pair.post(
        () -> pair.a.endpoint.fetchAtomic(null, value, one, AtomicOperation.ATOMIC_READ, CONTEXT));
    pair.a.await();
  }

  /** Completion flags of the operation before. */
  long flags() {
    return flags;
  }

  long address() {
    long mode = pair.domain.attributes().memoryRegistrationMode();
    return (mode & MemoryRegistrationMode.VIRT_ADDR) != 0 ? target.address() : 0;
  }

  private AtomicTarget target(AtomicTarget one, int count) {
    return one.destination(pair.a.peer).address(address()).key(region.key()).count(count);
  }

  int post(int count, Form form) {
    return switch (form) {
      case BUFFER -> postBuffer(target(new AtomicTarget(type), count));
      case VECTOR -> postVector(target(new AtomicTarget(type), count));
      case MESSAGE -> postMessage(count);
      case INJECT ->
          pair.a.endpoint.injectAtomic(operands, target(new AtomicTarget(type), count), operation);
    };
  }

  private int postBuffer(AtomicTarget one) {
    Endpoint endpoint = pair.a.endpoint;
    MemorySegment given = functions.onlyReads(operation) ? null : operands;
    return switch (functions) {
      case PLAIN -> endpoint.atomic(given, one, operation, CONTEXT);
      case FETCH -> endpoint.fetchAtomic(given, results, one, operation, CONTEXT);
      case COMPARE -> endpoint.compareAtomic(given, compares, results, one, operation, CONTEXT);
    };
  }

  private int postVector(AtomicTarget one) {
    Endpoint endpoint = pair.a.endpoint;
    int count = (int) one.count();
    IoVector given = operands(count);
    return switch (functions) {
      case PLAIN -> endpoint.atomicv(given, one, operation, CONTEXT);
      case FETCH -> endpoint.fetchAtomicv(given, split(results, count), one, operation, CONTEXT);
      case COMPARE ->
          endpoint.compareAtomicv(
              given, split(compares, count), split(results, count), one, operation, CONTEXT);
    };
  }

  private IoVector operands(int count) {
    return functions.onlyReads(operation) ? new IoVector() : split(operands, count);
  }

  private int postMessage(int count) {
    Endpoint endpoint = pair.a.endpoint;
    int size = type.size();
    int first = count / 2 * size;
    RmaIoVector remote = new RmaIoVector();
    if (first > 0 && pair.info.transmit().remoteIoVectorLimit() > 1) {
      remote.add(address(), first, region.key());
      remote.add(address() + first, (long) count * size - first, region.key());
    } else {
      remote.add(address(), (long) count * size, region.key());
    }
    AtomicMessage message =
        new AtomicMessage()
            .vector(operands(count))
            .address(pair.a.peer)
            .remote(remote)
            .type(type)
            .operation(operation)
            .context(CONTEXT);
    return switch (functions) {
      case PLAIN -> endpoint.atomicMsg(message, 0);
      case FETCH -> endpoint.fetchAtomicMsg(message, split(results, count), 0);
      case COMPARE ->
          endpoint.compareAtomicMsg(message, split(compares, count), split(results, count), 0);
    };
  }

  /** The first elements, in one or two parts. */
  private IoVector split(MemorySegment memory, int count) {
    long bytes = (long) count * type.size();
    long first = random.nextInt(count) * (long) type.size();
    IoVector vector = new IoVector();
    if (first > 0) {
      vector.add(memory, 0, first);
    }
    return vector.add(memory, first, bytes - first);
  }

  @Override
  public String toString() {
    return functions + " " + operation + " of " + type;
  }

  @Override
  public void close() {
    pair.close();
  }
}

package dev.weft.conformance.fabric.memory;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.AtomicBench;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Atomic operations: EP-054, EP-055. */
public final class AtomicClauses {

  private static final String ATOMIC = "fi_atomic(3)";
  private static final DataType LONG = DataType.UINT64;
  private static final AtomicOperation SUM = AtomicOperation.SUM;
  private static final Duration HITTING = Duration.ofMillis(150);

  private AtomicClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-054", Level.REQUIRED, ATOMIC + ", completions")
            .says("FI_ATOMIC joins FI_WRITE, or FI_READ where a result is there with the entry")
            .lookAt("the entry of each kind of call, and what a refused one leaves behind")
            .needs(Capabilities.ATOMIC)
            .automaticToo()
            .check(AtomicClauses::kindsOfCall),
        clause("EP-055", Level.REQUIRED, ATOMIC + ", operations and datatypes")
            .says("each operation does to each element of each datatype what the page says")
            .lookAt("the arithmetic of the pair that is named, and the limits of its count")
            .needs(Capabilities.ATOMIC)
            .within(Duration.ofSeconds(60))
            .check(AtomicClauses::operations));
  }

  // EP-054.

  private static void kindsOfCall(Trial trial) {
    AtomicBench bench = new AtomicBench(Talk.on(trial));
    MemorySegment memory = bench.window().memory();
    memory.set(ValueLayout.JAVA_LONG, 0, 40);
    bench.operands().set(ValueLayout.JAVA_LONG, 0, 2);
    long plain = CompletionFlags.ATOMIC | CompletionFlags.WRITE;
    expectEntry(plain, 1, bench.change(LONG, SUM, 1, 1));
    equal(42L, memory.get(ValueLayout.JAVA_LONG, 0), "the target of an atomic sum");
    long fetching = CompletionFlags.ATOMIC | CompletionFlags.READ;
    expectEntry(fetching, 2, bench.fetch(LONG, SUM, 1, 2));
    equal(42L, bench.results().get(ValueLayout.JAVA_LONG, 0), "the result at a fetch's entry");
    equal(44L, memory.get(ValueLayout.JAVA_LONG, 0), "the target at a fetch's entry");
    bench.compares().set(ValueLayout.JAVA_LONG, 0, 44);
    expectEntry(fetching, 3, bench.compare(LONG, AtomicOperation.CSWAP, 1, 3));
    equal(44L, bench.results().get(ValueLayout.JAVA_LONG, 0), "the result at a compare's entry");
    equal(2L, memory.get(ValueLayout.JAVA_LONG, 0), "the target at a compare's entry");
    injected(bench);
    vectors(bench);
    messages(bench);
    notGranted(bench);
    bench.talk().nothingReceived("the target of atomic operations");
  }

  private static void expectEntry(long flags, long context, Entry entry) {
    equal(CompletionFlags.describe(flags), CompletionFlags.describe(entry.flags()), "flags");
    equal(context, entry.context(), "context");
  }

  private static void injected(AtomicBench bench) {
    Talk talk = bench.talk();
    AtomicTarget target = bench.target(LONG, 1);
    bench.window().memory().set(ValueLayout.JAVA_LONG, 0, 10);
    bench.operands().set(ValueLayout.JAVA_LONG, 0, 5);
    talk.post("inject_atomic", () -> talk.near().injectAtomic(bench.operands(), target, SUM));
    bench.operands().set(ValueLayout.JAVA_LONG, 0, 0);
    talk.nothingSent("after inject_atomic");
    equal(15L, bench.window().memory().get(ValueLayout.JAVA_LONG, 0), "inject_atomic's target");
  }

  /** Three elements with operands and results in two buffers each. */
  private static void vectors(AtomicBench bench) {
    Talk talk = bench.talk();
    AtomicTarget target = bench.target(DataType.INT32, 3);
    fillInts(bench.window().memory(), 100, 200, 300);
    fillInts(bench.operands(), 1, 2, 0, 3);
    IoVector operands =
        new IoVector().add(bench.operands(), 0, 8).add(bench.operands(), 12, Integer.BYTES);
    talk.post("atomicv", () -> talk.near().atomicv(operands, target, SUM, 4));
    talk.sent();
    expectInts(bench.window().memory(), 101, 202, 303);
    IoVector results =
        new IoVector().add(bench.results(), 16, Integer.BYTES).add(bench.results(), 0, 8);
    talk.post("fetch_atomicv", () -> talk.near().fetchAtomicv(operands, results, target, SUM, 5));
    talk.sent();
    expectInts(bench.window().memory(), 102, 204, 306);
    equal(101, bench.results().get(ValueLayout.JAVA_INT, 16), "the first result");
    expectInts(bench.results(), 202, 303);
    int wrong = talk.near().atomicv(IoVector.of(bench.operands()), target, SUM, 6);
    that(wrong < 0, "atomicv with operands for more elements returned %d", wrong);
  }

  /** Two ranges of the peer's memory, the second at the lower address. */
  private static void messages(AtomicBench bench) {
    Talk talk = bench.talk();
    Window window = bench.window();
    fillInts(window.memory(), 7, 8, 9);
    fillInts(bench.operands(), 70, 80);
    fillInts(bench.compares(), 9, 0);
    AtomicMessage message =
        new AtomicMessage()
            .type(DataType.INT32)
            .operation(AtomicOperation.CSWAP)
            .vector(new IoVector().add(bench.operands(), 0, 8))
            .address(talk.toReceiver())
            .context(7)
            .remote(
                new RmaIoVector()
                    .add(window.address(8), Integer.BYTES, window.key())
                    .add(window.address(0), Integer.BYTES, window.key()));
    IoVector compares = new IoVector().add(bench.compares(), 0, 8);
    IoVector results = new IoVector().add(bench.results(), 0, 8);
    long flags = OperationFlags.COMPLETION;
    talk.post(
        "compare_atomicmsg", () -> talk.near().compareAtomicMsg(message, compares, results, flags));
    equal(7L, talk.sent().context(), "context of compare_atomicmsg");
    expectInts(window.memory(), 7, 8, 70);
    expectInts(bench.results(), 9, 7);
    message.operation(SUM);
    talk.post("atomicmsg", () -> talk.near().atomicMsg(message, flags));
    talk.sent();
    expectInts(window.memory(), 87, 8, 140);
    talk.post("fetch_atomicmsg", () -> talk.near().fetchAtomicMsg(message, results, flags));
    talk.sent();
    expectInts(window.memory(), 167, 8, 210);
    expectInts(bench.results(), 140, 87);
  }

  private static void notGranted(AtomicBench bench) {
    Talk talk = bench.talk();
    Window window = bench.window();
    Window readOnly = new Window(talk, 64, AccessFlags.REMOTE_READ, 0x78);
    Window writeOnly = new Window(talk, 64, AccessFlags.REMOTE_WRITE, 0x79);
    MemorySegment buffer = bench.operands();
    AtomicTarget unknown = bench.target(LONG, 1).key(0x5555);
    window.refused("a sum with an unknown key", () -> talk.near().atomic(buffer, unknown, SUM, 1));
    long end = window.memory().byteSize();
    AtomicTarget beyond = bench.target(LONG, 2).address(window.address(end - 8));
    window.refused("a sum past the end", () -> talk.near().atomic(buffer, beyond, SUM, 1));
    AtomicTarget reads = bench.target(LONG, 1).key(readOnly.key()).address(readOnly.address(0));
    readOnly.refused(
        "a sum in a region for reads", () -> talk.near().atomic(buffer, reads, SUM, 1));
    AtomicTarget writes = bench.target(LONG, 1).key(writeOnly.key()).address(writeOnly.address(0));
    writeOnly.refused(
        "a fetch from a region for writes",
        () -> talk.near().fetchAtomic(buffer, bench.results(), writes, SUM, 1));
    bench.change(LONG, AtomicOperation.ATOMIC_WRITE, 1, 2);
    equal(
        buffer.get(ValueLayout.JAVA_LONG, 0),
        window.memory().get(ValueLayout.JAVA_LONG, 0),
        "the target of an operation after four refused ones");
  }

  private static void fillInts(MemorySegment memory, int... values) {
    for (int i = 0; i < values.length; i++) {
      memory.setAtIndex(ValueLayout.JAVA_INT, i, values[i]);
    }
  }

  private static void expectInts(MemorySegment memory, int... values) {
    for (int i = 0; i < values.length; i++) {
      equal(values[i], memory.getAtIndex(ValueLayout.JAVA_INT, i), "element %d", i);
    }
  }

  // EP-055.

  private static void operations(Trial trial) throws InterruptedException {
    AtomicBench bench = new AtomicBench(Talk.on(trial));
    List<String> missing = new ArrayList<>();
    Random random = new Random();
    for (DataType type : DataType.values()) {
      if (type != DataType.VOID) {
        AtomicTable table = new AtomicTable(bench, type, random);
        for (AtomicOperation operation : AtomicOperation.values()) {
          check(bench, table, type, operation, missing);
        }
      }
    }
    countLimits(bench);
    readsIgnoreTheSource(bench);
    if (trial.threading() == Threading.SAFE) {
      eachElementAtomically(trial, bench);
    }
    if (!missing.isEmpty()) {
      trial.chose("not offered: %s", String.join(", ", missing));
    }
  }

  private static void check(
      AtomicBench bench,
      AtomicTable table,
      DataType type,
      AtomicOperation operation,
      List<String> missing) {
    Endpoint near = bench.talk().near();
    boolean defined = operation != AtomicOperation.NOOP && AtomicModel.of(type).defines(operation);
    boolean plain = defined && AtomicModel.UPDATES.contains(operation);
    boolean fetch = plain || (defined && operation == AtomicOperation.ATOMIC_READ);
    boolean compare = defined && AtomicModel.SWAPS.contains(operation);
    if (offers(bench, 0, type, operation, near.atomicValid(type, operation), plain)) {
      table.checkPlain(operation);
    }
    long fetchFlag = AtomicAttributes.FETCH_ATOMIC;
    if (offers(bench, fetchFlag, type, operation, near.fetchAtomicValid(type, operation), fetch)) {
      table.checkFetch(operation);
    }
    long most = near.compareAtomicValid(type, operation);
    if (offers(bench, AtomicAttributes.COMPARE_ATOMIC, type, operation, most, compare)) {
      table.checkCompare(operation);
    }
    boolean offered = !fetch || near.fetchAtomicValid(type, operation) > 0;
    if (!offered || (compare && most < 0)) {
      missing.add(type + " " + operation);
    }
  }

  /** Whether the pair is offered; fails if the four answers about it differ. */
  private static boolean offers(
      AtomicBench bench,
      long functions,
      DataType type,
      AtomicOperation operation,
      long most,
      boolean defined) {
    String pair = "FI_%s FI_%s of functions 0x%x".formatted(type, operation, functions);
    that(defined || most < 0, "%s: a count of %d, but it is not defined", pair, most);
    if (most > 0) {
      AtomicAttributes answer =
          bench.talk().bench().domain().queryAtomic(type, operation, functions);
      equal(new AtomicAttributes(most, type.size()), answer, "query_atomic of " + pair);
      return true;
    }
    equal((long) -Errno.EOPNOTSUPP, most, "valid of " + pair);
    refused(
        Errno.EOPNOTSUPP,
        "query_atomic of " + pair,
        () -> bench.talk().bench().domain().queryAtomic(type, operation, functions));
    returned(-Errno.EOPNOTSUPP, post(bench, functions, type, operation), "post of %s", pair);
    return false;
  }

  private static int post(
      AtomicBench bench, long functions, DataType type, AtomicOperation operation) {
    AtomicTarget target = bench.target(type, 1);
    Endpoint near = bench.talk().near();
    MemorySegment operands = bench.operands();
    MemorySegment results = bench.results();
    if (functions == 0) {
      return near.atomic(operands, target, operation, 1);
    }
    return functions == AtomicAttributes.FETCH_ATOMIC
        ? near.fetchAtomic(operands, results, target, operation, 1)
        : near.compareAtomic(operands, bench.compares(), results, target, operation, 1);
  }

  private static void countLimits(AtomicBench bench) {
    Endpoint near = bench.talk().near();
    long most = near.atomicValid(LONG, SUM);
    MemorySegment buffer = bench.talk().memory((most + 1) * Long.BYTES);
    int none = near.atomic(buffer, bench.target(LONG, 0), SUM, 1);
    returned(-Errno.EMSGSIZE, none, "an atomic operation on no elements");
    int over = near.atomic(buffer, bench.target(LONG, most + 1), SUM, 1);
    returned(-Errno.EMSGSIZE, over, "an atomic operation on %d elements", most + 1);
  }

  private static void readsIgnoreTheSource(AtomicBench bench) {
    Talk talk = bench.talk();
    bench.window().memory().set(ValueLayout.JAVA_LONG, 0, 77);
    AtomicTarget target = bench.target(LONG, 1);
    MemorySegment results = bench.results();
    AtomicOperation read = AtomicOperation.ATOMIC_READ;
    talk.post(
        "fetch_atomic(FI_ATOMIC_READ) without a source",
        () -> talk.near().fetchAtomic(null, results, target, read, 1));
    talk.sent();
    equal(77L, results.get(ValueLayout.JAVA_LONG, 0), "the result of FI_ATOMIC_READ");
  }

  /** Two endpoints, each with a thread, add to the same elements; nothing is lost. */
  private static void eachElementAtomically(Trial trial, AtomicBench bench)
      throws InterruptedException {
    Bench peers = bench.talk().bench();
    for (DataType type : List.of(DataType.UINT16, DataType.INT32, LONG, DataType.INT128)) {
      bench.window().memory().fill((byte) 0);
      List<Task<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Peer peer = peers.openPeer();
        long to = peer.handleOf(peers.receiver());
        tasks.add(trial.start(() -> addOnes(bench, peer, to, type)));
      }
      while (!tasks.stream().allMatch(Task::isDone)) {
        peers.receiver().progress();
        Thread.yield();
      }
      long hits = tasks.get(0).result() + (long) tasks.get(1).result();
      BigInteger range = BigInteger.TWO.pow(type.size() * Byte.SIZE);
      BigInteger sum = AtomicBench.get(bench.window().memory(), type, 1);
      equal(BigInteger.valueOf(hits).mod(range), sum, "%d additions of one to a %s", hits, type);
    }
  }

  private static Integer addOnes(AtomicBench bench, Peer peer, long to, DataType type) {
    MemorySegment one = bench.talk().memory(type.size());
    MemorySegment result = bench.talk().memory(type.size());
    AtomicBench.set(one, type, 0, BigInteger.ONE);
    AtomicTarget target =
        bench.target(type, 1).destination(to).address(bench.window().address(type.size()));
    int hits = 0;
    long start = System.nanoTime();
    while (System.nanoTime() - start < HITTING.toNanos()) {
      peer.accepted("fetch_atomic", () -> peer.endpoint().fetchAtomic(one, result, target, SUM, 1));
      peer.transmit().drain(1);
      hits++;
    }
    return hits;
  }
}

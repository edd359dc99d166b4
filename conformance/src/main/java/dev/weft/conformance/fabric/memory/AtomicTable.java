package dev.weft.conformance.fabric.memory;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.fabric.bench.AtomicBench;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Random;

/** Compares an operation on random elements with {@link AtomicModel}. */
final class AtomicTable {

  private static final int ROUNDS = 4;

  private final AtomicBench bench;
  private final DataType type;
  private final AtomicModel model;
  private final Random random;
  private final BigInteger[] memory = new BigInteger[AtomicBench.ELEMENTS];
  private final BigInteger[] operands = new BigInteger[AtomicBench.ELEMENTS];
  private final BigInteger[] compares = new BigInteger[AtomicBench.ELEMENTS];

  AtomicTable(AtomicBench bench, DataType type, Random random) {
    this.bench = bench;
    this.type = type;
    this.model = AtomicModel.of(type);
    this.random = random;
  }

  /** Fails unless the plain functions agree with the model. */
  void checkPlain(AtomicOperation operation) {
    for (int round = 0; round < ROUNDS; round++) {
      fill();
      bench.change(type, operation, AtomicBench.ELEMENTS, 1);
      compareWithModel("atomic", operation);
    }
  }

  /** Fails unless the fetch functions agree with the model. */
  void checkFetch(AtomicOperation operation) {
    for (int round = 0; round < ROUNDS; round++) {
      fill();
      bench.fetch(type, operation, AtomicBench.ELEMENTS, 1);
      compareResults("fetch_atomic", operation);
      compareWithModel("fetch_atomic", operation);
    }
  }

  /** Fails unless the compare functions agree with the model. */
  void checkCompare(AtomicOperation operation) {
    for (int round = 0; round < ROUNDS; round++) {
      fill();
      bench.compare(type, operation, AtomicBench.ELEMENTS, 1);
      compareResults("compare_atomic", operation);
      compareWithModel("compare_atomic", operation);
    }
  }

  private void fill() {
    for (int i = 0; i < AtomicBench.ELEMENTS; i++) {
      memory[i] = element();
      operands[i] = random.nextInt(4) == 0 ? near(memory[i]) : element();
      compares[i] = random.nextInt(3) == 0 ? near(memory[i]) : element();
      AtomicBench.set(bench.window().memory(), type, i, memory[i]);
      AtomicBench.set(bench.operands(), type, i, operands[i]);
      AtomicBench.set(bench.compares(), type, i, compares[i]);
    }
    Sentinel.fill(bench.results());
  }

  /** A random element, often a boundary value. */
  private BigInteger element() {
    int bits = type.size() * Byte.SIZE;
    BigInteger chosen =
        switch (random.nextInt(8)) {
          case 0 -> BigInteger.ZERO;
          case 1 -> model.one();
          case 2 -> BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);
          case 3 -> BigInteger.TWO.pow(random.nextInt(bits));
          case 4 -> BigInteger.TWO.pow(bits - random.nextInt(bits)).subtract(BigInteger.ONE);
          default -> new BigInteger(bits, random);
        };
    return model.valid(chosen);
  }

  /** The same value or one that differs in its sign or a low bit. */
  private BigInteger near(BigInteger value) {
    int bits = type.size() * Byte.SIZE;
    return switch (random.nextInt(4)) {
      case 0 -> model.valid(value.flipBit(random.nextInt(bits / 2)));
      case 1 -> model.valid(value.flipBit(bits - 1));
      default -> value;
    };
  }

  private void compareResults(String call, AtomicOperation operation) {
    for (int i = 0; i < AtomicBench.ELEMENTS; i++) {
      BigInteger seen = AtomicBench.get(bench.results(), type, i);
      expect(memory[i], seen, "the result of %s, element %d", shown(call, operation, i), i);
    }
  }

  private void compareWithModel(String call, AtomicOperation operation) {
    MemorySegment target = bench.window().memory();
    for (int i = 0; i < AtomicBench.ELEMENTS; i++) {
      BigInteger expected = model.after(operation, memory[i], operands[i], compares[i]);
      BigInteger seen = AtomicBench.get(target, type, i);
      expect(expected, seen, "the target of %s, element %d", shown(call, operation, i), i);
    }
  }

  private void expect(BigInteger expected, BigInteger seen, String what, String call, int index) {
    Check.that(
        model.same(expected, seen),
        "%s: expected 0x%x, seen 0x%x",
        what.formatted(call, index),
        expected,
        seen);
  }

  private String shown(String call, AtomicOperation operation, int i) {
    return "%s(FI_%s, FI_%s) with mem=0x%x buf=0x%x cmp=0x%x"
        .formatted(call, type, operation, memory[i], operands[i], compares[i]);
  }
}

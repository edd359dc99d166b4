package dev.weft.ffm.post;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.ffm.Installed;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation on every datatype, in all forms of call, beside {@link PlainAtomics}. */
class AtomicsTest {
  private static final int ROUNDS = 2;
  private static final int LEAST_SUPPORTED = 200;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  /** net of 1.17 offers {@code FI_ATOMIC} and has no such functions. */
  static Stream<String> atomic() {
    return Stream.of("ofi:tcp", "ofi:shm", "ofi:sockets");
  }

  @ParameterizedTest
  @MethodSource("atomic")
  void shouldComputeWhatThePlainReferenceDoes(String provider) {
    try (AtomicBench bench = new AtomicBench(provider)) {
      int supported = 0;
      for (AtomicFunctions functions : AtomicFunctions.values()) {
        for (DataType type : DataType.values()) {
          for (AtomicOperation operation : AtomicOperation.values()) {
            supported += tryRounds(bench, functions, type, operation) ? 1 : 0;
          }
        }
      }
      int seen = supported;
      assertTrue(seen >= LEAST_SUPPORTED, () -> "supported: " + seen);
    }
  }

  /** Some rounds of one operation; false if the provider does not support it. */
  private static boolean tryRounds(
      AtomicBench bench, AtomicFunctions functions, DataType type, AtomicOperation operation) {
    long most = bench.valid(functions, type, operation);
    bench.use(functions, type, operation);
    if (most <= 0) {
      assertEquals(most, bench.post(1, AtomicBench.Form.BUFFER), bench::toString);
      return false;
    }
    for (int round = 0; round < ROUNDS; round++) {
      bench.run((int) Math.min(most, 1 + 3L * round));
    }
    return true;
  }

  @ParameterizedTest
  @MethodSource("atomic")
  void shouldSayTheSameForDomainAndEndpoint(String provider) {
    try (AtomicBench bench = new AtomicBench(provider)) {
      for (AtomicFunctions functions : AtomicFunctions.values()) {
        for (DataType type : DataType.values()) {
          for (AtomicOperation operation : AtomicOperation.values()) {
            bench.use(functions, type, operation);
            long most = bench.valid(functions, type, operation);
            assertEquals(most, query(bench, functions, type, operation), bench::toString);
          }
        }
      }
      assertThrows(
          FabricException.class,
          () -> bench.pair.domain.queryAtomic(DataType.INT8, AtomicOperation.SUM, 1));
    }
  }

  private static long query(
      AtomicBench bench, AtomicFunctions functions, DataType type, AtomicOperation operation) {
    try {
      AtomicAttributes limits = bench.pair.domain.queryAtomic(type, operation, functions.flag);
      assertEquals(type.size(), limits.size(), type::toString);
      return limits.count();
    } catch (FabricException e) {
      return -e.errno();
    }
  }

  @Test
  void shouldPassOnTheErrorOfAProviderWithoutFunctions() {
    Installed.requireProvider("ofi:net"); // the only one that offers what it does not have
    try (AtomicBench bench = new AtomicBench("ofi:net")) {
      bench.use(AtomicFunctions.PLAIN, DataType.UINT64, AtomicOperation.SUM);
      long refused = bench.pair.a.endpoint.atomicValid(DataType.UINT64, AtomicOperation.SUM);
      assertEquals(-Errno.ENOSYS, refused);
      for (AtomicBench.Form form : AtomicBench.Form.values()) {
        assertEquals(refused, bench.post(1, form));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("atomic")
  void shouldReportTheKindOfOperation(String provider) {
    try (AtomicBench bench = new AtomicBench(provider)) {
      bench.use(AtomicFunctions.PLAIN, DataType.UINT64, AtomicOperation.SUM);
      bench.run(1, AtomicBench.Form.BUFFER);
      assertEquals(CompletionFlags.ATOMIC | CompletionFlags.WRITE, bench.flags());
      bench.use(AtomicFunctions.FETCH, DataType.UINT64, AtomicOperation.SUM);
      bench.run(1, AtomicBench.Form.BUFFER);
      boolean differs = provider.equals("ofi:sockets"); // ofi FL-002
      long direction = differs ? CompletionFlags.WRITE : CompletionFlags.READ;
      assertEquals(CompletionFlags.ATOMIC | direction, bench.flags());
    }
  }
}

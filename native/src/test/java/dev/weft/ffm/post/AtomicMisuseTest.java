package dev.weft.ffm.post;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.ffm.Installed;
import dev.weft.ffm.object.Pair;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Atomic calls with arguments that C would follow into memory that is not there. */
class AtomicMisuseTest {
  private static final AtomicOperation SUM = AtomicOperation.SUM;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> atomic() {
    return AtomicsTest.atomic();
  }

  private static AtomicTarget target(AtomicBench bench, DataType type) {
    return new AtomicTarget(type)
        .destination(bench.pair.a.peer)
        .address(bench.address())
        .key(bench.region.key());
  }

  @ParameterizedTest
  @MethodSource("atomic")
  void shouldRefuseBadCounts(String provider) {
    try (AtomicBench bench = new AtomicBench(provider)) {
      Endpoint endpoint = bench.pair.a.endpoint;
      AtomicTarget target = target(bench, DataType.UINT8);
      long most = endpoint.atomicValid(DataType.UINT8, SUM);
      MemorySegment large = bench.pair.arena.allocate(most + 1);
      assertEquals(-Errno.EMSGSIZE, endpoint.atomic(large, target.count(0), SUM, 1));
      assertEquals(-Errno.EMSGSIZE, endpoint.atomic(large, target.count(most + 1), SUM, 1));
      assertEquals(-Errno.EMSGSIZE, endpoint.injectAtomic(large, target.count(0), SUM));
      assertThrows(
          IllegalArgumentException.class,
          () -> endpoint.atomic(large, target.count(most + 2), SUM, 1));
      assertThrows(IllegalArgumentException.class, () -> target.count(-1));
    }
  }

  @ParameterizedTest
  @MethodSource("atomic")
  void shouldRefuseBadArguments(String provider) {
    try (AtomicBench bench = new AtomicBench(provider)) {
      Endpoint endpoint = bench.pair.a.endpoint;
      AtomicTarget target = target(bench, DataType.UINT64);
      MemorySegment buffer = bench.pair.buffer(1);
      assertIllegal(() -> endpoint.atomic(null, target, SUM, 1));
      assertIllegal(() -> endpoint.atomic(buffer, null, SUM, 1));
      assertIllegal(() -> endpoint.atomic(buffer, target, null, 1));
      assertIllegal(() -> endpoint.injectAtomic(buffer, target, null));
      assertIllegal(() -> endpoint.atomicv(null, target, SUM, 1));
      assertIllegal(() -> endpoint.atomicMsg(null, 0));
      assertIllegal(() -> endpoint.fetchAtomic(buffer, null, target, SUM, 1));
      assertIllegal(() -> endpoint.fetchAtomic(buffer, buffer.asReadOnly(), target, SUM, 1));
      assertIllegal(() -> endpoint.fetchAtomicv(IoVector.of(buffer), null, target, SUM, 1));
      assertIllegal(
          () -> endpoint.compareAtomic(buffer, null, buffer, target, AtomicOperation.CSWAP, 1));
      assertIllegal(() -> endpoint.atomicValid(null, SUM));
      assertIllegal(() -> endpoint.atomicValid(DataType.INT8, null));
      assertIllegal(() -> bench.pair.domain.queryAtomic(null, SUM, 0));
      assertIllegal(() -> endpoint.atomic(MemorySegment.ofArray(new long[8]), target, SUM, 1));
      Arena closed = Arena.ofShared();
      MemorySegment gone = closed.allocate(64);
      closed.close();
      assertIllegal(() -> endpoint.atomic(gone, target, SUM, 1));
      assertEquals(-Errno.EINVAL, endpoint.atomic(buffer, target.destination(99), SUM, 1));
    }
  }

  private static void assertIllegal(Executable call) {
    assertThrows(IllegalArgumentException.class, call);
  }

  @ParameterizedTest
  @MethodSource("atomic")
  void shouldRefuseBadVectors(String provider) {
    try (AtomicBench bench = new AtomicBench(provider)) {
      Endpoint endpoint = bench.pair.a.endpoint;
      AtomicTarget target = target(bench, DataType.UINT64).count(2);
      MemorySegment buffer = bench.pair.buffer(1);
      IoVector two = new IoVector().add(buffer, 0, 16);
      IoVector uneven = new IoVector().add(buffer, 0, 4).add(buffer, 4, 12);
      IoVector many = new IoVector();
      RmaIoVector remote = new RmaIoVector();
      for (int i = 0; i < 40; i++) {
        many.add(buffer, 0, i < 2 ? 8 : 0);
        remote.add(bench.address(), i < 2 ? 8 : 0, bench.region.key());
      }
      assertEquals(-Errno.EINVAL, endpoint.atomicv(IoVector.of(buffer), target, SUM, 1));
      assertEquals(-Errno.EINVAL, endpoint.atomicv(new IoVector(), target, SUM, 1));
      assertEquals(-Errno.EINVAL, endpoint.atomicv(uneven, target, SUM, 1));
      assertEquals(-Errno.EINVAL, endpoint.atomicv(many, target, SUM, 1));
      assertEquals(-Errno.EINVAL, endpoint.fetchAtomicv(two, many, target, SUM, 1));
      AtomicMessage message =
          new AtomicMessage().vector(two).address(bench.pair.a.peer).remote(remote).operation(SUM);
      assertEquals(-Errno.EINVAL, endpoint.atomicMsg(message, 0));
      message.remote(new RmaIoVector().add(bench.address(), 15, bench.region.key()));
      assertEquals(-Errno.EINVAL, endpoint.atomicMsg(message, 0));
      message.remote(new RmaIoVector().add(bench.address(), 16, bench.region.key()));
      assertEquals(-Errno.EINVAL, endpoint.fetchAtomicMsg(message, new IoVector(), 0));
      assertEquals(-Errno.EOPNOTSUPP, endpoint.atomicMsg(message, OperationFlags.REMOTE_CQ_DATA));
      assertEquals(-Errno.EOPNOTSUPP, endpoint.atomicMsg(message, OperationFlags.TRIGGER));
      assertEquals(-Errno.EBADFLAGS, endpoint.atomicMsg(message, OperationFlags.PEEK));
      assertEquals(-Errno.EBADFLAGS, endpoint.atomicMsg(message, 1L << 62));
      assertEquals(-Errno.EOPNOTSUPP, endpoint.atomicMsg(message.type(DataType.VOID), 0));
    }
  }

  @ParameterizedTest
  @MethodSource("atomic")
  void shouldRefuseWhereItIsNotOfferedOrClosed(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      Endpoint endpoint = pair.a.endpoint;
      AtomicTarget target = new AtomicTarget(DataType.UINT64).destination(pair.a.peer);
      MemorySegment buffer = pair.buffer(1);
      boolean offered = (pair.info.capabilities() & Capabilities.ATOMIC) != 0;
      long valid = endpoint.atomicValid(DataType.UINT64, SUM);
      assertEquals(offered, valid > 0);
      if (!offered) {
        assertEquals(-Errno.EOPNOTSUPP, endpoint.injectAtomic(buffer, target, SUM));
      }
      endpoint.close();
      assertThrows(IllegalStateException.class, () -> endpoint.injectAtomic(buffer, target, SUM));
      assertThrows(IllegalStateException.class, () -> endpoint.atomic(buffer, target, SUM, 1));
      assertThrows(IllegalStateException.class, () -> endpoint.atomicValid(DataType.INT8, SUM));
    }
  }

  /**
   * A wrong key completes with an error, and the endpoint stays usable. shm of 1.17 writes no entry
   * at all; rxm writes further ones without a context.
   */
  @ParameterizedTest
  @ValueSource(strings = {"ofi:tcp", "ofi:sockets"})
  void shouldReportAWrongKey(String provider) {
    try (AtomicBench bench = new AtomicBench(provider)) {
      Pair pair = bench.pair;
      AtomicTarget target = target(bench, DataType.UINT64).key(bench.region.key() + 7);
      MemorySegment operand = pair.buffer(1);
      MemorySegment result = pair.buffer(0);
      pair.post(() -> pair.a.endpoint.fetchAtomic(operand, result, target, SUM, 5));
      while (pair.a.queue.read(pair.a.batch, 1) != -Errno.EAVAIL) {
        pair.b.queue.read(null, 0);
      }
      ErrorCompletion error = ErrorCompletion.allocate(pair.arena);
      assertEquals(1, pair.a.queue.readErr(error, 0));
      assertEquals(Errno.EACCES, error.error());
      assertEquals(5, error.context());
      while (pair.a.queue.readErr(error, 0) == 1) {
        assertEquals(0, error.context());
      }
      assertEquals(0, pair.a.used());
    }
  }

  /** Elements here may lie anywhere, those of the peer are aligned. */
  @ParameterizedTest
  @MethodSource("atomic")
  void shouldRequireAlignmentAtThePeerOnly(String provider) {
    try (AtomicBench bench = new AtomicBench(provider)) {
      Endpoint endpoint = bench.pair.a.endpoint;
      MemorySegment operand = bench.pair.buffer(1).asSlice(1);
      MemorySegment result = bench.pair.buffer(0).asSlice(1);
      for (DataType type : DataType.values()) {
        if (endpoint.fetchAtomicValid(type, SUM) > 0) {
          AtomicTarget target = target(bench, type);
          bench.pair.post(() -> endpoint.fetchAtomic(operand, result, target, SUM, 5));
          assertEquals(5, bench.pair.a.await().batch.context(0));
          target.address(bench.address() + type.size() / 4);
          assertEquals(
              type.size() < 4 ? 0 : -Errno.EINVAL,
              endpoint.fetchAtomic(operand, result, target, SUM, 5));
        }
      }
    }
  }
}
